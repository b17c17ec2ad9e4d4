import type { DestinationState } from './outbox-destinations.repository.js';
import type { OutboxDestination, SendAnswer } from './outbox-destination.js';
import type { OutboxRow } from './outbox-row.entity.js';
import { askedWait, backOff, MOST_ATTEMPTS } from './outbox-times.js';

/** What an answer changes: the message, and its destination as a whole. */
export interface AfterAttempt {
  readonly message: Pick<OutboxRow, 'status' | 'detail' | 'nextAttemptAt'> & Partial<Pick<OutboxRow, 'remoteId'>>;
  readonly destination: Partial<DestinationState>;
}

/** How a destination takes messages. */
type Taking = Pick<OutboxDestination, 'mayRepeat' | 'atOnce'>;

/**
 * What becomes of a message by the answer to an attempt. A destination that takes nothing waits as a whole, so that messages
 * keep their order and use no attempts meanwhile; where each message has an address of its own, it waits alone. Source: doc 2
 * section 6, delivery rules; issue 24, Answers.
 *
 * @param attempts how often the message was sent, this time included
 */
export function afterAttempt(
  answer: SendAnswer,
  attempts: number,
  { mayRepeat, atOnce = 1 }: Taking,
  now: number,
): AfterAttempt {
  const waiting = (detail: string, until: number, error?: string): AfterAttempt => {
    const isOver = attempts >= MOST_ATTEMPTS;
    const said = isOver ? detail : error;
    return {
      message: { status: isOver ? 'failed' : 'pending', detail, nextAttemptAt: isOver ? null : until },
      destination: { ...(said !== undefined && { error: said }), ...(atOnce === 1 && { pausedUntil: until }) },
    };
  };
  switch (answer.kind) {
    case 'sent':
      return {
        message: { status: 'sent', detail: answer.detail ?? '', nextAttemptAt: null, remoteId: answer.remoteId },
        destination: WELL,
      };
    case 'gone':
      return { message: { status: 'cancelled', detail: answer.detail, nextAttemptAt: null }, destination: WELL };
    case 'limited':
      return waiting(answer.detail, now + askedWait(answer.retryAfterMs));
    case 'again':
      return waiting(answer.detail, now + backOff(attempts, answer.retryAfterMs), answer.detail);
    case 'unknown':
      if (mayRepeat) return waiting(answer.detail, now + backOff(attempts), answer.detail);
      return ended('unconfirmed', answer.detail);
    case 'refused':
      return ended('failed', answer.detail);
  }
}

const WELL: Partial<DestinationState> = { pausedUntil: null, error: '' };

function ended(status: 'unconfirmed' | 'failed', detail: string): AfterAttempt {
  return { message: { status, detail, nextAttemptAt: null }, destination: { error: detail } };
}
