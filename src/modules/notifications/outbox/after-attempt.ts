import type { Sentence } from '../../../core/errors/sentence.js';
import { backOff } from '../../../core/work/back-off.js';
import type { DestinationState } from './outbox.repository.js';
import type { OutboxDestination, SendAnswer } from './outbox-destination.js';
import { LONGEST_WAIT_MS, type OutboxRow } from '../message-rows.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

export const MOST_ATTEMPTS = 5;

/** How long a destination is left alone after an attempt that certainly brought nothing. */
const BACK_OFF = { waits: [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 60 * MINUTE], longestAsked: LONGEST_WAIT_MS };

export interface AfterAttempt {
  readonly message: Pick<OutboxRow, 'status' | 'detail' | 'nextAttemptAt'> & Partial<Pick<OutboxRow, 'remoteId'>>;
  readonly destination: Partial<DestinationState>;
}

type DestinationMode = Pick<OutboxDestination, 'mayRepeat' | 'atOnce'>;

/**
 * A destination that takes nothing waits as a whole, so that messages keep their order and use no attempts meanwhile; where each message
 * has an address of its own, it waits alone.
 * @param attempts how often the message was sent, this time included
 */
export function afterAttempt(
  answer: SendAnswer,
  attempts: number,
  { mayRepeat, atOnce = 1 }: DestinationMode,
  now: number,
): AfterAttempt {
  const wait = (detail: Sentence, until: number, error?: Sentence): AfterAttempt => {
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
        message: { status: 'sent', detail: answer.detail ?? null, nextAttemptAt: null, remoteId: answer.remoteId },
        destination: HEALTHY,
      };
    case 'gone':
      return { message: { status: 'cancelled', detail: answer.detail, nextAttemptAt: null }, destination: HEALTHY };
    case 'limited':
      return wait(answer.detail, now + askedWait(answer.retryAfterMs));
    case 'again':
      return wait(answer.detail, now + backOff(BACK_OFF, attempts, answer.retryAfterMs), answer.detail);
    case 'unknown':
      if (mayRepeat) return wait(answer.detail, now + backOff(BACK_OFF, attempts), answer.detail);
      return end('unconfirmed', answer.detail);
    case 'refused':
      return end('failed', answer.detail);
  }
}

/** How long a destination waits that has asked for it: a second at least, a day at most. */
export function askedWait(retryAfterMs: number): number {
  return Math.min(Math.max(retryAfterMs, SECOND), LONGEST_WAIT_MS);
}

/** When a message that can't be judged yet is judged again: every half minute at first, every quarter of an hour when it is old. */
export function nextLook(ageMs: number): number {
  return Math.min(Math.max(ageMs / 4, 30 * SECOND), 15 * MINUTE);
}

const HEALTHY: Partial<DestinationState> = { pausedUntil: null, error: null };

function end(status: 'unconfirmed' | 'failed', detail: Sentence): AfterAttempt {
  return { message: { status, detail, nextAttemptAt: null }, destination: { error: detail } };
}
