import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { In } from 'typeorm';
import { Database } from '../../../src/core/database/database.js';
import { DispatchRow } from '../../../src/modules/requests/saved/job-rows.js';
import { DispatchesRepository } from '../../../src/modules/requests/saved/dispatches.repository.js';
import { TvdbCacheRow } from '../../../src/modules/series-matching/rows.js';
import { SONARR } from '../../fakes/sonarr/sonarr-fixed-answers.js';
import { manualPromise } from '../../harness/manual-promise.js';
import { seenInSonarr } from '../../harness/seen-in-sonarr.js';
import { SeriesHousehold, type Show } from './series-household.js';

const MINUTE = 60_000;
const FIND = 'GET /api/v3/series';
const PROFILES = 'GET /api/v3/qualityprofile';

describe('a delivery of a series whose match is looked at again', () => {
  let household: SeriesHousehold;
  let show: Show;

  beforeAll(async () => {
    household = await SeriesHousehold.open({ isReusable: true });
  });

  beforeEach(async () => {
    await household.startOver();
    show = household.show();
  });

  afterAll(() => household.close());

  const seen = ({ tvdbId }: Show) => seenInSonarr(household.app.sonarr, tvdbId);
  const later = async (ms: number): Promise<void> => {
    await household.app.clock.leap(ms);
    await household.app.deliver();
  };
  const revision = async (): Promise<unknown> => {
    const { body } = await household.admin.get(`/api/admin/tv-matches/${show.tmdbId}`);
    return (body as { match: { revision: string } }).match.revision;
  };
  const setMatch = async (fields: object): Promise<void> => {
    const body = { revision: await revision(), instance_id: household.library, ...fields };
    const answer = await household.admin.put(`/api/admin/tv-matches/${show.tmdbId}`, body);
    if (answer.status !== 200) throw new Error(answer.text);
  };
  const pause = () => setMatch({ mode: 'paused', tvdb_id: show.tvdbId, season_map: {} });
  const moved = () => setMatch({ mode: 'custom', tvdb_id: household.show().tvdbId, season_map: { 1: 1, 2: 2 } });
  /** The state of a job that nobody has held back yet. */
  const queueAgain = (...ids: readonly number[]) =>
    household.app.get(Database).write(async (tx) => {
      const nextAttemptAt = household.app.clock.now();
      for (const id of ids)
        await household.app
          .get(DispatchesRepository)
          .change(tx, { requestId: id, format: '' }, { state: 'queued', nextAttemptAt });
    });
  /** A request whose first attempt met a library that was out of reach for a moment. */
  const waiting = async (): Promise<number> => {
    household.app.sonarr.fail(FIND, 503);
    const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1] });
    expect(await household.job(id)).toMatchObject({ state: 'retry' });
    return id;
  };

  it.each([
    ['has moved', 'tv_match_changed', () => moved()],
    ['is paused', 'tv_match_paused', () => pause()],
  ])(
    'doc4 §1.14: stops for a person before the library is read when the match %s, for each source of a match',
    async (_how, code, decide) => {
      const id = await waiting();
      await decide();
      await queueAgain(id);
      household.app.sonarr.forgetCalls();
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({ state: 'attention', code, deliveryStartedAt: null });
      expect(household.app.sonarr.calls(FIND)).toEqual([]);
    },
  );

  it('doc4 §1.14: is judged again in the write that begins the change', async () => {
    const { promise, resolve } = manualPromise();
    household.app.sonarr.route(PROFILES, async () => {
      await promise;
      return { body: [SONARR.qualityProfile({ id: 6, name: 'HD-1080p' })] };
    });
    const arrived = household.app.sonarr.nextCall(PROFILES);
    const id = await household.requestOf(household.ana, show.tmdbId);
    await arrived;
    await pause();
    expect(await household.job(id)).toMatchObject({ state: 'processing' });
    resolve();
    await household.app.deliver();
    expect(await household.job(id)).toMatchObject({
      state: 'attention',
      code: 'tv_match_paused',
      deliveryStartedAt: null,
    });
    expect(seen(show).records).toBe(0);
  });

  it('doc4 §1.14: is judged again between two changes', async () => {
    household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [] });
    household.app.sonarr.route('PUT /api/v3/episode/monitor', async () => {
      await pause();
      return { status: 202, body: [] };
    });
    const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1] });
    expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'tv_match_paused' });
    expect(seen(show).searches).toEqual([]);
  });

  it('issue 43 C15, doc4 §1.14: of an id that the manager no longer knows, the series is looked for otherwise', async () => {
    const { tmdbId, tvdbId } = household.show({ atProvider: { tvdb_id: 4_712 } });
    const id = await household.delivered(household.ana, tmdbId, { seasons: [1] });
    expect(await household.job(id)).toMatchObject({
      state: 'attention',
      code: 'tv_match_changed',
      deliveryStartedAt: null,
    });
    expect(await household.app.get(Database).read((tx) => tx.findOneBy(TvdbCacheRow, { tmdbId }))).toMatchObject({
      tvdbId,
    });
    const other = await household.delivered(household.ana, tmdbId, { seasons: [2] });
    expect(await household.job(other)).toMatchObject({ state: 'complete', code: 'requested' });
    expect(seen({ tmdbId, tvdbId })).toMatchObject({ records: 1, seasons: [2] });
  });

  it('issue 43 C15: of an id that the manager does not know, where nothing else is found, nothing is kept', async () => {
    const { tmdbId } = household.show({ title: 'Known to nobody' });
    household.app.tmdb.given.series({ id: tmdbId, name: 'Known to nobody', tvdb_id: 4_713 });
    household.app.sonarr.given.catalog([]);
    household.app.sonarr.fail('GET /api/v3/series/lookup', { body: [] }, Infinity);
    const id = await household.delivered(household.ana, tmdbId, { seasons: [1] });
    expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'tv_target_missing' });
    expect(await household.app.get(Database).read((tx) => tx.findOneBy(TvdbCacheRow, { tmdbId }))).toBeNull();
  });

  describe('doc4 §1.10: when nothing stored says which series it is', () => {
    /** Longer than the provider's answers are kept in memory. */
    const LATER = 61 * MINUTE;

    /** A request that waits past all that is kept of the series' match. */
    const waitingLonger = async (): Promise<number> => {
      const id = await waiting();
      const nextAttemptAt = household.app.clock.now() + LATER;
      await household.app.get(Database).write(async (tx) => {
        await tx.delete(TvdbCacheRow, { tmdbId: show.tmdbId });
        await tx.update(DispatchRow, { requestId: id }, { nextAttemptAt });
      });
      return id;
    };

    it('and the provider can not be asked, is tried again', async () => {
      const id = await waitingLonger();
      household.app.tmdb.fail('GET /3/tv/:id', 503, Infinity);
      await later(LATER);
      expect(await household.job(id)).toMatchObject({
        state: 'retry',
        code: 'tv_metadata_unavailable',
        deliveryStartedAt: null,
      });
      household.app.tmdb.recover();
      await later(2 * MINUTE);
      expect(await household.job(id)).toMatchObject({ state: 'complete' });
    });

    it('and the manager that would know is dead, its other requests keep their attempts', async () => {
      await household.needApproval();
      const shows = [1, 2].map(() => household.show({ atProvider: { tvdb_id: null } }));
      const ids: number[] = [];
      for (const { tmdbId } of shows) ids.push(await household.requestOf(household.ana, tmdbId));
      // A sweep that the requests have begun would deliver what is queued below.
      await household.app.deliver();
      await household.app
        .get(Database)
        .write((tx) => tx.delete(TvdbCacheRow, { tmdbId: In(shows.map((one) => one.tmdbId)) }));
      await queueAgain(...ids);
      await household.app.sonarr.leave();
      await household.app.deliver();
      const jobs = await Promise.all(ids.map((id) => household.job(id)));
      expect(jobs).toMatchObject([
        { state: 'retry', code: 'service_unavailable', attempts: 1 },
        { state: 'queued', attempts: 0 },
      ]);
    });

    it('and the provider names another one now, is refused', async () => {
      const id = await waitingLonger();
      household.app.tmdb.given.series({ id: show.tmdbId, name: 'Renamed', tvdb_id: 4711 });
      await later(LATER);
      expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'tv_match_changed' });
    });

    it('and the provider no longer has the series, needs a person', async () => {
      const id = await waitingLonger();
      household.app.tmdb.fail('GET /3/tv/:id', NOT_FOUND, Infinity);
      await later(LATER);
      expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'metadata_unresolved' });
    });
  });

  it('doc4 §1.14: a custom match brings the library’s own seasons, and its units are the provider’s', async () => {
    const target = household.show({ seasons: { 1: 1, 4: 2, 5: 2 } });
    await setMatch({ mode: 'custom', tvdb_id: target.tvdbId, season_map: { 1: 4, 2: 5 } });
    household.app.sonarr.given.series({ tvdbId: target.tvdbId, monitoredSeasons: [], files: { 4: 'aired' } });
    const id = await household.held(show.tmdbId, { seasons: [1, 2] });
    expect(await household.row(id)).toMatchObject({ seasonMap: '1:4,2:5' });
    expect(await household.used()).toBe(2);
    await household.letGo(id);
    expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested' });
    expect(seen(target)).toMatchObject({ seasons: [5], searches: ['season 5'] });
    expect(await household.used()).toBe(1);
  });
});

/** The provider's own words for a series that it doesn't have. */
const NOT_FOUND = {
  status: 404,
  body: { success: false, status_code: 34, status_message: 'The resource you requested could not be found.' },
};
