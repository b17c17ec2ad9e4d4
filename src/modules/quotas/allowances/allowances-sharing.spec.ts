import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AllowanceStand } from '../../../../test/harness/allowance-stand.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { filmUnit, seasonUnits } from '../pricing/quota-unit.js';
import type { Spender } from './allowances.js';

const DAY = 86_400_000;
const EXCEEDED = { status: 429, code: 'request_quota_exceeded' };

let stand: AllowanceStand;
let ana: Spender;

beforeEach(async () => {
  stand = await AllowanceStand.open();
  ana = await stand.person('ana');
});
afterEach(() => stand.close());

const limitFilms = (count: number) => stand.limit({ movie: { count, windowDays: 7 } });
const limitSeasons = (count: number) => stand.limit({ tv: { count, windowDays: 7 } });

describe('a season', () => {
  it('doc 4 section 1.15: whose pilot was asked for costs no more within the window', async () => {
    await limitSeasons(1);
    await stand.take(1, ana, seasonUnits(7, [1], 'pilot'), 'series');
    await stand.clock.leap(7 * DAY - 1);
    expect(await stand.take(2, ana, seasonUnits(7, [1], 'season'), 'series')).toBe(false);
    expect(await stand.charges()).toHaveLength(1);
    await stand.clock.leap(1);
    expect(await stand.take(3, ana, seasonUnits(7, [1], 'season'), 'series')).toBe(true);
  });

  it('doc 2 section 4 rule 1: that an approval adds is charged to the one who asked, all together or none', async () => {
    await limitSeasons(2);
    await stand.take(1, ana, seasonUnits(7, [1], 'season'));
    expect(await errorOf(stand.take(1, ana, seasonUnits(7, [1, 2, 3], 'season')))).toMatchObject(EXCEEDED);
    expect(await stand.charges()).toHaveLength(1);
    expect(await stand.take(1, ana, seasonUnits(7, [1, 2], 'season'))).toBe(true);
    expect(await stand.used(ana, 'tv')).toBe(2);
  });

  it('doc 2 section 4 rule 1: that an approval leaves unchanged is free, even over a lowered limit after its window', async () => {
    await stand.take(1, ana, seasonUnits(7, [1, 2], 'season'));
    await stand.clock.leap(8 * DAY);
    await limitSeasons(0);
    expect(await stand.take(1, ana, seasonUnits(7, [1, 2], 'season'))).toBe(false);
    expect(await stand.charges()).toHaveLength(2);
  });

  it('that an approval drops is given back alone', async () => {
    await stand.take(1, ana, seasonUnits(7, [1, 2, 3], 'season'));
    expect(await stand.giveBack(1, { reason: 'denied', keys: ['7:2', '7:3'] })).toEqual([ana.userId]);
    expect(await stand.used(ana, 'tv')).toBe(1);
    expect((await stand.items()).map(({ unitKey, releaseReason }) => [unitKey, releaseReason])).toEqual([
      ['7:1', null],
      ['7:2', 'denied'],
      ['7:3', 'denied'],
    ]);
  });

  it('many at once get each a charge of their own', async () => {
    const seasons = Array.from({ length: 30 }, (_, index) => index + 1);
    await stand.take(1, ana, seasonUnits(7, seasons, 'season'));
    const paidBy = new Map((await stand.charges()).map(({ id, unitKey }) => [id, unitKey]));
    for (const { chargeId, unitKey } of await stand.items()) expect(paidBy.get(chargeId)).toBe(unitKey);
    expect(paidBy.size).toBe(30);
  });
});

