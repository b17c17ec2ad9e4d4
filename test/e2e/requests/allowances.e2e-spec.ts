import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { QuotaChargeRow, UserQuotaRow } from '../../../src/modules/quotas/rows.js';
import { RequestQuotaChanged } from '../../../src/modules/quotas/quotas.public.js';
import { manualPromise } from '../../harness/manual-promise.js';
import { counts } from '../../harness/full-counts.js';
import type { Answer } from '../../harness/http-client.js';
import { inWaves } from '../../harness/in-waves.js';
import type { Session } from '../../harness/start-app.js';
import { Household } from './household.js';

const DAY = 86_400_000;
const LIST = 'GET /api/v3/movie';

let household: Household;
let admin: Session;
let ana: Session;
let published: number[];

beforeAll(async () => {
  household = await Household.open({ isReusable: true });
  household.app.get(EventBus).on(RequestQuotaChanged, ({ userId }) => void published.push(userId));
});
beforeEach(async () => {
  await household.startOver();
  ({ admin, ana } = household);
  published = [];
});
afterAll(() => household.close());

/** The household's rule for films; what it makes known is not of interest. */
const limit = async (count: number | null, window_days = 7): Promise<void> => {
  const allowances = [{ media_type: 'movie', count, window_days }];
  expect((await admin.put('/api/admin/request-quotas', { allowances })).status).toBe(200);
  published.length = 0;
};
const preview = (session: Session, tmdb_id: number, fields = {}): Promise<Answer> =>
  session.post('/api/requests/preview', { media_type: 'movie', tmdb_id, ...fields });
const filmsUsed = async (session = ana): Promise<number> => {
  const { body } = await session.get('/api/me/request-quotas');
  return (body as { allowances: { used: number }[] }).allowances[0]?.used ?? NaN;
};
const statuses = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

/** A film that the library has, with a file or awaiting one. */
const filmThere = (fields: { readonly hasFile: boolean }): number => {
  const tmdbId = household.film();
  household.app.radarr.given.movie({ tmdbId, title: 'There', year: 2024, monitored: true, ...fields });
  return tmdbId;
};

describe('submissions at once', () => {
  const many = counts({ always: 24, full: 500 });

  it(`security 16: of ${many} against a limit of ten, exactly ten are accepted`, async () => {
    await limit(10);
    const films = Array.from({ length: many }, () => household.film());
    const answers = await inWaves(films, (film) => household.ask(ana, film));
    expect(statuses(answers, 200)).toBe(10);
    expect(statuses(answers, 429)).toBe(many - 10);
    expect(await filmsUsed()).toBe(10);
    expect(await household.rows()).toHaveLength(10);
  }, 120_000);

  it('doc2 §4 rule 1: of the same film spend one unit', async () => {
    await limit(1);
    const film = household.film();
    const answers = await Promise.all(Array.from({ length: 20 }, () => household.ask(ana, film)));
    expect(statuses(answers, 200)).toBe(20);
    expect(await filmsUsed()).toBe(1);
    expect(await household.rows()).toHaveLength(1);
    expect(published).toEqual([ana.userId]);
  });

  it('security 16: a storm of withdrawals and new requests leaves one unit for each open request', async () => {
    await limit(3);
    await household.needApproval();
    const films = Array.from({ length: 6 }, () => household.film());
    for (let round = 0; round < counts({ always: 2, full: 5 }); round++) {
      await Promise.all(
        films.map(async (film) => {
          const asked = await household.ask(ana, film);
          const { request_id: id } = asked.body as { request_id?: number };
          if (id !== undefined) await Promise.all([household.act(ana, id, 'cancel'), household.ask(ana, film)]);
        }),
      );
      const pending = (await household.rows()).filter(({ status }) => status === 'pending');
      expect(pending.length).toBeLessThanOrEqual(3);
      expect(await filmsUsed()).toBe(pending.length);
      for (const { id } of pending) await household.act(ana, id, 'cancel');
      expect(await filmsUsed()).toBe(0);
    }
    const answers = await Promise.all(films.map((film) => household.ask(ana, film)));
    expect(statuses(answers, 200)).toBe(3);
  });
});

