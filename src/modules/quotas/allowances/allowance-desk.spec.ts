import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { STANDING } from '../../../../test/harness/acting-administrator.js';
import { AllowanceStand } from '../../../../test/harness/allowance-stand.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import type { ActingAdministrator, Caller } from '../../../core/access/caller.js';
import { QuotaChargeRow } from '../charges/quota-charge-row.entity.js';
import { QuotaResetRow } from '../charges/quota-reset-row.entity.js';
import { filmUnit, seasonUnits } from '../pricing/quota-unit.js';
import { RequestQuotaChanged } from '../quotas.events.js';
import { UNLIMITED } from '../rules/allowance-rule.js';
import type { Spender } from './allowances.js';

const DAY = 86_400_000;
const FIVE_FILMS = { movie: { count: 5, windowDays: 30 } } as const;

let stand: AllowanceStand;
let ana: Spender;
let admin: ActingAdministrator;
let told: number[];

beforeEach(async () => {
  stand = await AllowanceStand.open();
  ana = await stand.person('ana');
  const { userId } = await stand.person('admin', 'admin');
  admin = { userId, username: 'admin', role: 'admin', deviceId: 'd', kids: false, ...STANDING };
  told = [];
  stand.events.on(RequestQuotaChanged, (event) => void told.push(event.userId));
});
afterEach(() => stand.close());

const filmRule = async () => (await stand.desk.ofAccount(ana.userId)).allowances[0]?.rule;

describe('the rules of the household', () => {
  it('doc 4 section 1.18: are without limits over seven days at first', async () => {
    expect(await stand.desk.defaults()).toEqual({
      movie: UNLIMITED,
      tv: UNLIMITED,
      ebook: UNLIMITED,
      audiobook: UNLIMITED,
      music: UNLIMITED,
    });
  });

  it('doc 2 section 4 rule 3: change where a kind is named, so that an older client erases nothing', async () => {
    await stand.desk.changeDefaults(admin, { audiobook: { count: 0, windowDays: 1 } });
    const rules = await stand.desk.changeDefaults(admin, FIVE_FILMS);
    expect(rules).toMatchObject({ ...FIVE_FILMS, audiobook: { count: 0, windowDays: 1 }, ebook: UNLIMITED });
    expect(await stand.desk.defaults()).toEqual(rules);
    expect(await stand.desk.changeDefaults(admin, {})).toEqual(rules);
  });

  it('doc 4 section 1.19: tell everybody that they changed', async () => {
    await stand.desk.changeDefaults(admin, FIVE_FILMS);
    expect(told).toEqual([ana.userId, admin.userId]);
  });
});

describe('the rules of an account', () => {
  it("doc 2 section 2: replace the household's until they are given back", async () => {
    await stand.desk.changeDefaults(admin, FIVE_FILMS);
    expect(await filmRule()).toEqual({ count: 5, windowDays: 30, source: 'default' });
    await stand.desk.changeAccount(admin, ana.userId, { movie: { count: null, windowDays: 1 } });
    expect(await filmRule()).toEqual({ count: null, windowDays: 1, source: 'override' });
    await stand.desk.changeAccount(admin, ana.userId, { tv: { count: 1, windowDays: 1 } });
    expect(await filmRule()).toEqual({ count: null, windowDays: 1, source: 'override' });
    await stand.desk.changeAccount(admin, ana.userId, { movie: null });
    expect(await filmRule()).toEqual({ count: 5, windowDays: 30, source: 'default' });
  });

  it('are nobody else’s, and the caller sees their own', async () => {
    await stand.desk.changeAccount(admin, ana.userId, FIVE_FILMS);
    expect((await stand.desk.own(admin)).allowances[0]?.rule).toEqual({ ...UNLIMITED, source: 'default' });
    const caller: Caller = { ...admin, ...ana, username: 'ana' };
    expect(await stand.desk.own(caller)).toEqual(await stand.desk.ofAccount(ana.userId));
  });

  it('doc 4 section 1.19: tell that account that they changed', async () => {
    await stand.desk.changeAccount(admin, ana.userId, FIVE_FILMS);
    expect(told).toEqual([ana.userId]);
  });

  it('are forgotten with the account', async () => {
    await stand.desk.changeAccount(admin, ana.userId, FIVE_FILMS);
    await stand.database.write((tx) => stand.rules.forget(tx, ana.userId));
    expect(await filmRule()).toEqual({ ...UNLIMITED, source: 'default' });
  });
});

describe('a reset', () => {
  beforeEach(async () => {
    await stand.take(1, ana, [filmUnit(1)]);
    await stand.clock.leap(8 * DAY);
    await stand.take(2, ana, [filmUnit(2)]);
    await stand.take(3, ana, seasonUnits(7, [1], 'season'));
  });

  it('doc 2 section 4 rule 2: clears the kinds that are named, and keeps a record of who did it', async () => {
    const view = await stand.desk.reset(admin, ana.userId, ['movie']);
    expect(view.allowances.map(({ used }) => used)).toEqual([0, 1, 0, 0, 0]);
    const now = stand.clock.now();
    const [record] = await stand.database.read((tx) => tx.find(QuotaResetRow));
    expect(record).toMatchObject({
      userId: ana.userId,
      adminId: admin.userId,
      allowances: 'movie',
      restoredUnits: 1,
      createdAt: now,
    });
    const charges = await stand.database.read((tx) => tx.findBy(QuotaChargeRow, { mediaType: 'movie' }));
    for (const charge of charges)
      expect(charge).toMatchObject({ refundedAt: now, refundReason: 'reset', resetId: record?.id });
    expect(told).toEqual([ana.userId]);
  });

  it('doc 2 section 4 rule 2: clears for good: no longer window brings back what it cleared', async () => {
    await stand.desk.reset(admin, ana.userId, ['movie', 'tv']);
    const view = await stand.desk.changeAccount(admin, ana.userId, { movie: { count: 9, windowDays: 30 } });
    expect(view.allowances.map(({ used }) => used)).toEqual([0, 0, 0, 0, 0]);
  });

  it('leaves others alone', async () => {
    const ben = await stand.person('ben');
    await stand.take(4, ben, [filmUnit(1)]);
    await stand.desk.reset(admin, ana.userId, ['movie']);
    expect(await stand.used(ben)).toBe(1);
  });
});

describe('an account that there is not', () => {
  it.each([
    ['read', () => stand.desk.ofAccount(404)],
    ['changed', () => stand.desk.changeAccount(admin, 404, FIVE_FILMS)],
    ['reset', () => stand.desk.reset(admin, 404, ['movie'])],
  ])('doc 4 section 1.18: is 404 when it is %s, and tells nobody', async (_verb, act) => {
    expect(await errorOf(act())).toMatchObject({ status: 404 });
    expect(told).toEqual([]);
  });
});

describe('a storage that is closed', () => {
  it.each([
    ['the own allowances', () => stand.desk.own(admin)],
    ['the defaults', () => stand.desk.defaults()],
    ['a change of the defaults', () => stand.desk.changeDefaults(admin, FIVE_FILMS)],
    ['an account', () => stand.desk.ofAccount(ana.userId)],
    ['a change of an account', () => stand.desk.changeAccount(admin, ana.userId, FIVE_FILMS)],
    ['a reset', () => stand.desk.reset(admin, ana.userId, ['movie'])],
  ])('doc 4 section 1.18: answers 503 for %s', async (_what, act) => {
    await stand.database.close();
    expect(await errorOf(act())).toMatchObject({
      status: 503,
      safeText: 'request allowances temporarily unavailable',
    });
    expect(told).toEqual([]);
  });
});
