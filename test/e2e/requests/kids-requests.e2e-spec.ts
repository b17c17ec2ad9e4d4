import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../harness/http-client.js';
import { damagePolicy, limitContent, ratedFilm } from '../../harness/kids-policy.js';
import type { Session } from '../../harness/start-app.js';
import { Household } from './household.js';
import { SeriesHousehold } from './series-household.js';
import { refusedWith } from '../../harness/refused-with.js';

const DETAIL = 'GET /3/movie/:id';
const LIBRARY_ADD = 'POST /api/v3/movie';

const NOT_AVAILABLE = { status: 404, body: { error: 'not available' } };
const CHANGED = { status: 503, body: refusedWith('content limits cannot be checked, retry shortly') };
const NOT_APPLIED = { status: 502, body: { error: 'content limits could not be applied' } };

describe('doc4 §1.10, security 19: requests of a kids account', () => {
  let household: Household;
  let kid: Session;
  let blocked: number;
  let shown: number;
  let letGo: () => void;

  beforeAll(async () => {
    household = await Household.open({ isReusable: true });
  });

  beforeEach(async () => {
    letGo = () => undefined;
    await household.startOver();
    kid = household.ana;
    shown = household.film();
    household.app.tmdb.given.film({ id: shown, title: 'Harbor Lights', ...ratedFilm('PG') });
    blocked = household.film();
    household.app.tmdb.given.film({ id: blocked, title: 'Night Harbor', ...ratedFilm('R') });
  });

  afterEach(() => letGo());

  afterAll(() => household.close());

  const limit = (policy = {}): Promise<void> => limitContent(household.admin, kid, policy);
  const statusOf = (tmdbId: number): Promise<Answer> => kid.get(`/api/requests/${tmdbId}/status`);
  const own = (): Promise<Answer> => kid.get('/api/requests');
  const nextAttempt = async (): Promise<void> => {
    await household.app.clock.leap(60_000);
    await household.app.deliver();
  };
  /** A request whose first attempt met a library that was out of reach for a moment; no library call is noted. */
  const waiting = async (tmdbId: number): Promise<number> => {
    household.app.radarr.fail('GET /api/v3/movie', 503);
    const id = await household.delivered(kid, tmdbId);
    expect(await household.job(id)).toMatchObject({ state: 'retry' });
    household.app.radarr.forgetCalls();
    return id;
  };
  /** Everything that a kids account may ask about a title. */
  const questions = (tmdbId: number): readonly (readonly [string, () => Promise<Answer>])[] => [
    ['create', () => household.ask(kid, tmdbId)],
    ['preview', () => household.preview(kid, tmdbId)],
    ['status', () => statusOf(tmdbId)],
  ];

  it('a film within the limits is requested, priced, delivered and shown as for other accounts', async () => {
    await limit();
    for (const [what, ask] of questions(shown)) expect([what, (await ask()).status]).toEqual([what, 200]);
    await household.app.deliver();
    expect(household.app.radarr.calls(LIBRARY_ADD)).toHaveLength(1);
    expect((await own()).body).toMatchObject([{ tmdb_id: shown }]);
  });

  it('a film outside of them is 404 "not available", nothing is saved and no library is asked', async () => {
    await limit();
    household.app.radarr.forgetCalls();
    for (const [what, ask] of questions(blocked)) expect([what, await ask()]).toMatchObject([what, NOT_AVAILABLE]);
    expect(await household.rows()).toEqual([]);
    expect(household.app.radarr.calls()).toEqual([]);
  });

  it('a film that the metadata provider does not know is 404, whatever the kid calls it', async () => {
    await limit({ block_unrated: false });
    expect(await household.ask(kid, 999_999, { title: 'Harbor Lights' })).toMatchObject(NOT_AVAILABLE);
  });

  it('doc2 §7: ratings that can not be looked up are 502, and nothing is saved', async () => {
    await limit();
    for (const [what, ask] of questions(shown)) {
      household.app.tmdb.fail(DETAIL, 503);
      expect([what, await ask()]).toMatchObject([what, NOT_APPLIED]);
    }
    expect(await household.rows()).toEqual([]);
  });

  it('doc2 §7: a policy that can not be read is 503, everywhere, and nothing is saved', async () => {
    await limit();
    await damagePolicy(household.app, kid);
    const reads = [
      ['own', own],
      ['options', () => kid.get('/api/requests/options')],
    ] as const;
    for (const [what, ask] of [...questions(shown), ...reads])
      expect([what, (await ask()).status]).toEqual([what, 503]);
    expect(await household.rows()).toEqual([]);
  });

  it('what it may choose is answered as ever', async () => {
    await limit();
    expect((await kid.get('/api/requests/options')).status).toBe(200);
  });

  it('another account is not concerned, and its ratings are not looked up', async () => {
    await limit();
    household.app.tmdb.forgetCalls();
    expect((await household.ask(household.admin, blocked)).status).toBe(200);
    expect(household.app.tmdb.calls().filter(({ query }) => query.append_to_response === 'release_dates')).toEqual([]);
  });

  it('its own requests for films that it may no longer see are left out, and their receipts are 404', async () => {
    const id = await household.requestOf(kid, blocked);
    await household.requestOf(kid, shown);
    await limit();
    expect((await own()).body).toMatchObject([{ tmdb_id: shown }]);
    expect(await household.receipt(kid, id)).toMatchObject(NOT_AVAILABLE);
  });

  it('web-app.md §6: of many states that of a hidden film is left out, as is one of which nobody knows', async () => {
    await limit();
    household.app.radarr.given.movie({ tmdbId: blocked, hasFile: true });
    await household.requestOf(household.admin, shown);
    await household.app.clock.leap(121_000);
    const unknown = 999_999;
    const answer = await kid.get(`/api/requests/statuses?movies=${shown},${blocked},${unknown}`);
    expect(Object.keys((answer.body as { movies: object }).movies)).toEqual([String(shown)]);
    const [alone, nobodys] = [
      await kid.get(`/api/requests/statuses?movies=${blocked}`),
      await kid.get(`/api/requests/statuses?movies=${unknown}`),
    ];
    expect([alone.status, alone.text]).toEqual([nobodys.status, nobodys.text]);
    expect(alone.body).toEqual({ movies: {}, series: {} });
    const other = await household.admin.get(`/api/requests/statuses?movies=${blocked}`);
    expect(other.body).toMatchObject({ movies: { [blocked]: { status: 'available' } } });
  });

  it('doc2 §7: many states are 502 where ratings can not be looked up, and 503 where the policy can not be read', async () => {
    await limit();
    household.app.tmdb.fail(DETAIL, 503);
    expect(await kid.get(`/api/requests/statuses?movies=${shown}`)).toMatchObject(NOT_APPLIED);
    await damagePolicy(household.app, kid);
    expect((await kid.get(`/api/requests/statuses?movies=${shown}`)).status).toBe(503);
  });

  it('its request for a film that it may no longer see has no timeline, and no library is asked', async () => {
    const id = await household.requestOf(kid, blocked);
    await limit();
    await household.app.clock.leap(121_000);
    household.app.radarr.forgetCalls();
    expect(await kid.get(`/api/requests/${id}/timeline`)).toMatchObject(NOT_AVAILABLE);
    expect(household.app.radarr.calls()).toEqual([]);
  });

  describe('doc2 §7: limits that change while an answer is made', () => {
    const meanwhile = (work: () => Promise<void>): void =>
      household.app.radarr.route('GET /api/v3/movie', async () => {
        await work();
        return { body: [] };
      });
    const libraryIsOld = async (): Promise<void> => {
      await household.app.clock.leap(600_000);
      kid = await household.app.refresh(kid);
    };

    it.each(['status', 'delivery-status'])(
      'an account that becomes a kids account while the library is asked learns nothing of a film: %s',
      async (what) => {
        const ask = {
          status: () => statusOf(blocked),
          'delivery-status': () =>
            kid.get(`/api/requests/delivery-status?media_type=movie&tmdb_id=${blocked}&include_live=true`),
        }[what] as () => Promise<Answer>;
        await libraryIsOld();
        let asked = 0;
        meanwhile(() => ((asked += 1) === 1 ? limit() : Promise.resolve()));
        expect(await ask()).toMatchObject(CHANGED);
        expect([asked, await ask()]).toMatchObject([1, NOT_AVAILABLE]);
      },
    );

    it('a kids account whose limits are tightened while the ratings are looked up gets no list of its requests', async () => {
      await household.delivered(kid, shown);
      await limit({ max_movie_rating: 'PG-13' });
      household.app.tmdb.meanwhile(DETAIL, () => limit({ max_movie_rating: 'G' }));
      expect(await own()).toMatchObject(CHANGED);
      expect((await own()).text).toBe('[]');
    });

    it('limits that were lifted meanwhile, or set once more, are no reason to wait', async () => {
      await limit();
      await libraryIsOld();
      const asked = household.app.radarr.nextCall('GET /api/v3/movie');
      meanwhile(() => limit());
      expect((await statusOf(shown)).status).toBe(200);
      await asked;
    });
  });

  describe('a title that has become blocked after it was asked for', () => {
    it('is not delivered: attention, and the library is not looked at', async () => {
      const id = await waiting(blocked);
      await limit();
      await nextAttempt();
      expect(await household.job(id)).toMatchObject({
        state: 'attention',
        code: 'request_unavailable',
        deliveryStartedAt: null,
      });
      expect(household.app.radarr.calls()).toEqual([]);
    });

    it('is not delivered when that happens before the started marker, in the middle of a delivery', async () => {
      letGo = await household.holdDelivery(() => household.requestOf(kid, blocked));
      await limit();
      letGo();
      await household.app.deliver();
      const [row] = await household.rows();
      expect(await household.job(row?.id ?? NaN)).toMatchObject({
        code: 'request_unavailable',
        deliveryStartedAt: null,
      });
      expect(household.app.radarr.calls(LIBRARY_ADD)).toEqual([]);
    });

    it('is delivered by a retry once the limits allow it, and not before', async () => {
      const id = await waiting(blocked);
      await limit();
      await nextAttempt();
      expect(await household.act(kid, id, 'retry')).toMatchObject(NOT_AVAILABLE);
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'request_unavailable' });
      await limit({ max_movie_rating: 'R' });
      await household.act(kid, id, 'retry');
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({ state: 'complete' });
    });

    it('can be withdrawn by the kids account, which learns nothing else about it', async () => {
      const id = await waiting(blocked);
      await limit();
      await nextAttempt();
      const nothing = { status: 'unavailable', progress: 0, status_known: false };
      expect(await household.act(kid, id, 'cancel')).toMatchObject({ status: 200, text: JSON.stringify(nothing) });
      expect(await household.job(id)).toMatchObject({ state: 'cancelled' });
    });

    it('doc4 §1.9: can not be approved: 400, which names the limits, and it keeps waiting', async () => {
      await household.needApproval();
      const id = await household.requestOf(kid, blocked);
      await limit();
      expect(await household.approve(id)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('outside the limits of the kids account') },
      });
      const { text } = await own();
      expect(text).toBe('[]');
      expect(await household.row(id)).toMatchObject({ status: 'pending' });
      expect(await household.job(id)).toMatchObject({ state: 'approval' });
    });
  });

  describe('while the limits can not be judged', () => {
    it.each([
      ['the policy can not be read', () => damagePolicy(household.app, kid)],
      ['the ratings can not be looked up', async () => household.app.tmdb.fail(DETAIL, 503, 100)],
    ])('%s: a delivery is held back and tried again, never made', async (_, breakIt) => {
      const id = await waiting(shown);
      await limit();
      await breakIt();
      await nextAttempt();
      expect(await household.job(id)).toMatchObject({
        state: 'retry',
        code: 'service_unavailable',
        deliveryStartedAt: null,
      });
      expect(household.app.radarr.calls()).toEqual([]);
      household.app.tmdb.recover();
      await limit();
      await household.app.clock.leap(120_000);
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({ state: 'complete' });
    });

    it('the policy can not be read: an approval is 503, and the request keeps waiting', async () => {
      await household.needApproval();
      const id = await household.requestOf(kid, shown);
      await limit();
      await damagePolicy(household.app, kid);
      expect((await household.approve(id)).status).toBe(503);
      expect(await household.row(id)).toMatchObject({ status: 'pending' });
    });
  });
});

