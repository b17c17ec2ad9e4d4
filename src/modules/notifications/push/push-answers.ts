import type { PushOutcome } from '../../../clients/push-gateway/push-gateway.client.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { AppError } from '../../../core/errors/app-error.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { asSentence, sayFault, sayNotification } from '../notifications.sentences.js';
import type { SendAnswer } from '../outbox/outbox-destination.js';

export const sendAnswerOf = ({ sent, failed }: PushOutcome): SendAnswer => ({
  kind: 'sent',
  remoteId: '',
  ...(failed > 0 && { detail: sayNotification('push_reached_some', { reached: sent, devices: sent + failed }) }),
});

const REFUSED: SendAnswer = { kind: 'refused', detail: sayNotification('push_gateway_message_refused') };

/** Sent again after a refused connection, 429 and 5xx, and where nobody knows whether it has arrived. @throws StorageError */
export function sendFaultOf(fault: unknown): SendAnswer {
  if (fault instanceof UpstreamError) return answerOf(fault);
  if (!(fault instanceof AppError) || fault instanceof StorageError) throw fault;
  if (fault.code === 'push_not_configured') return { kind: 'refused', detail: sayNotification('push_gateway_missing') };
  return { kind: 'again', detail: sayNotification('push_gateway_key_missing') };
}

function answerOf({ kind, retryAfterMs, definitelyNotSent }: UpstreamError): SendAnswer {
  switch (kind) {
    case 'rate_limited':
      return { kind: 'limited', retryAfterMs: retryAfterMs ?? 0, detail: sayNotification('push_gateway_overloaded') };
    case 'failed':
      return { kind: 'again', detail: sayNotification('push_gateway_broken'), retryAfterMs };
    case 'unauthorized':
      return { kind: 'refused', detail: asSentence(sayFault('push_gateway_key_refused')) };
    case 'unreachable':
    case 'timeout':
    case 'aborted':
    case 'malformed':
    case 'too_large':
      if (definitelyNotSent) return { kind: 'again', detail: asSentence(sayFault('push_gateway_unreachable')) };
      return { kind: 'unknown', detail: sayNotification('push_gateway_answer_unreadable') };
    case 'redirected':
    case 'not_found':
    case 'rejected':
      return REFUSED;
  }
}
