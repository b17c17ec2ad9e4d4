import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { BodyBudgetService, type Hold } from './body-budget.service.js';

const MEBIBYTE = 1024 * 1024;
const SOMEBODY = 7;

describe('doc3 §4: memory for bodies that are held', () => {
  const clock = new MovedClock();
  const patient = new AbortController().signal;

  /** A budget with only `left` MiB free. */
  async function nearlyFull(left: number): Promise<{ budget: BodyBudgetService; hold: Hold }> {
    const budget = new BodyBudgetService(clock);
    const hold = budget.begin(SOMEBODY, patient);
    await hold.growTo((256 - left) * MEBIBYTE);
    return { budget, hold };
  }

  let others = SOMEBODY;

  /** Each time another account. */
  const grown = (budget: BodyBudgetService, mebibytes: number, signal = patient): Promise<void> =>
    budget.begin((others += 1), signal).growTo(mebibytes * MEBIBYTE);

  const settled = async (work: Promise<unknown>): Promise<boolean> => {
    let done = false;
    work.then(
      () => (done = true),
      () => (done = true),
    );
    await clock.advance(0);
    return done;
  };

  it('256 MiB are taken at once, by all together, and no byte more', async () => {
    const { budget } = await nearlyFull(2);
    await grown(budget, 2);
    expect(await settled(grown(budget, 1))).toBe(false);
  });

  it('who waits gets memory as soon as it is given back', async () => {
    const { budget, hold } = await nearlyFull(2);
    const waiting = grown(budget, 128);
    expect(await settled(waiting)).toBe(false);
    hold.release();
    await waiting;
  });

  it('who has waited for ten seconds is refused with the request to try again', async () => {
    const { budget } = await nearlyFull(2);
    const waiting = errorOf(grown(budget, 3));
    await clock.advance(9_999);
    expect(await settled(waiting)).toBe(false);
    await clock.advance(1);
    expect(await waiting).toMatchObject({ status: 503, safeText: 'temporarily unavailable, retry shortly' });
  });

  it('small bodies don’t wait behind large ones, and large ones not beside them', async () => {
    const { budget, hold } = await nearlyFull(4);
    const large = grown(budget, 100);
    await grown(budget, 1);
    const next = grown(budget, 2);
    expect([await settled(large), await settled(next)]).toEqual([false, false]);
    hold.release();
    await Promise.all([large, next]);
  });

  it('who goes leaves the line, and makes way for the next', async () => {
    const { budget } = await nearlyFull(4);
    const gone = new AbortController();
    const large = errorOf(grown(budget, 100, gone.signal));
    const next = grown(budget, 2);
    expect(await settled(next)).toBe(false);
    gone.abort();
    await next;
    expect(await large).toMatchObject({ name: 'AbortError' });
    expect(await errorOf(grown(budget, 1, gone.signal))).toMatchObject({ name: 'AbortError' });
  });

  it('a hold is given back once, with all that it has grown to', async () => {
    const { budget, hold } = await nearlyFull(100);
    await hold.growTo(200 * MEBIBYTE);
    await hold.growTo(10);
    hold.release();
    hold.release();
    await grown(budget, 256);
    expect(await settled(grown(budget, 1))).toBe(false);
  });

  it('a hold gives back what it doesn’t need, and is grown and given back as ever', async () => {
    const { budget, hold } = await nearlyFull(0);
    hold.shrinkTo(100 * MEBIBYTE);
    hold.shrinkTo(200 * MEBIBYTE);
    await grown(budget, 156);
    expect(await settled(grown(budget, 1))).toBe(false);
  });

  describe('security 28: an account that holds bodies', () => {
    const ana = (budget: BodyBudgetService, mebibytes: number): { hold: Hold; work: Promise<void> } => {
      const hold = budget.begin(SOMEBODY, patient);
      return { hold, work: hold.growTo(mebibytes * MEBIBYTE) };
    };

    it('gets no more than half of the memory with all of them, and others the rest', async () => {
      const budget = new BodyBudgetService(clock);
      await Promise.all([ana(budget, 100).work, ana(budget, 28).work]);
      expect(await settled(ana(budget, 2).work)).toBe(false);
      await Promise.all([grown(budget, 100), grown(budget, 28)]);
      expect(await settled(grown(budget, 1))).toBe(false);
    });

    it('may have one as large as any, but none beside it', async () => {
      const budget = new BodyBudgetService(clock);
      const { hold, work } = ana(budget, 128);
      await work;
      await hold.growTo(250 * MEBIBYTE);
      expect(await settled(ana(budget, 1).work)).toBe(false);
      await grown(budget, 6);
    });

    it('waits for its own, and gets more as soon as it has given some back', async () => {
      const budget = new BodyBudgetService(clock);
      const { hold, work } = ana(budget, 128);
      await work;
      const first = ana(budget, 20).work;
      const late = errorOf(ana(budget, 120).work);
      expect(await settled(first)).toBe(false);
      hold.shrinkTo(100 * MEBIBYTE);
      await first;
      await clock.advance(10_000);
      expect(await late).toMatchObject({ status: 503 });
    });
  });

  it('security 28: the line has an end', async () => {
    const { budget } = await nearlyFull(0);
    const line = Array.from({ length: 100 }, () => errorOf(grown(budget, 2)));
    expect(await errorOf(grown(budget, 2))).toMatchObject({ status: 503 });
    await clock.advance(10_000);
    expect(await Promise.all(line)).toHaveLength(100);
  });
});
