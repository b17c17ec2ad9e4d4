import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HELD_RIGHT } from '../../../../test/harness/acting-administrator.js';
import { AllowanceFixture } from '../../../../test/harness/allowance-fixture.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import type { ActingAdministrator, Caller } from '../../../core/access/caller.js';
import { QuotaChargeRow, QuotaResetRow } from '../rows.js';
import { filmUnit, seasonUnits } from '../pricing/quota-price.js';
import { RequestQuotaChanged } from '../quotas.events.js';
import { UNLIMITED } from '../rules/allowance-rule.js';
import type { Spender } from './quota.service.js';

const DAY = 86_400_000;
const FIVE_FILMS = { movie: { count: 5, windowDays: 30 } } as const;

let fixture: AllowanceFixture;
let ana: Spender;
let admin: ActingAdministrator;
let published: number[];

beforeEach(async () => {
  fixture = await AllowanceFixture.open();
  ana = await fixture.person('ana');
  const { userId } = await fixture.person('admin', 'admin');
  admin = { userId, username: 'admin', role: 'admin', deviceId: 'd', kids: false, ...HELD_RIGHT };
  published = [];
  fixture.events.on(RequestQuotaChanged, (event) => void published.push(event.userId));
});
afterEach(() => fixture.close());

const filmRule = async () => (await fixture.fixture.ofAccount(ana.userId)).allowances[0]?.rule;

describe('the rules of the household', () => {
  it('doc 4 section 1.18: are without limits over seven days at first', async () => {
    expect(await fixture.fixture.defaults()).toEqual({
      movie: UNLIMITED,
      tv: UNLIMITED,
      ebook: UNLIMITED,
      audiobook: UNLIMITED,
      music: UNLIMITED,
    });
  });

  it('doc 2 section 4 rule 3: change where a kind is named, so that an older client erases nothing', async () => {
    await fixture.fixture.changeDefaults(admin, { audiobook: { count: 0, windowDays: 1 } });
    const rules = await fixture.fixture.changeDefaults(admin, FIVE_FILMS);
    expect(rules).toMatchObject({ ...FIVE_FILMS, audiobook: { count: 0, windowDays: 1 }, ebook: UNLIMITED });
    expect(await fixture.fixture.defaults()).toEqual(rules);
    expect(await fixture.fixture.changeDefaults(admin, {})).toEqual(rules);
  });

  it('doc 4 section 1.19: publish their change for every account', async () => {
    await fixture.fixture.changeDefaults(admin, FIVE_FILMS);
    expect(published).toEqual([ana.userId, admin.userId]);
  });
});

describe('the rules of an account', () => {
  it("doc 2 section 2: replace the household's until they are given back", async () => {
    await fixture.fixture.changeDefaults(admin, FIVE_FILMS);
    expect(await filmRule()).toEqual({ count: 5, windowDays: 30, source: 'default' });
    await fixture.fixture.changeAccount(admin, ana.userId, { movie: { count: null, windowDays: 1 } });
    expect(await filmRule()).toEqual({ count: null, windowDays: 1, source: 'override' });
    await fixture.fixture.changeAccount(admin, ana.userId, { tv: { count: 1, windowDays: 1 } });
    expect(await filmRule()).toEqual({ count: null, windowDays: 1, source: 'override' });
    await fixture.fixture.changeAccount(admin, ana.userId, { movie: null });
    expect(await filmRule()).toEqual({ count: 5, windowDays: 30, source: 'default' });
  });

  it('are separate for each account, and the caller sees their own', async () => {
    await fixture.fixture.changeAccount(admin, ana.userId, FIVE_FILMS);
    expect((await fixture.fixture.own(admin)).allowances[0]?.rule).toEqual({ ...UNLIMITED, source: 'default' });
    const caller: Caller = { ...admin, ...ana, username: 'ana' };
    expect(await fixture.fixture.own(caller)).toEqual(await fixture.fixture.ofAccount(ana.userId));
  });

  it('doc 4 section 1.19: publish their change for that account', async () => {
    await fixture.fixture.changeAccount(admin, ana.userId, FIVE_FILMS);
    expect(published).toEqual([ana.userId]);
  });

  it('are forgotten with the account', async () => {
    await fixture.fixture.changeAccount(admin, ana.userId, FIVE_FILMS);
    await fixture.database.write((tx) => fixture.saved.forgetRules(tx, ana.userId));
    expect(await filmRule()).toEqual({ ...UNLIMITED, source: 'default' });
  });
});