describe('a refusal', () => {
  it('doc4 §1.18: says what it draws on and when it fits; the window frees it exactly then', async () => {
    const [first, second] = [household.film(), household.film()];
    await limit(1, 1);
    const at = household.app.clock.now() + DAY;
    await household.ask(ana, first);
    const refused = await household.ask(ana, second);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      error: 'Request allowance exceeded: 1 film asked for, 0 of 1 in a day left.',
      code: 'request_quota_exceeded',
      params: {
        shortfalls: {
          code: 'allowance_shortfall',
          params: {
            asked: 1,
            units: { code: 'allowance_film', params: {}, text: 'film' },
            left: 0,
            count: 1,
            window: { code: 'allowance_day', params: {}, text: 'a day' },
          },
          text: '1 film asked for, 0 of 1 in a day left',
        },
      },
      allowances: [
        {
          media_type: 'movie',
          count: 1,
          window_days: 1,
          source: 'default',
          used: 1,
          remaining: 0,
          next_replenishes_at: new Date(at).toISOString(),
          fully_replenishes_at: new Date(at).toISOString(),
          requested_units: 1,
        },
      ],
      earliest_fits_at: new Date(at).toISOString(),
      reduce_selection: false,
    });
    expect(await household.rows()).toHaveLength(1);
    await household.app.clock.leap(at - household.app.clock.now() - 1);
    ana = await household.app.refresh(ana);
    expect((await household.ask(ana, second)).status).toBe(429);
    await household.app.clock.advance(1);
    expect((await household.ask(ana, second)).status).toBe(200);
  });

  it('doc4 §1.18: is not given for what the library is quick to prove that it has', async () => {
    await limit(0);
    const film = filmThere({ hasFile: true });
    const answer = await household.ask(ana, film);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'available', message: 'Already in the library.' });
    expect(await household.rows()).toEqual([]);
  });

  it('doc4 §1.18: waits for the library no longer than 250 ms', async () => {
    await limit(0);
    const film = filmThere({ hasFile: true });
    const { promise, resolve } = manualPromise();
    household.app.radarr.route(LIST, async () => {
      await promise;
      return { body: [] };
    });
    const looked = household.app.radarr.nextCall(LIST);
    const asked = household.ask(ana, film);
    await looked;
    await household.app.clock.advance(250);
    expect((await asked).status).toBe(429);
    resolve();
  });

  it('doc2 §4 rule 3: keeps nothing: neither request, job nor charge, and publishes nothing', async () => {
    await limit(0);
    await household.ask(ana, household.film());
    await household.app.deliver();
    expect(await household.rows()).toEqual([]);
    expect(await filmsUsed()).toBe(0);
    expect(published).toEqual([]);
    expect(household.app.radarr.calls('POST /api/v3/movie')).toEqual([]);
  });
});

describe('what a request has spent', () => {
  it('doc4 §1.18: is refunded when it is withdrawn by its requester or an administrator', async () => {
    await household.needApproval();
    const [first, second] = [household.film(), household.film()];
    const own = await household.requestOf(ana, first);
    const other = await household.requestOf(ana, second);
    expect(await filmsUsed()).toBe(2);
    await household.act(ana, own, 'cancel');
    expect(await filmsUsed()).toBe(1);
    await household.act(admin, other, 'cancel');
    expect(await filmsUsed()).toBe(0);
    expect(published).toEqual(Array(4).fill(ana.userId));
  });

  it('doc4 §1.9: is refunded when it is denied', async () => {
    await limit(1);
    await household.needApproval();
    const id = await household.requestOf(ana, household.film());
    expect((await household.deny(id, { reason: 'no' })).status).toBe(200);
    expect(await filmsUsed()).toBe(0);
    expect(published).toEqual([ana.userId, ana.userId]);
    expect((await household.ask(ana, household.film())).status).toBe(200);
  });

  it('doc2 §4 rule 1: an approval, a repeat and a retry add nothing to it', async () => {
    await household.needApproval();
    household.app.radarr.given.rootFolders([]);
    const film = household.film();
    const id = await household.requestOf(ana, film);
    await household.approve(id);
    await household.app.deliver();
    await household.act(ana, id, 'retry');
    await household.ask(ana, film);
    expect(await filmsUsed()).toBe(1);
    expect(published).toEqual([ana.userId]);
  });

  it('doc4 §1.17: is refunded after a delivery that found the film there and changed nothing', async () => {
    const [awaited, held] = [filmThere({ hasFile: false }), filmThere({ hasFile: true })];
    const ids = [await household.requestOf(ana, awaited), await household.requestOf(ana, held)];
    await household.app.deliver();
    for (const id of ids) expect(await household.job(id)).toMatchObject({ state: 'complete', deliveryStartedAt: null });
    expect(await filmsUsed()).toBe(0);
    expect(published).toEqual(Array(4).fill(ana.userId));
  });

  it('doc4 §1.7: stays spent when a delivery that had begun is withdrawn', async () => {
    household.app.radarr.fail('POST /api/v3/movie', 503);
    const id = await household.delivered(ana, household.film());
    expect(await household.job(id)).toMatchObject({ state: 'retry', deliveryStartedAt: expect.any(Number) });
    expect((await household.act(ana, id, 'cancel')).status).toBe(200);
    expect(await filmsUsed()).toBe(1);
    expect(published).toEqual([ana.userId]);
  });

  it('doc4 decisions: is given back and its rules forgotten with the account, and its history is kept', async () => {
    await household.needApproval();
    await household.requestOf(ana, household.film());
    await admin.put(`/api/admin/users/${ana.userId}/request-quotas`, {
      allowances: [{ media_type: 'movie', count: 9, window_days: 1 }],
    });
    await admin.delete(`/api/admin/users/${ana.userId}`);
    const { charges, rules } = await household.app.get(Database).read(async (tx) => ({
      charges: await tx.findBy(QuotaChargeRow, { userId: ana.userId }),
      rules: await tx.findBy(UserQuotaRow, { userId: ana.userId }),
    }));
    expect(charges).toMatchObject([{ userId: ana.userId, refundReason: 'cancelled' }]);
    expect(rules).toEqual([]);
  });

  it('doc4 decisions: is given back when the account goes in the middle of a delivery that has not begun', async () => {
    const letGo = await household.holdDelivery(() => household.requestOf(ana, household.film()));
    await admin.delete(`/api/admin/users/${ana.userId}`);
    letGo();
    await household.app.deliver();
    const { userId } = ana;
    const [charge] = await household.app.get(Database).read((tx) => tx.findBy(QuotaChargeRow, { userId }));
    expect(charge).toMatchObject({ refundReason: 'cancelled' });
  });

  it('doc4 §1.18: of an administrator is recorded and never limited', async () => {
    await limit(0);
    expect((await household.ask(admin, household.film())).status).toBe(200);
    const { body } = await admin.get('/api/me/request-quotas');
    expect(body).toMatchObject({ exempt: true, allowances: [{ used: 1, remaining: null }, {}, {}, {}, {}] });
  });

  it('doc2 §4 rule 1: spans libraries', async () => {
    await limit(1);
    const other = await household.addLibrary();
    await household.assign(other.id, 'add', ana);
    const film = household.film();
    expect((await household.ask(ana, film)).status).toBe(200);
    expect((await household.ask(ana, film, { instance_id: other.id })).status).toBe(429);
  });
});

