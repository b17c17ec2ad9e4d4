import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AllowanceFixture } from '../../../../test/harness/allowance-fixture.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { filmUnit, seasonUnits } from '../pricing/quota-price.js';
import type { Spender } from './quota.service.js';

const DAY = 86_400_000;
const EXCEEDED = { status: 429, code: 'request_quota_exceeded' };

let fixture: AllowanceFixture;
let ana: Spender;

beforeEach(async () => {
  fixture = await AllowanceFixture.open();
  ana = await fixture.person('ana');
});
afterEach(() => fixture.close());

const limitFilms = (count: number | null, windowDays: 1 | 7 | 30 = 7) =>
  fixture.limit({ movie: { count, windowDays } });
const limitSeasons = (count: number | null) => fixture.limit({ tv: { count, windowDays: 7 } });

/** Asks for many films at once; how many were accepted, and every refusal. */
async function storm(requests: number): Promise<{ accepted: number; refusals: readonly unknown[] }> {
  const asked = Array.from({ length: requests }, (_, request) =>
    fixture.take(request + 1, ana, [filmUnit(request + 1)]),
  );
  const outcomes = await Promise.allSettled(asked);
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  return { accepted: requests - refusals.length, refusals };
}

describe('a limit', () => {
  it.each([
    [50, 1],
    [500, 10],
  ])('security 16: of %j requests at once against a limit accepts exactly %j', async (requests, limit) => {
    await limitFilms(limit);
    const { accepted, refusals } = await storm(requests);
    expect(accepted).toBe(limit);
    for (const refusal of refusals) expect(refusal).toMatchObject(EXCEEDED);
    expect(await fixture.charges()).toHaveLength(limit);
    expect(await fixture.items()).toHaveLength(limit);
  });

  it('security 16: holds while it is lowered and raised in between', async () => {
    await limitFilms(5);
    const changes = [3, 8, 2].map((count) => limitFilms(count));
    const [{ accepted }] = await Promise.all([storm(60), ...changes]);
    expect(accepted).toBeLessThanOrEqual(8);
    expect(await fixture.charges()).toHaveLength(accepted);
  });

  it('security 16: cancelling and asking again in a storm keeps the charges exact', async () => {
    await limitFilms(3);
    const rounds = Array.from({ length: 40 }, async (_, round) => {
      const request = round + 1;
      const accepted = (await errorOf(fixture.take(request, ana, [filmUnit(request)]))) === undefined;
      expect(await fixture.used(ana)).toBeLessThanOrEqual(3);
      if (accepted && round % 4 !== 0) await Promise.all([fixture.giveBack(request), fixture.giveBack(request)]);
      return accepted && round % 4 === 0 ? 1 : 0;
    });
    const kept = (await Promise.all(rounds)).reduce<number>((sum, one) => sum + one, 0);
    expect(await fixture.used(ana)).toBe(kept);
    expect((await fixture.charges()).filter(({ refundedAt }) => refundedAt === null)).toHaveLength(kept);
  });

  it.each([1, 7, 30] as const)('security 16: frees its unit at the very end of %j days', async (windowDays) => {
    await limitFilms(1, windowDays);
    await fixture.take(1, ana, [filmUnit(1)]);
    await fixture.clock.leap(windowDays * DAY - 1);
    expect(await fixture.used(ana)).toBe(1);
    expect(await errorOf(fixture.take(2, ana, [filmUnit(2)]))).toMatchObject(EXCEEDED);
    await fixture.clock.leap(1);
    expect(await fixture.used(ana)).toBe(0);
    expect(await fixture.take(2, ana, [filmUnit(2)])).toBe(true);
    await fixture.clock.leap(1);
    expect(await fixture.used(ana)).toBe(1);
  });

  it('doc 2 section 4 rule 2: holds at once when its window changes, and what was accepted stays', async () => {
    await limitFilms(2, 1);
    await fixture.take(1, ana, [filmUnit(1)]);
    await fixture.clock.leap(2 * DAY);
    expect(await fixture.used(ana)).toBe(0);
    await fixture.take(2, ana, [filmUnit(2)]);
    await limitFilms(1, 7);
    expect(await fixture.used(ana)).toBe(2);
    expect(await errorOf(fixture.take(3, ana, [filmUnit(3)]))).toMatchObject(EXCEEDED);
    expect(await fixture.items()).toHaveLength(2);
  });

  it('doc 2 section 4 rule 1: spans libraries, and the same film is a unit in each', async () => {
    await limitFilms(2);
    await fixture.take(1, ana, [filmUnit(1)], 'films');
    await fixture.take(2, ana, [filmUnit(1)], 'films-4k');
    expect(await errorOf(fixture.take(3, ana, [filmUnit(1)], 'films-kids'))).toMatchObject(EXCEEDED);
  });

  it("is each account's own", async () => {
    await limitFilms(1);
    const ben = await fixture.person('ben');
    await fixture.take(1, ana, [filmUnit(1)]);
    expect(await fixture.take(2, ben, [filmUnit(1)])).toBe(true);
    expect(await errorOf(fixture.take(3, ben, [filmUnit(2)]))).toMatchObject(EXCEEDED);
  });

  it('doc 2 section 2: of zero accepts nothing', async () => {
    await limitFilms(0);
    const refusal = await errorOf(fixture.take(1, ana, [filmUnit(1)]));
    expect(refusal).toMatchObject({ ...EXCEEDED, options: { body: { reduce_selection: true } } });
  });

  it('doc 2 section 4 rule 2: is none for administrators, whose work is recorded all the same', async () => {
    await limitFilms(0);
    const admin = await fixture.person('admin', 'admin');
    await fixture.take(1, admin, [filmUnit(1)]);
    const view = await fixture.database.read((tx) => fixture.allowances.view(tx, admin, fixture.clock.now()));
    expect(view.exempt).toBe(true);
    expect(view.allowances[0]).toMatchObject({ used: 1, remaining: null, rule: { count: 0 } });
    const demoted: Spender = { ...admin, role: 'user' };
    expect(await errorOf(fixture.take(2, demoted, [filmUnit(2)]))).toMatchObject(EXCEEDED);
  });

  it('doc 2 section 4 rule 2: counts what was accepted while there was none', async () => {
    await fixture.take(1, ana, [filmUnit(1)]);
    await limitFilms(1);
    expect(await errorOf(fixture.take(2, ana, [filmUnit(2)]))).toMatchObject(EXCEEDED);
  });
});

