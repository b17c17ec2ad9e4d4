import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { MOST_ATTEMPTS } from '../../../src/modules/requests/saved/back-off.js';
import { DispatchRow } from '../../../src/modules/requests/saved/job-rows.js';
import { seenInSonarr } from '../../harness/seen-in-sonarr.js';
import { SeriesHousehold, type Show } from './series-household.js';

const MINUTE = 60_000;
const SERIES = 'PUT /api/v3/series/:id';
const EPISODES = 'PUT /api/v3/episode/monitor';
const COMMAND = 'POST /api/v3/command';
const READ = 'GET /api/v3/episode';
const AIRED = Date.UTC(2020, 0, 1);

describe('the delivery of a series that the library has', () => {
  let household: SeriesHousehold;

  beforeAll(async () => {
    household = await SeriesHousehold.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  const seen = ({ tvdbId }: Show) => seenInSonarr(household.app.sonarr, tvdbId);
  const changes = () =>
    ['POST /api/v3/series', SERIES, EPISODES, COMMAND].flatMap((key) => household.app.sonarr.calls(key));
  const later = async (ms: number): Promise<void> => {
    await household.app.clock.leap(ms);
    await household.app.deliver();
  };

  describe('doc4 §1.15: is additive', () => {
    it('the wanted seasons and their episodes are turned on and searched once each; all else stays as it is', async () => {
      const show = household.show({ seasons: { 0: 1, 1: 2, 2: 2, 3: 2, 4: 2 } });
      household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [2, 4], monitored: false });
      household.app.sonarr.episode(show.tvdbId, 2, 2).monitored = false;
      household.app.sonarr.episode(show.tvdbId, 4, 1).monitored = false;
      const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1, 2] });
      expect(seen(show)).toEqual({
        records: 1,
        monitored: true,
        seasons: [1, 2, 4],
        episodes: ['1.1', '1.2', '2.1', '2.2', '4.2'],
        searches: ['season 1', 'season 2'],
      });
      expect(await household.job(id)).toMatchObject({
        state: 'complete',
        code: 'requested',
        deliveryStartedAt: household.app.clock.now(),
        mutation: 'monitor_and_search',
      });
      expect(await household.used()).toBe(2);
    });

    it('doc2 §4 rule 9: more seasons can be asked for later, and those before stay monitored', async () => {
      const show = household.show({ seasons: { 1: 2, 2: 2, 3: 2 } });
      await household.delivered(household.ana, show.tmdbId, { seasons: [1] });
      await household.delivered(household.ana, show.tmdbId, { seasons: [3] });
      expect(seen(show)).toMatchObject({
        records: 1,
        seasons: [1, 3],
        episodes: ['1.1', '1.2', '3.1', '3.2'],
        searches: ['add', 'season 3'],
      });
      expect(await household.used()).toBe(2);
    });

    it('a season that is all monitored and lacks something is searched once more', async () => {
      const show = household.show({ seasons: { 1: 2 } });
      household.app.sonarr.given.series({ tvdbId: show.tvdbId });
      const id = await household.delivered(household.ana, show.tmdbId);
      expect(household.app.sonarr.calls(SERIES)).toEqual([]);
      expect(household.app.sonarr.calls(EPISODES)).toEqual([]);
      expect(seen(show).searches).toEqual(['season 1']);
      expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested' });
    });
  });

  describe('doc4 §1.15: seasons that are complete', () => {
    it('are skipped: nothing is changed or searched for them, and their units are refunded', async () => {
      const show = household.show({ seasons: { 1: 2, 2: 2 } });
      household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [], files: { 1: 'aired', 2: [1] } });
      const id = await household.held(show.tmdbId, { seasons: [1, 2] });
      expect(await household.used()).toBe(2);
      await household.letGo(id);
      expect(seen(show)).toMatchObject({ seasons: [2], episodes: ['2.1', '2.2'], searches: ['season 2'] });
      expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested' });
      expect(await household.used()).toBe(1);
    });

    it('are all there is: available, nothing is sent and everything is refunded', async () => {
      const show = household.show({ seasons: { 1: 2, 2: 1 } });
      household.app.sonarr.given.series({
        tvdbId: show.tvdbId,
        monitored: false,
        monitoredSeasons: [],
        files: { 1: 'aired', 2: 'aired' },
      });
      const id = await household.held(show.tmdbId, { seasons: [1, 2] });
      expect(await household.used()).toBe(2);
      await household.letGo(id);
      expect(changes()).toEqual([]);
      expect(seen(show)).toMatchObject({ monitored: false, seasons: [], episodes: [] });
      expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'available', deliveryStartedAt: null });
      expect(await household.used()).toBe(0);
    });
  });

  describe('doc4 §1.17: that the manager is still taking in', () => {
    it('is waited for, ten seconds at first and doubling, and then extended', async () => {
      household.app.sonarr.episodesComeAtOnce = false;
      const show = household.show({ seasons: { 1: 2, 2: 2 } });
      await household.delivered(household.admin, show.tmdbId, { seasons: [1] });
      const id = await household.delivered(household.ana, show.tmdbId, { seasons: [2] });
      const start = household.app.clock.now();
      expect(await household.job(id)).toMatchObject({
        state: 'waiting_library',
        code: null,
        message: { text: 'The library manager is still taking the series in.' },
        attempts: 1,
        nextAttemptAt: start + 10_000,
        deliveryStartedAt: null,
        leaseToken: null,
      });
      await later(10_000);
      expect(await household.job(id)).toMatchObject({ state: 'waiting_library', nextAttemptAt: start + 30_000 });
      household.app.sonarr.episodesAppear(show.tvdbId);
      await later(20_000);
      expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested', attempts: 3 });
      expect(seen(show)).toMatchObject({ seasons: [1, 2], searches: ['add', 'season 2'] });
    });

    it('is given up after 50 attempts, can be cancelled before, and keeps its library from being removed', async () => {
      const show = household.show();
      household.app.sonarr.given.series({ tvdbId: show.tvdbId }).addOptions = {};
      const id = await household.delivered(household.ana, show.tmdbId);
      expect((await household.admin.delete(`/api/instances/${household.library}`)).status).toBe(409);
      expect((await household.act(household.ana, id, 'retry')).status).toBe(400);
      await household.app
        .get(Database)
        .write((tx) => tx.update(DispatchRow, { requestId: id }, { attempts: MOST_ATTEMPTS - 1 }));
      await later(10_000);
      expect(await household.job(id)).toMatchObject({
        state: 'attention',
        code: 'retry_limit',
        attempts: MOST_ATTEMPTS,
      });
      const other = household.show();
      household.app.sonarr.given.series({ tvdbId: other.tvdbId }).addOptions = {};
      const cancelled = await household.delivered(household.ana, other.tmdbId);
      expect((await household.act(household.ana, cancelled, 'cancel')).status).toBe(200);
      expect(await household.job(cancelled)).toMatchObject({ state: 'cancelled' });
    });
  });

  describe('whose record lacks a season', () => {
    it('doc4 §1.17: that the manager’s metadata know: the manager refreshes them, and the delivery is tried again', async () => {
      const show = household.show({ seasons: { 1: 2 }, atProvider: { seasons: PROVIDER_SEASONS } });
      household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [], monitorNewItems: 'none' });
      household.app.sonarr.publishEpisodes(show.tvdbId, 2, [AIRED]);
      const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1, 2] });
      expect(household.app.sonarr.calls(COMMAND).map(({ body }) => body)).toEqual([
        { name: 'RefreshSeries', seriesIds: [household.app.sonarr.series(show.tvdbId)?.id] },
      ]);
      expect(await household.job(id)).toMatchObject({
        state: 'retry',
        code: 'tv_metadata_refresh',
        deliveryStartedAt: null,
      });
      expect(seen(show)).toMatchObject({ seasons: [], searches: [] });
      await later(MINUTE);
      expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested' });
      expect(seen(show)).toMatchObject({ seasons: [1, 2], searches: ['season 1', 'season 2'] });
    });

    it('doc4 §1.14: that the manager does not know: of all seasons, the known ones are delivered and the other is refunded', async () => {
      const show = household.show({ seasons: { 1: 2 }, atProvider: { seasons: PROVIDER_SEASONS } });
      household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [] });
      const id = await household.held(show.tmdbId, { season_scope: 'all' });
      expect(await household.used()).toBe(2);
      await household.letGo(id);
      expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested' });
      expect(await household.row(id)).toMatchObject({ seasonMap: '1:1' });
      expect(seen(show)).toMatchObject({ seasons: [1], searches: ['season 1'] });
      expect(await household.used()).toBe(1);
    });

    it('doc4 §1.17: that the manager does not know and was requested by number: a person must act', async () => {
      const show = household.show({ seasons: { 1: 2 }, atProvider: { seasons: PROVIDER_SEASONS } });
      household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [] });
      const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1, 2] });
      expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'tv_seasons_unmapped' });
      expect(changes()).toEqual([]);
    });

    it('doc4 §1.17: of a series that is gone from the manager’s metadata: a person must act', async () => {
      const show = household.show({ seasons: { 1: 2 }, atProvider: { seasons: PROVIDER_SEASONS } });
      household.app.sonarr.given.series({ tvdbId: show.tvdbId });
      household.app.sonarr.fail('GET /api/v3/series/lookup', { body: [] });
      const id = await household.delivered(household.ana, show.tmdbId, { seasons: [2] });
      expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'tv_target_missing' });
    });
  });

  it('doc2 §3: begun seasons stay charged when the request is withdrawn afterwards; complete seasons are refunded', async () => {
    const show = household.show({ seasons: { 1: 2, 2: 2 } });
    household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [], files: { 1: 'aired' } });
    household.app.sonarr.fail(SERIES, 'reset');
    const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1, 2] });
    expect((await household.act(household.ana, id, 'cancel')).status).toBe(200);
    expect(await household.used()).toBe(1);
  });

  it('doc1 routing rule 6: access is judged again between two changes', async () => {
    const show = household.show({ seasons: { 1: 2 } });
    household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [] });
    household.app.sonarr.route(EPISODES, async () => {
      await household.assign(household.library, 'remove', household.ana);
      return { status: 202, body: [] };
    });
    const id = await household.delivered(household.ana, show.tmdbId);
    expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'access_unavailable' });
    expect(household.app.sonarr.calls(EPISODES)).toHaveLength(1);
    expect(seen(show).searches).toEqual([]);
  });

  it('doc4 §1.17: a library that can not be read is not an empty one', async () => {
    const show = household.show();
    household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [] });
    household.app.sonarr.fail(READ, 500);
    const id = await household.delivered(household.ana, show.tmdbId);
    expect(await household.job(id)).toMatchObject({
      state: 'retry',
      code: 'service_unavailable',
      deliveryStartedAt: null,
    });
    expect(changes()).toEqual([]);
  });
});

const PROVIDER_SEASONS = [1, 2].map((season_number) => ({ season_number, episode_count: 2, air_date: '2015-01-01' }));
