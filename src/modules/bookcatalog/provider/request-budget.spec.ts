import { describe, expect, it } from 'vitest';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { foreignWords } from '../../../core/errors/sentence.js';
import { UpstreamError, type UpstreamFault } from '../../../core/errors/upstream-error.js';
import { RequestBudget } from './request-budget.js';

const upstreamFault = (kind: UpstreamFault, retryAfterMs?: number): UpstreamError =>
  new UpstreamError({
    system: 'any',
    operation: 'any',
    kind,
    retryAfterMs,
    definitelyNotSent: false,
    reason: foreignWords('any'),
  });

/** Takes a call; how it was refused, or null. */
function refusal(budget: RequestBudget, share?: string): unknown {
  try {
    budget.require(share);
    return null;
  } catch (fault) {
    return fault;
  }
}

const taken = (budget: RequestBudget, times: number, share?: string): number =>
  Array.from({ length: times }, () => refusal(budget, share)).filter((refused) => refused === null).length;

/** In the provider's name, and in our own. */
const RESTING = { status: 502 };
const USED_UP = { status: 503, options: { headers: { 'Retry-After': '1' } } };

describe('doc2 §8: the budget of requests', () => {
  it('lets ten through at once, and then one for each second', async () => {
    const clock = new MovedClock();
    const budget = new RequestBudget(clock, 10, 1_000);
    expect(taken(budget, 12)).toBe(10);
    await clock.advance(999);
    expect(taken(budget, 3)).toBe(0);
    await clock.advance(1);
    expect(taken(budget, 3)).toBe(1);
    await clock.advance(2_500);
    expect(taken(budget, 5)).toBe(2);
    await clock.advance(500);
    expect(taken(budget, 5)).toBe(1);
  });

  it('never saves up more than ten', async () => {
    const clock = new MovedClock();
    const budget = new RequestBudget(clock, 10, 1_000);
    await clock.advance(3_600_000);
    expect(taken(budget, 30)).toBe(10);
  });

  it('takes nothing while the provider wants to be left alone', async () => {
    const clock = new MovedClock();
    const budget = new RequestBudget(clock, 10, 1_000);
    budget.pauseOn(upstreamFault('rate_limited', 5_000));
    budget.pauseOn(upstreamFault('rate_limited'));
    await clock.advance(4_999);
    expect(refusal(budget)).toMatchObject(RESTING);
    await clock.advance(1);
    expect(refusal(budget)).toBeNull();
  });

  it('a pause is a second where none is named, and five minutes at most', async () => {
    const clock = new MovedClock();
    const budget = new RequestBudget(clock, 10, 1_000);
    for (const [named, held] of [
      [undefined, 1_000],
      [86_400_000, 300_000],
    ] as const) {
      budget.pauseOn(upstreamFault('rate_limited', named));
      await clock.advance(held - 1);
      expect(refusal(budget)).toMatchObject(RESTING);
      await clock.advance(1);
      expect(refusal(budget)).toBeNull();
    }
  });

  it('another fault is no reason to pause', () => {
    const budget = new RequestBudget(new MovedClock(), 10, 1_000);
    for (const fault of [upstreamFault('failed', 5_000), upstreamFault('timeout'), new Error('any')])
      budget.pauseOn(fault);
    expect(taken(budget, 12)).toBe(10);
  });

  it('security 35: no share takes more than it leaves to the others, and learns when a call fits', async () => {
    const clock = new MovedClock();
    const budget = new RequestBudget(clock, 10, 1_000);
    expect([taken(budget, 20, 'a'), taken(budget, 20, 'b'), taken(budget, 20, 'system')]).toEqual([6, 3, 1]);
    for (const share of ['a', 'b', 'system']) expect(refusal(budget, share)).toMatchObject(USED_UP);
    await clock.advance(1_000);
    expect(refusal(budget, 'a')).toMatchObject(USED_UP);
    expect(refusal(budget, 'c')).toBeNull();
  });
});
