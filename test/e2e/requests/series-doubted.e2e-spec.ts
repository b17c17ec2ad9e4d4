import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { SEASONS_JOB } from '../../../src/modules/requests/series/season-comparisons.job.js';
import { SeriesRequestsService } from '../../../src/modules/requests/series/series-requests.service.js';
import { SeriesCacheService } from '../../../src/modules/library/series/series-cache.service.js';
import type { Answer } from '../../harness/http-client.js';
import { seenInSonarr } from '../../harness/seen-in-sonarr.js';
import { SeriesHousehold, type Show } from './series-household.js';

const REFUSED = { status: 409, body: { code: 'tv_match_ambiguous' } };
const UNKNOWN = { status_known: false, status_unknown_reason: 'tv_match_ambiguous' };
const SPLIT = { 1: 20, 2: 20, 3: 20 };
const DAY_MS = 86_400_000;

describe('issue 43 C16: a series whose seasons the two catalogs count differently', () => {
  let household: SeriesHousehold;

  beforeAll(async () => {
    household = await SeriesHousehold.open({ isReusable: true });
  });
  beforeEach(() => household.startOver());
  afterAll(() => household.close());

  const season = (season_number: number, episode_count: number, air_date = '2015-01-01') =>
    ({ season_number, episode_count, air_date }) as const;
  /** One season that has ended. */
  const ended = (episodes: number) => ({
    seasons: [season(1, episodes)],
    next_episode_to_air: null,
    last_episode_to_air: { season_number: 1, episode_number: episodes, air_date: '2016-01-01' },
  });

  /** One season of sixty episodes at the provider, and three of twenty in the library's catalog. */
  const split = (): Show => household.show({ seasons: SPLIT, atProvider: ended(60) });

  /** Sixty and sixty; and then the library's catalog has split the season. */
  const splitLater = async (): Promise<{ readonly show: Show; readonly split: () => void }> => {
    const show = household.show({ seasons: { 1: 60 }, atProvider: ended(60) });
    return {
      show,
      split: () => household.app.sonarr.given.catalog([{ ...show, year: 2015, seasons: SPLIT, status: 'ended' }]),
    };
  };

  /** The library has the series with all files of its first season. */
  const held = ({ tvdbId, tmdbId }: Show, seasons: Readonly<Record<number, number>> = SPLIT): void => {
    const files = { 1: Array.from({ length: seasons[1] ?? 0 }, (_, at) => at + 1) };
    household.app.sonarr.given.series({ tvdbId, tmdbId, year: 2015, seasons, files });
    household.app.get(SeriesCacheService).drop(household.library);
  };
  const statusOf = ({ tmdbId }: Show): Promise<Answer> =>
    household.ana.get(`/api/requests/${tmdbId}/status?media_type=tv`);
  const path = ({ tmdbId }: Show): string => `/api/admin/tv-matches/${tmdbId}`;
  const viewed = async (show: Show) =>
    (await household.admin.get(path(show))).body as { match: { revision: string; state: string; tvdb_id?: number } };
  const confirm = async (show: Show): Promise<void> => {
    const { revision } = (await viewed(show)).match;
    const body = { revision, mode: 'custom', tvdb_id: show.tvdbId };
    const answer = await household.admin.put(path(show), body);
    if (answer.status !== 200) throw new Error(answer.text);
  };

  it('is never available: its status is unknown, and its match needs an administrator, who sees what could be meant', async () => {
    const { show, split: change } = await splitLater();
    expect((await statusOf(show)).body).toMatchObject({ status: 'unavailable', status_known: true });
    change();
    held(show);
    expect((await statusOf(show)).body).toMatchObject({ ...UNKNOWN, status: 'unavailable' });
    expect(await viewed(show)).toMatchObject({
      match: { state: 'unresolved', tvdb_id: show.tvdbId, season_map: { 1: 1 } },
      source_seasons: [1],
      target_seasons: [1, 2, 3],
    });
  });

  it('is sure once the provider has corrected a wrong id, in the library or not, at the latest when somebody looks', async () => {
    const { tmdb, sonarr } = household.app;
    // Read without a session, which ends within a day.
    const titleOf = ({ tmdbId }: Show) => {
      const title = { mediaType: 'tv', key: String(tmdbId), tmdbId, instanceId: undefined } as const;
      return household.app.get(SeriesRequestsService).titleIn(household.library, title, []);
    };
    for (const isHeld of [true, false]) {
      const show = split();
      held(show);
      expect((await titleOf(show)).now).toMatchObject({
        statusKnown: false,
        statusUnknownReason: 'tv_match_ambiguous',
      });
      if (!isHeld) {
        sonarr.removeSeries(show.tvdbId);
        household.app.get(SeriesCacheService).drop(household.library);
      }
      const right = show.tvdbId + 500_000;
      sonarr.given.catalog([{ tvdbId: right, tmdbId: show.tmdbId, title: 'Right', year: 2015, seasons: { 1: 60 } }]);
      tmdb.given.series({ id: show.tmdbId, name: 'Right', first_air_date: '2015-01-01', tvdb_id: right, ...ended(60) });
      await household.app.clock.leap(DAY_MS);
      const { match, now } = await titleOf(show);
      expect(match).toMatchObject({ state: 'resolved', tvdbId: right });
      expect(now).toMatchObject({ status: 'unavailable', statusKnown: true });
    }
  });

  it('is refused as soon as somebody has looked at it in the library', async () => {
    const show = split();
    held(show);
    expect((await statusOf(show)).body).toMatchObject(UNKNOWN);
    expect(await household.ask(household.ana, show.tmdbId, { seasons: [1] })).toMatchObject(REFUSED);
    expect(await household.preview(household.ana, show.tmdbId, { seasons: [1] })).toMatchObject(REFUSED);
    expect(await household.rows()).toEqual([]);
  });

  it('is refused where the library is first read for the request, and would prove that it holds all of it', async () => {
    const { show, split: change } = await splitLater();
    await household.delivered(household.ana, show.tmdbId, { seasons: [1] });
    change();
    held(show);
    expect(await household.ask(household.ana, show.tmdbId, { seasons: [1] })).toMatchObject(REFUSED);
  });

  it('has no price where the library is first read for that', async () => {
    const show = split();
    held(show);
    expect(await household.preview(household.ana, show.tmdbId, { seasons: [1] })).toMatchObject(REFUSED);
  });

  it('is refused where two entries of the provider are one series of the library', async () => {
    const seasons = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [at + 1, 10]));
    const listed = Array.from({ length: 8 }, (_, at) => season(at + 1, 10));
    const show = household.show({ seasons, atProvider: { seasons: listed, next_episode_to_air: null } });
    held(show, { 1: 10 });
    await statusOf(show);
    expect(await household.ask(household.ana, show.tmdbId, { seasons: [8] })).toMatchObject(REFUSED);
  });

  it('a request of before stops where it is delivered: nothing is monitored or searched for', async () => {
    const { show, split: change } = await splitLater();
    const id = await household.held(show.tmdbId, { seasons: [1] });
    change();
    household.app.sonarr.given.series({ ...show, year: 2015, seasons: SPLIT, monitored: false });
    await household.letGo(id);
    expect(await household.job(id)).toMatchObject({
      state: 'attention',
      code: 'tv_match_ambiguous',
      deliveryStartedAt: null,
    });
    expect(household.app.sonarr.calls('PUT /api/v3/series/:id')).toEqual([]);
    expect(household.app.sonarr.calls('POST /api/v3/command')).toEqual([]);
    expect((await statusOf(show)).body).toMatchObject(UNKNOWN);
  });

  it('a request of before stops before the series is added', async () => {
    const { show, split: change } = await splitLater();
    const id = await household.held(show.tmdbId, { seasons: [1] });
    change();
    await household.letGo(id);
    expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'tv_match_ambiguous' });
    expect(household.app.sonarr.calls('POST /api/v3/series')).toEqual([]);
  });

  describe('and that the library does not have yet', () => {
    const ADD = 'POST /api/v3/series';
    const later = async (): Promise<void> => {
      await household.app.clock.advance(10_000);
      await household.app.deliver();
    };
    const PART_TWO = { ...ended(12), seasons: [season(1, 12, '2018-01-01')] };

    it.each([
      ['has split the requested season', SPLIT, ended(60), { seasons: [1] }],
      ['has split what “all” means', { 1: 20, 2: 20 }, ended(40), { season_scope: 'all' }],
      ['begins with another entry of the provider', { 1: 24, 2: 12 }, PART_TWO, { seasons: [1] }],
    ])(
      'is added with nothing monitored, and stops once its episodes are known: it %s',
      async (_, seasons, atProvider, fields) => {
        const { sonarr } = household.app;
        sonarr.episodesComeAtOnce = false;
        const show = household.show({ seasons, atProvider });
        const id = await household.delivered(household.ana, show.tmdbId, fields);
        expect(await household.job(id)).toMatchObject({ state: 'waiting_library', mutation: 'add' });
        sonarr.episodesAppear(show.tvdbId);
        await later();
        expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'tv_match_ambiguous' });
        expect(sonarr.calls(ADD).map(({ body }) => body)).toMatchObject([
          {
            seasons: Object.keys(seasons).map((number) => ({ seasonNumber: Number(number), monitored: false })),
            addOptions: { searchForMissingEpisodes: false },
          },
        ]);
        expect(sonarr.calls('PUT /api/v3/series/:id')).toEqual([]);
        expect(sonarr.calls('POST /api/v3/command')).toEqual([]);
      },
    );

    it('is monitored and searched for once its episodes say that the other season is only announced', async () => {
      const { sonarr } = household.app;
      const show = household.show({ seasons: { 1: 10, 2: [null] }, atProvider: ended(10) });
      const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1] });
      await later();
      expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested' });
      expect(seenInSonarr(sonarr, show.tvdbId)).toMatchObject({ records: 1, seasons: [1], searches: ['season 1'] });
    });

    it('is unknown in lists, receipts and badges once its files are there, although nobody looks at its page', async () => {
      const { sonarr, clock } = household.app;
      const show = household.show({ seasons: { 1: 20 }, atProvider: ended(60) });
      const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1] });
      expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested' });
      sonarr.importFiles(show.tvdbId, 1, 'aired');
      await clock.leap(125_000);
      const own = async () =>
        ((await household.ana.get('/api/requests')).body as readonly { request_id: number }[]).find(
          ({ request_id }) => request_id === id,
        );
      await own();
      await household.app.get(JobRunner).runNow(SEASONS_JOB);
      expect(await own()).toMatchObject({ ...UNKNOWN, status: 'requested' });
      const receipt = await household.ana.get(`/api/requests/delivery-status?request_id=${id}`);
      expect(receipt.body).toMatchObject(UNKNOWN);
      const badges = await household.ana.get(`/api/requests/statuses?series=${show.tmdbId}`);
      expect(JSON.stringify(badges.body)).toContain('"status_known":false');
    });
  });

  it('lists and badges say that it is unknown too, without a reading of their own', async () => {
    const { show, split: change } = await splitLater();
    const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1] });
    change();
    held(show);
    await statusOf(show);
    household.app.tmdb.forgetCalls();
    const own = (await household.ana.get('/api/requests')).body as readonly { request_id: number }[];
    expect(own.find(({ request_id }) => request_id === id)).toMatchObject({ ...UNKNOWN, status: 'requested' });
    const badges = await household.ana.get(`/api/requests/statuses?series=${show.tmdbId}`);
    expect(JSON.stringify(badges.body)).not.toContain('available');
    expect(household.app.tmdb.calls()).toEqual([]);
  });

  it('an administrator says that the numbers are right, and it goes on', async () => {
    const show = split();
    held(show);
    await statusOf(show);
    await confirm(show);
    const asked = await household.ask(household.ana, show.tmdbId, { seasons: [1] });
    expect(asked).toMatchObject({ status: 200, body: { status: 'available', status_known: true } });
    expect((await statusOf(show)).body).toMatchObject({ status: 'available', status_known: true });
  });

  it('is sure again by itself once both catalogs count alike, ten minutes later at the earliest', async () => {
    const show = household.show({ seasons: { 1: 24 }, atProvider: ended(24) });
    const id = await household.held(show.tmdbId, { seasons: [1] });
    const { sonarr } = household.app;
    sonarr.given.catalog([{ ...show, year: 2015, seasons: { 1: 20 } }]);
    held(show, { 1: 20 });
    await household.letGo(id);
    expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'tv_match_ambiguous' });
    sonarr.announceEpisodes(show.tvdbId, 1, Array<number>(4).fill(Date.UTC(2015, 11, 1)));
    household.app.get(SeriesCacheService).drop(household.library);
    expect((await statusOf(show)).body).toMatchObject(UNKNOWN);
    await household.app.clock.leap(600_000);
    expect((await statusOf(show)).body).toMatchObject({ status_known: true });
    await household.app.deliver();
    expect(await household.job(id)).toMatchObject({ state: 'complete' });
  });
});
