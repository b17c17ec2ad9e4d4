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

const limitFilms = (count: number) => fixture.limit({ movie: { count, windowDays: 7 } });
const limitSeasons = (count: number) => fixture.limit({ tv: { count, windowDays: 7 } });

describe('a season', () => {
  it('doc 4 section 1.15: whose pilot was requested costs nothing more within the window', async () => {
    await limitSeasons(1);
    await fixture.take(1, ana, seasonUnits(7, [1], 'pilot'), 'series');
    await fixture.clock.leap(7 * DAY - 1);
    expect(await fixture.take(2, ana, seasonUnits(7, [1], 'season'), 'series')).toBe(false);
    expect(await fixture.charges()).toHaveLength(1);
    await fixture.clock.leap(1);
    expect(await fixture.take(3, ana, seasonUnits(7, [1], 'season'), 'series')).toBe(true);
  });

  it('doc 2 section 4 rule 1: that an approval adds is charged to the requester, completely or not at all', async () => {
    await limitSeasons(2);
    await fixture.take(1, ana, seasonUnits(7, [1], 'season'));
    expect(await errorOf(fixture.take(1, ana, seasonUnits(7, [1, 2, 3], 'season')))).toMatchObject(EXCEEDED);
    expect(await fixture.charges()).toHaveLength(1);
    expect(await fixture.take(1, ana, seasonUnits(7, [1, 2], 'season'))).toBe(true);
    expect(await fixture.used(ana, 'tv')).toBe(2);
  });

  it('doc 2 section 4 rule 1: that an approval leaves unchanged is free, even over a lowered limit after its window', async () => {
    await fixture.take(1, ana, seasonUnits(7, [1, 2], 'season'));
    await fixture.clock.leap(8 * DAY);
    await limitSeasons(0);
    expect(await fixture.take(1, ana, seasonUnits(7, [1, 2], 'season'))).toBe(false);
    expect(await fixture.charges()).toHaveLength(2);
  });

  it('that an approval drops is given back alone', async () => {
    await fixture.take(1, ana, seasonUnits(7, [1, 2, 3], 'season'));
    expect(await fixture.giveBack(1, { reason: 'denied', keys: ['7:2', '7:3'] })).toEqual([ana.userId]);
    expect(await fixture.used(ana, 'tv')).toBe(1);
    expect((await fixture.items()).map(({ unitKey, releaseReason }) => [unitKey, releaseReason])).toEqual([
      ['7:1', null],
      ['7:2', 'denied'],
      ['7:3', 'denied'],
    ]);
  });

  it('many at once get each a charge of their own', async () => {
    const seasons = Array.from({ length: 30 }, (_, index) => index + 1);
    await fixture.take(1, ana, seasonUnits(7, seasons, 'season'));
    const paidBy = new Map((await fixture.charges()).map(({ id, unitKey }) => [id, unitKey]));
    for (const { chargeId, unitKey } of await fixture.items()) expect(paidBy.get(chargeId)).toBe(unitKey);
    expect(paidBy.size).toBe(30);
  });
});

describe('what a request gives back', () => {
  it.each(['cancelled', 'denied', 'no_op'] as const)('doc 4 section 1.18: is marked as %s', async (reason) => {
    await fixture.take(1, ana, [filmUnit(1)]);
    await fixture.clock.leap(5);
    expect(await fixture.giveBack(1, { reason })).toEqual([ana.userId]);
    const at = fixture.clock.now();
    expect(await fixture.charges()).toMatchObject([{ refundedAt: at, refundReason: reason, resetId: null }]);
    expect(await fixture.items()).toMatchObject([{ releasedAt: at, releaseReason: reason }]);
  });

  it('doc 2 section 3: is nothing once its delivery has begun', async () => {
    await fixture.take(1, ana, [filmUnit(1)]);
    await fixture.begin(1);
    expect(await fixture.giveBack(1)).toEqual([]);
    expect(await fixture.used(ana)).toBe(1);
  });

  it('doc 2 section 3: keeps the first marker when a delivery is tried again', async () => {
    await fixture.take(1, ana, [filmUnit(1)]);
    const first = fixture.clock.now();
    await fixture.begin(1);
    await fixture.clock.leap(5);
    await fixture.begin(1);
    await fixture.take(1, ana, [filmUnit(1)]);
    expect(await fixture.items()).toMatchObject([{ deliveryStartedAt: first }]);
  });

  it('doc 2 section 3: leaves the marker of a pilot that is widened to its season', async () => {
    await fixture.take(1, ana, seasonUnits(7, [1], 'pilot'));
    await fixture.begin(1);
    await fixture.take(1, ana, seasonUnits(7, [1], 'season'));
    expect(await fixture.items()).toMatchObject([{ work: 'season', deliveryStartedAt: fixture.clock.now() }]);
    expect(await fixture.giveBack(1)).toEqual([]);
  });

  it('doc 2 section 3: is never begun afterwards', async () => {
    await fixture.take(1, ana, seasonUnits(7, [1, 2], 'season'));
    await fixture.giveBack(1, { reason: 'denied', keys: ['7:2'] });
    await fixture.begin(1);
    expect(await fixture.items()).toMatchObject([
      { unitKey: '7:1', deliveryStartedAt: fixture.clock.now() },
      { unitKey: '7:2', deliveryStartedAt: null },
    ]);
  });

  it('doc 4 section 1.15: of a delivery that began for one season is the other one', async () => {
    await fixture.take(1, ana, seasonUnits(7, [1, 2], 'season'));
    await fixture.begin(1, ['7:2']);
    await fixture.giveBack(1, { reason: 'no_op' });
    expect(await fixture.used(ana, 'tv')).toBe(1);
    expect(await fixture.items()).toMatchObject([
      { unitKey: '7:1', releaseReason: 'no_op', deliveryStartedAt: null },
      { unitKey: '7:2', releaseReason: null, deliveryStartedAt: fixture.clock.now() },
    ]);
  });

  it('doc 4 section 1.15: keeps a shared charge while another request wants it', async () => {
    await fixture.take(1, ana, seasonUnits(7, [1], 'pilot'));
    await fixture.take(2, ana, seasonUnits(7, [1], 'season'));
    expect(await fixture.giveBack(1)).toEqual([]);
    expect(await fixture.used(ana, 'tv')).toBe(1);
    expect(await fixture.giveBack(2)).toEqual([ana.userId]);
    expect(await fixture.used(ana, 'tv')).toBe(0);
  });

  it('is not given back a second time after a reset, and keeps its record', async () => {
    await fixture.take(1, ana, [filmUnit(1)]);
    await fixture.database.write((tx) =>
      fixture.allowances.reset(tx, ana, { adminId: 99, kinds: ['movie'] }, fixture.clock.now()),
    );
    await fixture.giveBack(1);
    expect(await fixture.charges()).toMatchObject([{ refundReason: 'reset' }]);
  });

  it('may be taken again by the same request, at its price', async () => {
    await limitFilms(1);
    await fixture.take(1, ana, [filmUnit(1)]);
    await fixture.giveBack(1);
    await fixture.take(2, ana, [filmUnit(2)]);
    expect(await errorOf(fixture.take(1, ana, [filmUnit(1)]))).toMatchObject(EXCEEDED);
    await fixture.giveBack(2);
    expect(await fixture.take(1, ana, [filmUnit(1)])).toBe(true);
    expect(await fixture.used(ana)).toBe(1);
    expect(await fixture.items()).toMatchObject([{ requestId: 1, releasedAt: null }, { requestId: 2 }]);
  });
});
