import type { PushOutcome } from '../../../clients/push-gateway/push-gateway.client.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { AppError } from '../../../core/errors/app-error.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { SendAnswer } from '../outbox/outbox-destination.js';

/** How a message went that the gateway has taken. */
export const sendAnswerOf = ({ sent, failed }: PushOutcome): SendAnswer => ({
  kind: 'sent',
  remoteId: '',
  ...(failed > 0 && { detail: `It reached ${sent} of ${sent + failed} devices.` }),
});

const REFUSED: SendAnswer = { kind: 'refused', detail: 'The push gateway refused the message.' };

/**
 * How a message went that the gateway hasn't taken: it is sent again after a refused connection, 429 and 5xx, and where nobody
 * knows whether it has arrived.
 *
 * @throws StorageError what is our own storage's fault
 */
export function sendFaultOf(fault: unknown): SendAnswer {
  if (fault instanceof UpstreamError) return answerOf(fault);
  if (!(fault instanceof AppError) || fault instanceof StorageError) throw fault;
  if (fault.code === 'push_not_configured') return { kind: 'refused', detail: 'No push gateway is configured.' };
  return { kind: 'again', detail: 'The key of the push gateway is not at hand.' };
}

function answerOf({ kind, retryAfterMs, definitelyNotSent }: UpstreamError): SendAnswer {
  switch (kind) {
    case 'rate_limited':
      return { kind: 'limited', retryAfterMs: retryAfterMs ?? 0, detail: 'The push gateway is too busy.' };
    case 'failed':
      return { kind: 'again', detail: 'The push gateway has failed.', retryAfterMs };
    case 'unauthorized':
      return { kind: 'refused', detail: 'The push gateway refused the key of this server.' };
    case 'unreachable':
    case 'timeout':
    case 'aborted':
    case 'malformed':
    case 'too_large':
      if (definitelyNotSent) return { kind: 'again', detail: 'The push gateway could not be reached.' };
      return { kind: 'unknown', detail: 'The push gateway gave no answer that can be read.' };
    case 'redirected':
    case 'not_found':
    case 'rejected':
      return REFUSED;
  }
}
