import type { DestinationState } from './outbox-destinations.repository.js';
import type { SendAnswer } from './outbox-destination.js';
import type { OutboxRow } from './outbox-row.entity.js';
import { askedWait, backOff, MOST_ATTEMPTS } from './outbox-times.js';

/** What an answer changes: the message, and its destination as a whole. */
export interface AfterAttempt {
  readonly message: Pick<OutboxRow, 'status' | 'detail' | 'nextAttemptAt'> & Partial<Pick<OutboxRow, 'remoteId'>>;
  readonly destination: Partial<DestinationState>;
}

/**
 * What becomes of a message by the answer to an attempt. A destination that takes nothing waits as a whole, so that messages
 * keep their order and use no attempts meanwhile. Source: doc 2 section 6, delivery rules; issue 24, Answers.
 *
 * @param attempts how often the message was sent, this time included
 */
export function afterAttempt(answer: SendAnswer, attempts: number, mayRepeat: boolean, now: number): AfterAttempt {
  switch (answer.kind) {
    case 'sent':
      return {
        message: { status: 'sent', detail: answer.detail ?? '', nextAttemptAt: null, remoteId: answer.remoteId },
        destination: { pausedUntil: null, error: '' },
      };
    case 'limited':
      return waiting(answer.detail, now + askedWait(answer.retryAfterMs), attempts);
    case 'again':
      return waiting(answer.detail, now + backOff(attempts, answer.retryAfterMs), attempts, { error: answer.detail });
    case 'unknown':
      if (mayRepeat) return waiting(answer.detail, now + backOff(attempts), attempts, { error: answer.detail });
      return ended('unconfirmed', answer.detail);
    case 'refused':
      return ended('failed', answer.detail);
  }
}

function ended(status: 'unconfirmed' | 'failed', detail: string): AfterAttempt {
  return { message: { status, detail, nextAttemptAt: null }, destination: { error: detail } };
}

function waiting(
  detail: string,
  until: number,
  attempts: number,
  destination: Partial<DestinationState> = {},
): AfterAttempt {
  const pause = { ...destination, pausedUntil: until };
  if (attempts >= MOST_ATTEMPTS)
    return { message: { status: 'failed', detail, nextAttemptAt: null }, destination: { ...pause, error: detail } };
  return { message: { status: 'pending', detail, nextAttemptAt: until }, destination: pause };
}