describe('the allowances of all accounts', () => {
  it('issue 46: are, by id, those that each has: rules of its own, what it took and got back, exemption', async () => {
    await fixture.limit(FIVE_FILMS);
    const ben = await fixture.person('ben');
    await fixture.fixture.changeAccount(admin, ben.userId, { movie: { count: 1, windowDays: 1 }, tv: null });
    await fixture.take(1, ana, [filmUnit(1), filmUnit(2)]);
    await fixture.clock.leap(DAY / 2);
    for (const [request, taker] of [ben, ana, admin].entries()) await fixture.take(request + 2, taker, [filmUnit(3)]);
    await fixture.giveBack(3);
    const all = await fixture.fixture.ofEverybody();
    expect(all.map(({ account }) => account.username)).toEqual(['ana', 'admin', 'ben']);
    for (const { account, view } of all) expect(view).toEqual(await fixture.fixture.ofAccount(account.userId));
    expect(
      all.map(({ view: { exempt, allowances } }) => [exempt, allowances[0]?.used, allowances[0]?.remaining]),
    ).toEqual([
      [false, 2, 3],
      [true, 1, null],
      [false, 1, 0],
    ]);
  });

  it('issue 46: cost as many statements for five accounts as for two', async () => {
    const people = [ana, admin, ...(await Promise.all(['ben', 'cleo', 'dan'].map((name) => fixture.person(name))))];
    const statements = (count: number): Promise<number> =>
      fixture.database.read(async (tx) => {
        const asked = vi.spyOn(tx, 'query');
        await fixture.allowances.viewEach(tx, people.slice(0, count), fixture.clock.now());
        const { length } = asked.mock.calls;
        asked.mockRestore();
        return length;
      });
    expect([await statements(2), await statements(5)]).toEqual([3, 3]);
  });
});

describe('a reset', () => {
  beforeEach(async () => {
    await fixture.take(1, ana, [filmUnit(1)]);
    await fixture.clock.leap(8 * DAY);
    await fixture.take(2, ana, [filmUnit(2)]);
    await fixture.take(3, ana, seasonUnits(7, [1], 'season'));
  });

  it('doc 2 section 4 rule 2: clears the named kinds, and records who did it', async () => {
    const view = await fixture.fixture.reset(admin, ana.userId, ['movie']);
    expect(view.allowances.map(({ used }) => used)).toEqual([0, 1, 0, 0, 0]);
    const now = fixture.clock.now();
    const [record] = await fixture.database.read((tx) => tx.find(QuotaResetRow));
    expect(record).toMatchObject({
      userId: ana.userId,
      adminId: admin.userId,
      allowances: 'movie',
      restoredUnits: 1,
      createdAt: now,
    });
    const charges = await fixture.database.read((tx) => tx.findBy(QuotaChargeRow, { mediaType: 'movie' }));
    for (const charge of charges)
      expect(charge).toMatchObject({ refundedAt: now, refundReason: 'reset', resetId: record?.id });
    expect(published).toEqual([ana.userId]);
  });

  it('doc 2 section 4 rule 2: clears for good: no longer window brings back what it cleared', async () => {
    await fixture.fixture.reset(admin, ana.userId, ['movie', 'tv']);
    const view = await fixture.fixture.changeAccount(admin, ana.userId, { movie: { count: 9, windowDays: 30 } });
    expect(view.allowances.map(({ used }) => used)).toEqual([0, 0, 0, 0, 0]);
  });

  it('leaves others alone', async () => {
    const ben = await fixture.person('ben');
    await fixture.take(4, ben, [filmUnit(1)]);
    await fixture.fixture.reset(admin, ana.userId, ['movie']);
    expect(await fixture.used(ben)).toBe(1);
  });
});

describe('an account that there is not', () => {
  it.each([
    ['read', () => fixture.fixture.ofAccount(404)],
    ['changed', () => fixture.fixture.changeAccount(admin, 404, FIVE_FILMS)],
    ['reset', () => fixture.fixture.reset(admin, 404, ['movie'])],
  ])('doc 4 section 1.18: is 404 when it is %s, and publishes nothing', async (_verb, act) => {
    expect(await errorOf(act())).toMatchObject({ status: 404 });
    expect(published).toEqual([]);
  });
});

describe('a storage that is closed', () => {
  it.each([
    ['the own allowances', () => fixture.fixture.own(admin)],
    ['the defaults', () => fixture.fixture.defaults()],
    ['a change of the defaults', () => fixture.fixture.changeDefaults(admin, FIVE_FILMS)],
    ['an account', () => fixture.fixture.ofAccount(ana.userId)],
    ['all accounts', () => fixture.fixture.ofEverybody()],
    ['a change of an account', () => fixture.fixture.changeAccount(admin, ana.userId, FIVE_FILMS)],
    ['a reset', () => fixture.fixture.reset(admin, ana.userId, ['movie'])],
  ])('doc 4 section 1.18: answers 503 for %s', async (_what, act) => {
    await fixture.database.close();
    expect(await errorOf(act())).toMatchObject({
      status: 503,
      safeText: 'request allowances temporarily unavailable',
    });
    expect(published).toEqual([]);
  });
});
