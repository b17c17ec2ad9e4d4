import { describe, expect, it } from 'vitest';
import { foreignWords } from '../../../core/errors/sentence.js';
import { afterAttempt, nextLook } from './after-attempt.js';
import type { SendAnswer } from './outbox-destination.js';

const NOW = 1_000_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

interface Case {
  readonly answer: SendAnswer;
  readonly attempts: number;
  readonly mayRepeat?: boolean;
  readonly atOnce?: number;
  readonly status: string;
  /** How long the message and its destination wait; null for neither. */
  readonly waitMs: number | null;
}

const limited = (retryAfterMs: number): SendAnswer => ({ kind: 'limited', retryAfterMs, detail: foreignWords('busy') });
const again: SendAnswer = { kind: 'again', detail: foreignWords('not reached') };
const unknown: SendAnswer = { kind: 'unknown', detail: foreignWords('lost') };

const CASES: readonly Case[] = [
  { answer: { kind: 'sent', remoteId: '7' }, attempts: 1, status: 'sent', waitMs: null },
  { answer: limited(2_500), attempts: 1, status: 'pending', waitMs: 2_500 },
  { answer: limited(0), attempts: 4, status: 'pending', waitMs: SECOND },
  { answer: limited(100 * DAY), attempts: 1, status: 'pending', waitMs: DAY },
  { answer: limited(2_500), attempts: 5, status: 'failed', waitMs: 2_500 },
  { answer: again, attempts: 1, status: 'pending', waitMs: 30 * SECOND },
  { answer: again, attempts: 2, status: 'pending', waitMs: 2 * MINUTE },
  { answer: again, attempts: 4, status: 'pending', waitMs: 60 * MINUTE },
  { answer: { ...again, retryAfterMs: 5 * MINUTE }, attempts: 1, status: 'pending', waitMs: 5 * MINUTE },
  { answer: again, attempts: 5, status: 'failed', waitMs: 60 * MINUTE },
  { answer: unknown, attempts: 1, status: 'unconfirmed', waitMs: null },
  { answer: unknown, attempts: 1, mayRepeat: true, status: 'pending', waitMs: 30 * SECOND },
  { answer: { kind: 'refused', detail: foreignWords('gone') }, attempts: 1, status: 'failed', waitMs: null },
  { answer: { kind: 'gone', detail: foreignWords('left') }, attempts: 1, status: 'cancelled', waitMs: null },
  { answer: limited(2_500), attempts: 1, atOnce: 8, status: 'pending', waitMs: 2_500 },
  { answer: again, attempts: 1, atOnce: 8, status: 'pending', waitMs: 30 * SECOND },
];

describe('doc2 §6 delivery rules, issue 24 Answers', () => {
  it.each(CASES)('$answer.kind at attempt $attempts, may repeat: $mayRepeat, at once: $atOnce → $status', (one) => {
    const { answer, attempts, mayRepeat = false, atOnce, status, waitMs } = one;
    const { message, destination } = afterAttempt(answer, attempts, { mayRepeat, atOnce }, NOW);
    expect(message.status).toBe(status);
    expect(message.nextAttemptAt).toBe(status === 'pending' && waitMs !== null ? NOW + waitMs : null);
    expect(destination.pausedUntil ?? null).toBe(waitMs === null || atOnce !== undefined ? null : NOW + waitMs);
  });

  it('an error stays until the next success; a wait that was asked for is none, and ends none', () => {
    const errorOf = (answer: SendAnswer, attempts = 1): string | null | undefined => {
      const { error } = afterAttempt(answer, attempts, { mayRepeat: false }, NOW).destination;
      return error && error.text;
    };
    expect(errorOf({ kind: 'refused', detail: foreignWords('gone') })).toBe('gone');
    expect(errorOf(unknown)).toBe('lost');
    expect(errorOf(again)).toBe('not reached');
    expect(errorOf(limited(1))).toBeUndefined();
    expect(errorOf(limited(1), 5)).toBe('busy');
    expect(errorOf({ kind: 'sent', remoteId: '1' })).toBeNull();
    expect(errorOf({ kind: 'gone', detail: foreignWords('left') })).toBeNull();
  });

  it('what can not be judged is looked at the rarer the older it is', () => {
    expect([0, 4 * MINUTE, DAY].map(nextLook)).toEqual([30 * SECOND, MINUTE, 15 * MINUTE]);
  });
});