describe('a preview', () => {
  it('doc4 §1.18: reports the price and whether it fits, and reserves nothing', async () => {
    await limit(2);
    const film = household.film();
    const at = new Date(household.app.clock.now()).toISOString();
    const { status, body } = await preview(ana, film);
    expect(status).toBe(200);
    expect(body).toEqual({
      exempt: false,
      as_of: at,
      allowances: [
        { media_type: 'movie', count: 2, window_days: 7, source: 'default', used: 0, remaining: 2, requested_units: 1 },
        ...(['tv', 'book', 'book', 'music'] as const).map((media_type) =>
          expect.objectContaining({ media_type, count: null, used: 0, remaining: null }),
        ),
      ],
      fits: true,
      reduce_selection: false,
    });
    expect(await filmsUsed()).toBe(0);
    expect(await household.rows()).toEqual([]);
    expect(published).toEqual([]);
  });

  it('doc4 §1.18: of what does not fit is a 200 that reports when it will', async () => {
    await limit(1, 30);
    const at = new Date(household.app.clock.now() + 30 * DAY).toISOString();
    await household.ask(ana, household.film());
    const { status, body } = await preview(ana, household.film());
    expect(status).toBe(200);
    expect(body).toMatchObject({ fits: false, earliest_fits_at: at, reduce_selection: false, next_change_at: at });
  });

  it.each([
    ['the library has', () => Promise.resolve(filmThere({ hasFile: true }))],
    [
      'is asked for already',
      async () => {
        const film = household.film();
        await household.ask(ana, film);
        return film;
      },
    ],
    [
      'was delivered, after its window',
      async () => {
        const film = household.film();
        await limit(null, 1);
        await household.delivered(ana, film);
        await household.app.clock.leap(DAY);
        admin = await household.app.refresh(admin);
        ana = await household.app.refresh(ana);
        expect(await filmsUsed()).toBe(0);
        return film;
      },
    ],
  ])('doc2 §4 rule 1: of what %s costs nothing', async (_case, given) => {
    const film = await given();
    await limit(0, 1);
    const { body } = await preview(ana, film);
    expect(body).toMatchObject({ fits: true });
    expect((body as { allowances: object[] }).allowances[0]).not.toHaveProperty('requested_units');
  });

  it('doc4 decisions: of what an unreadable library might have is priced', async () => {
    household.app.radarr.fail(LIST, 503, Infinity);
    expect((await preview(ana, household.film())).body).toMatchObject({
      allowances: [{ requested_units: 1 }, {}, {}, {}, {}],
    });
  });

  it('doc4 §1.10: is refused where a request would be', async () => {
    const other = await household.addLibrary();
    expect((await preview(ana, household.film(), { instance_id: other.id })).status).toBe(403);
    expect((await preview(ana, household.film(), { instance_id: 'none' })).status).toBe(400);
    expect((await preview(ana, 0)).status).toBe(400);
    expect((await preview(ana, 2_000_000_000)).status).toBe(404);
  });
});