describe('a refused request', () => {
  it('doc 2 section 4 rule 3: names what was requested, what is left and when it fits', async () => {
    await limitSeasons(3);
    await fixture.take(1, ana, seasonUnits(7, [1], 'season'));
    await fixture.clock.leap(DAY);
    await fixture.take(2, ana, seasonUnits(7, [2], 'season'));
    const refusal = await errorOf(
      fixture.take(3, ana, [...seasonUnits(7, [2], 'season'), ...seasonUnits(8, [1, 2], 'season')]),
    );
    expect(refusal).toMatchObject({
      ...EXCEEDED,
      safeText: 'Request allowance exceeded: 2 seasons asked for, 1 of 3 in 7 days left.',
      options: {
        body: {
          code: 'request_quota_exceeded',
          allowances: [
            {
              media_type: 'tv',
              count: 3,
              window_days: 7,
              source: 'default',
              used: 2,
              remaining: 1,
              next_replenishes_at: '2026-01-08T00:00:00.000Z',
              fully_replenishes_at: '2026-01-09T00:00:00.000Z',
              requested_units: 2,
            },
          ],
          earliest_fits_at: '2026-01-08T00:00:00.000Z',
          reduce_selection: false,
        },
      },
    });
  });

  it('doc 2 section 4 rule 3: that is larger than its whole limit is asked to reduce, without a date', async () => {
    await limitSeasons(2);
    const refusal = await errorOf(fixture.take(1, ana, seasonUnits(7, [1, 2, 3], 'season')));
    expect(refusal).toMatchObject({
      safeText: 'Request allowance exceeded: 3 seasons asked for, 2 of 2 in 7 days left. Ask for less at once.',
    });
    const { body } = (refusal as { options: { body: Record<string, unknown> } }).options;
    expect(body).toMatchObject({ reduce_selection: true });
    expect(body).not.toHaveProperty('earliest_fits_at');
  });

  it('doc 2 section 4 rule 1: takes nothing at all, not even what would have fitted', async () => {
    await limitSeasons(1);
    await errorOf(fixture.take(1, ana, seasonUnits(7, [1, 2], 'season')));
    expect(await fixture.charges()).toEqual([]);
    expect(await fixture.items()).toEqual([]);
  });

  it('doc 2 section 4 rule 3: that a preview found to fit is judged again', async () => {
    await limitFilms(1);
    const input = { instanceId: 'films', units: [filmUnit(1)] };
    const preview = await fixture.database.read((tx) =>
      fixture.allowances.preview(tx, ana, input, fixture.clock.now()),
    );
    expect(preview).toMatchObject({ fits: true, reduceSelection: false, earliestFitsAt: null });
    expect(preview.allowances.map(({ requestedUnits }) => requestedUnits)).toEqual([
      1,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(await fixture.charges()).toEqual([]);
    await fixture.take(1, ana, [filmUnit(2)]);
    expect(await errorOf(fixture.take(2, ana, input.units))).toMatchObject(EXCEEDED);
  });
});
