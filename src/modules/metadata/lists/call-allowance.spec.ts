import { beforeEach, describe, expect, it } from 'vitest';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { CallAllowance } from './call-allowance.js';

const FIVE_MINUTES = 300_000;

describe('Trakt facts, Limits: the limit of calls to the list provider', () => {
  let clock: MovedClock;
  let allowance: CallAllowance;

  beforeEach(() => {
    clock = new MovedClock();
    allowance = new CallAllowance(clock);
  });

  /** How many of so many calls were allowed. */
  const taken = (calls: number): number => Array.from({ length: calls }, () => allowance.take()).filter(Boolean).length;

  it('a thousand times in any five minutes', async () => {
    expect(taken(400)).toBe(400);
    await clock.advance(FIVE_MINUTES - 1);
    expect(taken(700)).toBe(600);
    await clock.advance(1);
    expect(taken(700)).toBe(400);
    await clock.advance(FIVE_MINUTES - 1);
    expect(taken(2_000)).toBe(600);
  });

  it('refuses every call during a pause that the provider asked for, ten seconds by default', async () => {
    allowance.rest(30_000);
    allowance.rest(undefined);
    expect(allowance.take()).toBe(false);
    await clock.advance(29_999);
    expect(allowance.take()).toBe(false);
    await clock.advance(1);
    expect(allowance.take()).toBe(true);
    allowance.rest(undefined);
    await clock.advance(9_999);
    expect(allowance.take()).toBe(false);
    await clock.advance(1);
    expect(allowance.take()).toBe(true);
  });

  it('after an hour at the latest, whatever it said', async () => {
    allowance.rest(Number.MAX_SAFE_INTEGER);
    await clock.advance(3_599_999);
    expect(allowance.take()).toBe(false);
    await clock.advance(1);
    expect(allowance.take()).toBe(true);
  });

  it('security 35: no share takes more than it leaves to the others, and its next possible call is known', async () => {
    const takenBy = (share: string): number =>
      Array.from({ length: 2_000 }, () => allowance.take(share)).filter(Boolean).length;
    expect(takenBy('account 1')).toBe(501);
    await clock.advance(60_000);
    expect([takenBy('account 1'), takenBy('account 2'), takenBy('account 3')]).toEqual([0, 250, 125]);
    expect([allowance.roomInMs('account 1'), allowance.roomInMs('account 2'), allowance.roomInMs()]).toEqual([
      FIVE_MINUTES - 60_000,
      FIVE_MINUTES,
      0,
    ]);
    expect([takenBy('system'), allowance.isResting]).toEqual([124, false]);
    expect(allowance.roomInMs('system')).toBe(FIVE_MINUTES - 60_000);
  });
});
