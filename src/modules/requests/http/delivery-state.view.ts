import type { Role } from '../../../core/access/permissions.js';
import { optional } from '../../../core/http/optional-member.js';
import { rfc3339, type Rfc3339 } from '../../../core/http/rfc3339.js';
import type { DeliveryCode } from '../jobs/delivery-code.js';
import type { DispatchRow, DispatchState } from '../jobs/dispatch-row.entity.js';
import { mayCancel, mayRetry } from '../transitions/delivery-actions.js';
import { deliveryMessage } from './delivery-message.js';

/** Where the delivery of a request to its library stands. Source: doc 4 section 1.3, DeliveryState. */
export interface DeliveryStateView {
  readonly request_id: number;
  readonly state: DispatchState;
  /** How often the library was asked so far. */
  readonly attempts: number;
  readonly last_attempt_at?: Rfc3339;
  /** Only while it waits for its turn. */
  readonly next_attempt_at?: Rfc3339;
  /** Why it stands where it stands, for programs. */
  readonly code?: DeliveryCode;
  /** Why it stands where it stands, for people. */
  readonly message: string;
  /** May it be retried? */
  readonly can_manage: boolean;
  readonly can_cancel: boolean;
}

/** A delivery, in words for the one who reads it. */
export function deliveryState(delivery: DispatchRow, reader: Role): DeliveryStateView {
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