describe('doc4 §1.10, security 19: requests of a kids account whose country has no ratings within reach', () => {
  it('doc2 §7: are 503, for the policy can not be ranked', async () => {
    const household = await Household.open();
    try {
      const shown = household.film();
      household.app.tmdb.given.film({ id: shown, title: 'Harbor Lights', ...ratedFilm('PG') });
      const caps = { max_movie_rating: '12', max_tv_rating: '12', rating_region: 'DE' };
      await limitContent(household.admin, household.ana, caps);
      for (const list of ['movie', 'tv'] as const) household.app.tmdb.given.certifications(list, { US: [] });
      await household.app.clock.leap(31 * 24 * 60 * 60_000);
      expect((await household.ask(await household.app.refresh(household.ana), shown)).status).toBe(503);
    } finally {
      await household.close();
    }
  });
});

describe('doc4 §1.10, security 19: requests of a kids account for series', () => {
  let household: SeriesHousehold;

  beforeAll(async () => {
    household = await SeriesHousehold.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  it.each([
    ['TV-PG', 200],
    ['TV-14', 404],
  ])('under the cap TV-PG a series rated %s is answered with %i', async (rating, status) => {
    const content_ratings = { results: [{ iso_3166_1: 'US', descriptors: [], rating }] };
    const { tmdbId } = household.show({ atProvider: { content_ratings } });
    await limitContent(household.admin, household.ana);
    expect((await household.preview(household.ana, tmdbId)).status).toBe(status);
    expect((await household.ask(household.ana, tmdbId)).status).toBe(status);
    expect((await household.ana.get(`/api/requests/${tmdbId}/status?media_type=tv`)).status).toBe(status);
  });

  it('a series that has become blocked since is not delivered', async () => {
    const { tmdbId } = household.show();
    household.app.sonarr.fail('GET /api/v3/series', 503, 100);
    const id = await household.delivered(household.ana, tmdbId);
    expect(await household.job(id)).toMatchObject({ state: 'retry' });
    household.app.sonarr.recover();
    await limitContent(household.admin, household.ana);
    await household.app.clock.leap(60_000);
    await household.app.deliver();
    expect(await household.job(id)).toMatchObject({
      state: 'attention',
      code: 'request_unavailable',
      deliveryStartedAt: null,
    });
    expect(household.app.sonarr.calls('POST /api/v3/series')).toEqual([]);
  });
});
