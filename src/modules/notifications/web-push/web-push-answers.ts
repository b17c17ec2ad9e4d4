import type { PushRefusal } from '../../../clients/web-push/web-push.client.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { AppError } from '../../../core/errors/app-error.js';
import type { SendAnswer } from '../outbox/outbox-destination.js';
import type { WebPushOutcome } from './web-push-sending.service.js';

const REFUSALS: Readonly<Record<PushRefusal, string>> = {
  key_refused:
    'The push service of the browser refused the key of this server. It helps to turn notifications off and on again there.',
  too_large: 'The push service of the browser takes no message as large as this.',
  redirected: 'The push service of the browser sent us elsewhere, which is not followed.',
  message_refused: 'The push service of the browser refused the message.',
};

/** What happened on the way to a browser, in a sentence without its address; null where it was taken. */
export function outcomeSentence(outcome: WebPushOutcome): string | null {
  switch (outcome.kind) {
    case 'taken':
      return null;
    case 'gone':
      return 'The browser takes no messages any more, and was forgotten.';
    case 'host_refused':
      return 'WEB_PUSH_HOSTS does not name the push service of the browser.';
    case 'limited':
      return 'The push service takes no more messages for this browser at the moment.';
    case 'not_sent':
      return 'The push service of the browser could not be reached, or has failed.';
    case 'unconfirmed':
      return 'The push service of the browser gave no answer.';
    case 'refused':
      return REFUSALS[outcome.refusal];
  }
}

/** What became of a message, for the outbox. */
export function browserAnswerOf(outcome: WebPushOutcome): SendAnswer {
  const detail = outcomeSentence(outcome) ?? '';
  switch (outcome.kind) {
    case 'taken':
      return { kind: 'sent', remoteId: '' };
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
  return { kind: 'again', detail: 'The key of this server, or the outbound proxy, can not be read.' };
}
