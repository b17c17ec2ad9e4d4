import { StorageError } from '../../../core/database/storage-error.js';
import { AppError } from '../../../core/errors/app-error.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import { sayNotification } from '../notifications.sentences.js';
import type { SendAnswer } from '../outbox/outbox-destination.js';
import type { WebPushOutcome } from './web-push-sending.service.js';

/** What happened on the way to a browser, in a sentence without its address; null where it was taken. */
export const outcomeSentence = (outcome: WebPushOutcome): Sentence | null =>
  outcome.kind === 'taken' ? null : failureSentence(outcome);

function failureSentence(outcome: Exclude<WebPushOutcome, { readonly kind: 'taken' }>): Sentence {
  switch (outcome.kind) {
    case 'gone':
      return sayNotification('web_push_browser_gone');
    case 'refused':
      return sayNotification(`web_push_${outcome.refusal}`);
    case 'host_refused':
    case 'limited':
    case 'not_sent':
    case 'unconfirmed':
      return sayNotification(`web_push_${outcome.kind}`);
  }
}

export function browserAnswerOf(outcome: WebPushOutcome): SendAnswer {
  if (outcome.kind === 'taken') return { kind: 'sent', remoteId: '' };
  const detail = failureSentence(outcome);
  switch (outcome.kind) {
    case 'gone':
      return { kind: 'gone', detail };
    case 'limited':
      return { kind: 'limited', retryAfterMs: outcome.retryAfterMs, detail };
    case 'not_sent':
      return { kind: 'again', detail, retryAfterMs: outcome.retryAfterMs };
    case 'unconfirmed':
      return { kind: 'unknown', detail };
    case 'refused':
    case 'host_refused':
      return { kind: 'refused', detail };
  }
}

export function browserFaultOf(fault: unknown): SendAnswer {
  if (!(fault instanceof AppError) || fault instanceof StorageError) throw fault;
  return { kind: 'again', detail: sayNotification('web_push_key_unreadable') };
}