describe('the administration of allowances', () => {
  const path = () => `/api/admin/users/${ana.userId}/request-quotas`;

  it("doc4 §1.18: sets an account's own rule, gives it back, and clears what was used", async () => {
    await limit(1);
    await household.ask(ana, household.film());
    published = [];
    const set = await admin.put(path(), { allowances: [{ media_type: 'movie', count: 3, window_days: 30 }] });
    expect(set.body).toMatchObject({
      allowances: [{ count: 3, window_days: 30, source: 'override', used: 1, remaining: 2 }, {}, {}, {}, {}],
    });
    expect((await household.ask(ana, household.film())).status).toBe(200);
    const inherited = await admin.put(path(), { allowances: [{ media_type: 'movie', inherit: true }] });
    expect(inherited.body).toMatchObject({
      allowances: [{ count: 1, source: 'default', used: 2, remaining: 0 }, {}, {}, {}, {}],
    });
    const reset = await admin.post(`${path()}/reset`, { allowances: [{ media_type: 'movie' }] });
    expect(reset.status).toBe(200);
    expect(reset.body).toMatchObject({ allowances: [{ used: 0, remaining: 1 }, {}, {}, {}, {}] });
    expect(await household.rows()).toHaveLength(2);
    expect(published).toEqual(Array(4).fill(ana.userId));
    expect((await household.ask(ana, household.film())).status).toBe(200);
  });

  it('issue 46: the limits of all people are what each has, with their names, administrators exempt', async () => {
    await limit(1);
    await household.ask(ana, household.film());
    await admin.put(path(), { allowances: [{ media_type: 'tv', count: 3, window_days: 30 }] });
    const { status, headers, body } = await admin.get('/api/admin/users/limits');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const each = [];
    for (const { userId, username } of [admin, ana]) {
      const one = await admin.get(`/api/admin/users/${userId}/request-quotas`);
      each.push({ user_id: userId, username, ...(one.body as object) });
    }
    const { users } = body as { users: readonly { readonly user_id: number }[] };
    expect(users.filter(({ user_id }) => [admin.userId, ana.userId].includes(user_id))).toEqual(each);
    expect(each).toMatchObject([
      { exempt: true },
      { exempt: false, allowances: [{ used: 1 }, { count: 3 }, {}, {}, {}] },
    ]);
  });

  it('doc4 §0: refuses unknown fields, trailing data and large bodies', async () => {
    const rule = { media_type: 'movie', count: 1, window_days: 7 };
    const put = (body: unknown) => admin.put('/api/admin/request-quotas', body);
    expect((await put({ allowances: [{ ...rule, more: 1 }] })).body).toEqual({
      error: 'unknown field in the request body',
      code: 'unknown_field',
    });
    expect((await put({ allowances: [rule], more: 1 })).status).toBe(400);
    expect((await put(`${JSON.stringify({ allowances: [rule] })} {}`)).status).toBe(400);
    expect((await put({ allowances: [rule], more: 'x'.repeat(64 * 1024) })).status).toBe(413);
    const { body } = await admin.get('/api/admin/request-quotas');
    expect(body).toMatchObject({ allowances: [{ media_type: 'movie', count: null }, {}, {}, {}, {}] });
  });
});

it('doc2 §4 rule 3: a rule that can not be read accepts nothing: 503 with the documented text, and nothing is kept', async () => {
  const unavailable = { error: 'request allowances temporarily unavailable', code: 'request_allowances_unavailable' };
  await limit(5);
  await household.app.get(Database).write((tx) => tx.query('UPDATE request_quota_defaults SET window_days = 8'));
  const answers = [
    await household.ask(ana, household.film()),
    await preview(ana, household.film()),
    await ana.get('/api/me/request-quotas'),
    await admin.get('/api/admin/request-quotas'),
    await admin.get('/api/admin/users/limits'),
  ];
  for (const { status, body } of answers) expect([status, body]).toEqual([503, unavailable]);
  expect(await household.rows()).toEqual([]);
});

describe('storage that can not be read', () => {
  let shared: Household;

  beforeEach(async () => {
    shared = household;
    household = await Household.open();
    ({ admin, ana } = household);
  });
  afterEach(async () => {
    await household.close();
    household = shared;
  });

  it('doc2 §4 rule 3: withdraws nothing while what it has spent can not be given back', async () => {
    await household.needApproval();
    const id = await household.requestOf(ana, household.film());
    await household.app.get(Database).write((tx) => tx.query('DROP TABLE request_quota_items'));
    expect((await household.act(ana, id, 'cancel')).status).toBe(503);
    expect((await household.deny(id)).status).toBe(503);
    expect(await household.row(id)).toMatchObject({ status: 'pending' });
  });
});