describe('what a request gives back', () => {
  it.each(['cancelled', 'denied', 'no_op'] as const)('doc 4 section 1.18: is marked as %s', async (reason) => {
    await stand.take(1, ana, [filmUnit(1)]);
    await stand.clock.leap(5);
    expect(await stand.giveBack(1, { reason })).toEqual([ana.userId]);
    const at = stand.clock.now();
    expect(await stand.charges()).toMatchObject([{ refundedAt: at, refundReason: reason, resetId: null }]);
    expect(await stand.items()).toMatchObject([{ releasedAt: at, releaseReason: reason }]);
  });

  it('doc 2 section 3: is nothing once its delivery has begun', async () => {
    await stand.take(1, ana, [filmUnit(1)]);
    await stand.begin(1);
    expect(await stand.giveBack(1)).toEqual([]);
    expect(await stand.used(ana)).toBe(1);
  });

  it('doc 2 section 3: leaves the first marker as it stands when a delivery is tried again', async () => {
    await stand.take(1, ana, [filmUnit(1)]);
    const first = stand.clock.now();
    await stand.begin(1);
    await stand.clock.leap(5);
    await stand.begin(1);
    await stand.take(1, ana, [filmUnit(1)]);
    expect(await stand.items()).toMatchObject([{ deliveryStartedAt: first }]);
  });

  it('doc 2 section 3: leaves the marker of a pilot that is widened to its season', async () => {
    await stand.take(1, ana, seasonUnits(7, [1], 'pilot'));
    await stand.begin(1);
    await stand.take(1, ana, seasonUnits(7, [1], 'season'));
    expect(await stand.items()).toMatchObject([{ work: 'season', deliveryStartedAt: stand.clock.now() }]);
    expect(await stand.giveBack(1)).toEqual([]);
  });

  it('doc 2 section 3: is never begun afterwards', async () => {
    await stand.take(1, ana, seasonUnits(7, [1, 2], 'season'));
    await stand.giveBack(1, { reason: 'denied', keys: ['7:2'] });
    await stand.begin(1);
    expect(await stand.items()).toMatchObject([
      { unitKey: '7:1', deliveryStartedAt: stand.clock.now() },
      { unitKey: '7:2', deliveryStartedAt: null },
    ]);
  });

  it('doc 4 section 1.15: of a delivery that began for one season is the other one', async () => {
    await stand.take(1, ana, seasonUnits(7, [1, 2], 'season'));
    await stand.begin(1, ['7:2']);
    await stand.giveBack(1, { reason: 'no_op' });
    expect(await stand.used(ana, 'tv')).toBe(1);
    expect(await stand.items()).toMatchObject([
      { unitKey: '7:1', releaseReason: 'no_op', deliveryStartedAt: null },
      { unitKey: '7:2', releaseReason: null, deliveryStartedAt: stand.clock.now() },
    ]);
  });

  it('doc 4 section 1.15: leaves a shared charge to whoever still wants it', async () => {
    await stand.take(1, ana, seasonUnits(7, [1], 'pilot'));
    await stand.take(2, ana, seasonUnits(7, [1], 'season'));
    expect(await stand.giveBack(1)).toEqual([]);
    expect(await stand.used(ana, 'tv')).toBe(1);
    expect(await stand.giveBack(2)).toEqual([ana.userId]);
    expect(await stand.used(ana, 'tv')).toBe(0);
  });

  it('is not given back a second time after a reset, and keeps its record', async () => {
    await stand.take(1, ana, [filmUnit(1)]);
    await stand.database.write((tx) =>
      stand.allowances.reset(tx, ana, { adminId: 99, kinds: ['movie'] }, stand.clock.now()),
    );
    await stand.giveBack(1);
    expect(await stand.charges()).toMatchObject([{ refundReason: 'reset' }]);
  });

  it('may be taken again by the same request, at its price', async () => {
    await limitFilms(1);
    await stand.take(1, ana, [filmUnit(1)]);
    await stand.giveBack(1);
    await stand.take(2, ana, [filmUnit(2)]);
    expect(await errorOf(stand.take(1, ana, [filmUnit(1)]))).toMatchObject(EXCEEDED);
    await stand.giveBack(2);
    expect(await stand.take(1, ana, [filmUnit(1)])).toBe(true);
    expect(await stand.used(ana)).toBe(1);
    expect(await stand.items()).toMatchObject([{ requestId: 1, releasedAt: null }, { requestId: 2 }]);
  });
});
