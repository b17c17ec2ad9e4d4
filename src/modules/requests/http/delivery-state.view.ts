import type { Role } from '../../../core/access/permissions.js';
import { rfc3339 } from '../../../core/http/rfc3339.js';
import { mayCancel, mayRetry } from '../decisions/delivery-actions.js';
import type { DispatchRow } from '../delivery/dispatch-row.entity.js';
import { deliveryMessage } from './delivery-message.js';
import { optional } from './optional-member.js';

/** Source: doc 4 section 1.3, DeliveryState. */
export function deliveryState(delivery: DispatchRow, reader: Role) {
  const timed = delivery.state === 'queued' || delivery.state === 'retry';
  return {
    request_id: delivery.requestId,
    state: delivery.state,
    attempts: delivery.attempts,
    ...optional('last_attempt_at', delivery.lastAttemptAt, rfc3339),
    ...(timed ? optional('next_attempt_at', delivery.nextAttemptAt, rfc3339) : {}),
    ...optional('code', delivery.code),
    message: deliveryMessage(delivery, reader),
    can_manage: mayRetry(delivery.state),
    can_cancel: mayCancel(delivery.state),
  };
}
