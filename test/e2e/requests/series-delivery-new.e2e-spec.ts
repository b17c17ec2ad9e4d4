import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SONARR } from '../../fakes/sonarr/sonarr-fixed-answers.js';
import type { SonarrAirings } from '../../fakes/sonarr/sonarr-show.js';
import { manualPromise } from '../../harness/manual-promise.js';
import { seenInSonarr } from '../../harness/seen-in-sonarr.js';
import { SeriesHousehold, type Show } from './series-household.js';

const ADD = 'POST /api/v3/series';
const LOOKUP = 'GET /api/v3/series/lookup';
const PROFILES = 'GET /api/v3/qualityprofile';
const HD = { id: 6, name: 'HD-1080p' };
const ULTRA = { id: 7, name: 'Ultra-HD' };
const SD = { id: 9, name: 'SD' };
const YEARS_AHEAD: SonarrAirings = [Date.UTC(2090, 0, 1), Date.UTC(2090, 0, 8)];

describe('the delivery of a series that is new to the library', () => {
  let household: SeriesHousehold;

  beforeAll(async () => {
    household = await SeriesHousehold.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  const seen = ({ tvdbId }: Show) => seenInSonarr(household.app.sonarr, tvdbId);
  const added = () => household.app.sonarr.calls(ADD).map(({ body }) => body);

  it('doc4 §1.15: is looked up by its id and added once, with exactly the wanted seasons and their search', async () => {
    const show = household.show({ title: 'Harbor Lights', seasons: { 0: 2, 1: 3, 2: 3, 3: 2 } });
    const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1, 3] });
    expect(household.app.sonarr.calls(LOOKUP).map(({ query }) => query)).toEqual([{ term: `tvdb:${show.tvdbId}` }]);
    expect(added()).toEqual([
      {
        tvdbId: show.tvdbId,
        title: 'Harbor Lights',
        year: 2015,
        qualityProfileId: HD.id,
        rootFolderPath: '/tv',
        seasonFolder: true,
        monitored: true,
        monitorNewItems: 'none',
        seasons: [
          { seasonNumber: 0, monitored: false },
          { seasonNumber: 1, monitored: true },
          { seasonNumber: 2, monitored: false },
          { seasonNumber: 3, monitored: true },
        ],
        addOptions: { monitor: 'skip', searchForMissingEpisodes: true, searchForCutoffUnmetEpisodes: false },
      },
    ]);
    expect(seen(show)).toEqual({
      records: 1,
      monitored: true,
      seasons: [1, 3],
      episodes: ['1.1', '1.2', '1.3', '3.1', '3.2'],
      searches: ['add'],
    });
    expect(await household.job(id)).toMatchObject({
      state: 'complete',
      attempts: 1,
      code: 'requested',
      deliveryStartedAt: household.app.clock.now(),
      mutation: 'add',
      leaseToken: null,
    });
    expect(await household.row(id)).toMatchObject({ status: 'requested', completedAt: household.app.clock.now() });
    expect(await household.used()).toBe(2);
  });

  it('doc4 §1.15: is complete as soon as it is added, whenever its episodes come', async () => {
    household.app.sonarr.episodesComeAtOnce = false;
    const show = household.show();
    const id = await household.delivered(household.ana, show.tmdbId, { seasons: [2] });
    expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested' });
    household.app.sonarr.episodesAppear(show.tvdbId);
    expect(seen(show)).toMatchObject({ seasons: [2], episodes: ['2.1', '2.2', '2.3'], searches: ['add'] });
  });

  it('doc4 §1.15: a season that is still to come is monitored from its addition on', async () => {
    const show = household.show({ seasons: { 1: 2, 2: YEARS_AHEAD } });
    await household.delivered(household.ana, show.tmdbId, { seasons: [2] });
    expect(seen(show)).toMatchObject({ seasons: [2], episodes: ['2.1', '2.2'], searches: [] });
  });

  it('doc4 Decisions, Freshness: is seen at once, whatever was known of the library before', async () => {
    const show = household.show();
    expect(await household.status(household.ana, show.tmdbId)).toMatchObject({
      status: 'unavailable',
      status_known: true,
    });
    await household.delivered(household.ana, show.tmdbId);
    expect(await household.status(household.ana, show.tmdbId)).toMatchObject({
      status: 'requested',
      status_known: true,
    });
  });

  it('doc4 Decisions, Freshness: causes no read of the other series of the library', async () => {
    const show = household.show();
    await household.status(household.ana, show.tmdbId);
    await household.delivered(household.ana, show.tmdbId);
    household.app.sonarr.forgetCalls();
    expect(await household.status(household.ana, show.tmdbId)).toMatchObject({
      status: 'requested',
      status_known: true,
    });
    const readings = household.app.sonarr.calls('GET /api/v3/series').map(({ query }) => query);
    expect(readings).toEqual([{ tvdbId: `${show.tvdbId}` }]);
  });

  describe('doc4 §1.15: its place', () => {
    const setHousehold = (fields: object) => household.admin.put('/api/admin/request-settings', fields);
    const profileOf = async (fields: object = {}): Promise<unknown> => {
      const { tmdbId, tvdbId } = household.show();
      await household.delivered(household.ana, tmdbId, { ...fields });
      return household.app.sonarr.series(tvdbId)?.qualityProfileId;
    };

    beforeEach(() => household.app.sonarr.given.qualityProfiles([HD, ULTRA, SD]));

    it('has the chosen profile, else the default of the account or the household, else the manager’s first', async () => {
      expect(await profileOf()).toBe(HD.id);
      await setHousehold({ allow_quality_choice: true, default_quality_tv_manager: SD.id });
      expect(await profileOf()).toBe(SD.id);
      expect(await profileOf({ quality_profile_id: ULTRA.id })).toBe(ULTRA.id);
    });

    it('is for an administrator to make where the manager has none', async () => {
      household.app.sonarr.given.rootFolders([]);
      const id = await household.delivered(household.ana, household.show().tmdbId);
      expect(await household.job(id)).toMatchObject({
        state: 'attention',
        code: 'library_unavailable',
        message: { text: 'The library manager has no root folder. Add one in its settings, then retry.' },
        deliveryStartedAt: null,
      });
      expect(added()).toEqual([]);
    });
  });

  it('doc4 §1.17: a series that the manager does not know needs a person', async () => {
    const show = household.show();
    household.app.sonarr.fail(LOOKUP, { body: [] });
    const id = await household.delivered(household.ana, show.tmdbId);
    expect(await household.job(id)).toMatchObject({
      state: 'attention',
      code: 'tv_target_missing',
      deliveryStartedAt: null,
    });
    expect((await household.act(household.ana, id, 'retry')).status).toBe(200);
    await household.app.deliver();
    expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested' });
  });

  describe('whose manager lacks a season that the provider has', () => {
    const wider = () => household.show({ seasons: { 1: 2, 2: 2 }, atProvider: { seasons: PROVIDER_SEASONS } });

    it('doc4 §1.14: where all were asked for, those that there are come, and the others cost nothing', async () => {
      const show = wider();
      const id = await household.held(show.tmdbId, { season_scope: 'all' });
      expect(await household.used()).toBe(4);
      await household.letGo(id);
      // Issue 43 C16: only its episodes say whether equal numbers are equal seasons.
      expect(seen(show)).toMatchObject({ seasons: [], searches: [] });
      expect(await household.job(id)).toMatchObject({ state: 'waiting_library' });
      await household.app.clock.advance(10_000);
      await household.app.deliver();
      expect(seen(show)).toMatchObject({ seasons: [1, 2], episodes: ['1.1', '1.2', '2.1', '2.2'] });
      expect(await household.row(id)).toMatchObject({ seasonMap: '1:1,2:2', seasonScope: 'all' });
      expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested' });
      expect(await household.used()).toBe(2);
    });

    it('doc4 §1.17: a person must act when a specific season was requested, and learns which', async () => {
      const show = wider();
      const id = await household.delivered(household.ana, show.tmdbId, { seasons: [2, 3, 4] });
      expect(await household.job(id)).toMatchObject({
        state: 'attention',
        code: 'tv_seasons_unmapped',
        message: { text: 'The library manager knows no season 3, 4 of this series.' },
        deliveryStartedAt: null,
      });
      expect(added()).toEqual([]);
      expect(await household.row(id)).toMatchObject({ seasonMap: '2:2,3:3,4:4' });
      expect(await household.used()).toBe(3);
    });

    it('doc4 §1.17: a person must act when no season is left, and nothing is released', async () => {
      const show = household.show({ seasons: { 0: 1 }, atProvider: { seasons: PROVIDER_SEASONS } });
      const id = await household.delivered(household.ana, show.tmdbId, { season_scope: 'all' });
      expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'tv_seasons_unmapped' });
      expect(await household.row(id)).toMatchObject({ seasonMap: '1:1,2:2,3:3,4:4' });
    });
  });

  describe('doc4 §1.17: whose addition is disturbed', () => {
    const later = async (ms: number): Promise<void> => {
      await household.app.clock.leap(ms);
      await household.app.deliver();
    };

    it('is there once when only the answer was lost, with one search', async () => {
      household.app.sonarr.fail(ADD, 'answer-lost');
      const show = household.show();
      const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1] });
      expect(await household.job(id)).toMatchObject({ state: 'retry', code: 'service_unavailable', mutation: 'add' });
      await later(60_000);
      expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested' });
      expect(added()).toHaveLength(1);
      expect(seen(show)).toMatchObject({ records: 1, seasons: [1], searches: ['add'] });
    });

    it('is added when the call never arrived', async () => {
      household.app.sonarr.fail(ADD, 'reset');
      const show = household.show();
      const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1] });
      expect(seen(show).records).toBe(0);
      await later(60_000);
      expect(await household.job(id)).toMatchObject({ state: 'complete', attempts: 2 });
      expect(seen(show)).toMatchObject({ records: 1, searches: ['add'] });
    });

    it('is searched for although somebody else has added it with the same seasons', async () => {
      const show = household.show();
      const library = household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [1] });
      library.addOptions = {};
      household.app.sonarr.fail('GET /api/v3/series', { body: [] });
      const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1] });
      expect(await household.job(id)).toMatchObject({ state: 'waiting_library', mutation: null });
      household.app.sonarr.episodesAppear(show.tvdbId);
      await later(10_000);
      expect(await household.job(id)).toMatchObject({ state: 'complete' });
      expect(seen(show)).toMatchObject({ records: 1, seasons: [1], searches: ['season 1'] });
    });

    it('that the manager refuses needs a person, with the manager’s reason', async () => {
      household.app.sonarr.fail(ADD, {
        status: 400,
        body: [{ propertyName: 'Path', errorMessage: 'Path is taken', errorCode: 'SeriesPathValidator' }],
      });
      const id = await household.delivered(household.ana, household.show().tmdbId);
      expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'library_unavailable' });
      expect((await household.job(id)).message?.text).toContain('Path is taken');
    });

    it('is searched for when the manager had refused it and somebody has added it without a search since', async () => {
      household.app.sonarr.fail(ADD, { status: 400, body: [{ propertyName: 'Path', errorMessage: 'Path is taken' }] });
      const show = household.show();
      const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1] });
      expect(await household.job(id)).toMatchObject({
        state: 'attention',
        mutation: null,
        deliveryStartedAt: household.app.clock.now(),
      });
      household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [1] });
      await household.act(household.ana, id, 'retry');
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested' });
      expect(seen(show)).toMatchObject({ records: 1, seasons: [1], searches: ['season 1'] });
    });
  });

  it('doc1 routing rule 6: access is judged again in the write that begins the addition', async () => {
    const { promise, resolve } = manualPromise();
    household.app.sonarr.route(PROFILES, async () => {
      await promise;
      return { body: [SONARR.qualityProfile(HD)] };
    });
    const arrived = household.app.sonarr.nextCall(PROFILES);
    const id = await household.requestOf(household.ana, household.show().tmdbId);
    await arrived;
    await household.assign(household.library, 'remove', household.ana);
    resolve();
    await household.app.deliver();
    expect(await household.job(id)).toMatchObject({
      state: 'attention',
      code: 'access_unavailable',
      deliveryStartedAt: null,
    });
    expect(added()).toEqual([]);
  });
});

const PROVIDER_SEASONS = [1, 2, 3, 4].map((season_number) => ({
  season_number,
  episode_count: 2,
  air_date: '2015-01-01',
}));
