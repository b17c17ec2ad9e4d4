import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { SeriesCacheService } from '../../../src/modules/library/series/series-cache.service.js';
import { DispatchRow } from '../../../src/modules/requests/saved/job-rows.js';
import { RequestRow } from '../../../src/modules/requests/saved/rows.js';
import type { Answer } from '../../harness/http-client.js';
import { SeriesHousehold, type Show } from './series-household.js';
import { refusedWith } from '../../harness/refused-with.js';

const LIST = 'GET /api/v3/series';
const LOOKUP = 'GET /api/v3/series/lookup';
const DETAIL = 'GET /3/tv/:id';

type Body = Readonly<Record<string, unknown>>;

let household: SeriesHousehold;

// One household for all: each test has series of its own.
beforeAll(async () => {
  household = await SeriesHousehold.open({ isReusable: true });
});

afterEach(async () => {
  household.app.tmdb.recover();
  household.app.sonarr.recover();
  await approval(false);
  await household.app.deliver();
});

afterAll(() => household.close());

const approval = (require_approval: boolean) =>
  household.admin.put('/api/admin/request-settings', { require_approval });

/** What ana sees of a series once the library has been read anew. */
const look = async (tmdbId: number, query = ''): Promise<Answer> => {
  household.app.get(SeriesCacheService).drop(household.library);
  return household.ana.get(`/api/requests/${tmdbId}/status?media_type=tv${query}`);
};

/** The statuses of its seasons by their numbers. */
const seasonsOf = ({ body }: Answer): unknown =>
  Object.fromEntries(
    (body as { seasons: { season_number: number; status: string }[] }).seasons.map((one) => [
      one.season_number,
      one.status,
    ]),
  );

const own = async (): Promise<readonly Body[]> => {
  household.app.get(SeriesCacheService).drop(household.library);
  return (await household.ana.get('/api/requests')).body as Body[];
};

const entryOf = async (id: number): Promise<Body | undefined> => (await own()).find((one) => one['request_id'] === id);

/** Leaves a request's delivery where a test wants it. */
const leave = (requestId: number, job: Partial<DispatchRow>): Promise<unknown> =>
  household.app.get(Database).write((tx) => tx.update(DispatchRow, { requestId }, job));

/** What an administrator decides about a match, whatever it was before. */
const decide = async ({ tmdbId }: Show, fields: object): Promise<void> => {
  const path = `/api/admin/tv-matches/${tmdbId}`;
  const { match } = (await household.admin.get(path)).body as { match: { revision: string } };
  const answer = await household.admin.put(path, { revision: match.revision, ...fields });
  if (answer.status !== 200) throw new Error(answer.text);
};

describe('GET /api/requests/{tmdb_id}/status?media_type=tv', () => {
  it('doc4 §4.2, doc2 §4 requests 9: of a series without a request, by the real list of episodes', async () => {
    const show = household.show({ title: 'Northern Relay', seasons: { 1: 3, 2: 4, 3: 2, 4: 2 } });
    // Nobody watches the fourth season any more: Sonarr counts its one file as all of it.
    household.app.sonarr.given.series({
      ...show,
      monitoredSeasons: [1, 2, 3],
      files: { 1: 'aired', 2: [1], 4: [1] },
    });
    const answer = await look(show.tmdbId);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      status: 'partial',
      progress: 5 / 11,
      seasons: [
        { season_number: 1, episode_file_count: 3, episode_count: 3, status: 'available', progress: 1 },
        { season_number: 2, episode_file_count: 1, episode_count: 4, status: 'partial', progress: 0.25 },
        { season_number: 3, episode_file_count: 0, episode_count: 2, status: 'requested', progress: 0 },
        { season_number: 4, episode_file_count: 1, episode_count: 2, status: 'partial', progress: 0.5 },
      ],
      match: {
        tmdb_id: show.tmdbId,
        title: 'Northern Relay',
        tvdb_id: show.tvdbId,
        season_map: { 1: 1, 2: 2, 3: 3, 4: 4 },
        provenance: 'metadata',
        revision: expect.stringMatching(/^[0-9a-f]{24}$/),
        state: 'resolved',
      },
      status_known: true,
    });
  });

  it('doc4 §4.2: of a series that the library lacks: unavailable, each season', async () => {
    const answer = await look(household.show().tmdbId);
    expect(answer.body).toMatchObject({ status: 'unavailable', status_known: true });
    expect(seasonsOf(answer)).toEqual({ 1: 'unavailable', 2: 'unavailable' });
    expect(answer.body).not.toHaveProperty('request_id');
  });

  it('doc4 §4.2: pending rows overlay per season, and the pending one is named', async () => {
    const show = household.show({ seasons: { 1: 2, 2: 2, 3: 2 } });
    household.app.sonarr.given.series({ ...show, monitoredSeasons: [1], files: { 1: 'aired' } });
    await approval(true);
    const id = await household.requestOf(household.ana, show.tmdbId, { seasons: [2] });
    const answer = await look(show.tmdbId);
    expect(answer.body).toMatchObject({ status: 'partial', request_id: id, delivery: [{ state: 'approval' }] });
    expect(seasonsOf(answer)).toEqual({ 1: 'available', 2: 'pending', 3: 'unavailable' });
    expect((await household.receipt(household.ana, id)).body).toMatchObject({ status: 'pending', status_known: true });
    const ben = await household.app.invite('ben');
    const seenByBen = await ben.get(`/api/requests/${show.tmdbId}/status?media_type=tv`);
    expect(seasonsOf(seenByBen)).toEqual({ 1: 'available', 2: 'unavailable', 3: 'unavailable' });
  });

  it('doc4 §1.14: seasons are the provider’s, through the map of the match', async () => {
    const show = household.show({ seasons: { 1: 2 } });
    const target = household.show({ seasons: { 1: 2, 2: 2, 3: 2 } });
    household.app.sonarr.given.series({ ...target, files: { 3: 'aired' } });
    await decide(show, {
      mode: 'custom',
      tvdb_id: target.tvdbId,
      season_map: { 1: 3 },
      instance_id: household.library,
    });
    expect((await look(show.tmdbId)).body).toMatchObject({
      status: 'available',
      seasons: [{ season_number: 1, episode_file_count: 2, status: 'available' }],
      match: { tvdb_id: target.tvdbId, season_map: { 1: 3 }, provenance: 'custom' },
      status_known: true,
    });
  });

  it('doc4 §1.3, §1.7: each open request shows its delivery, so that an older one can be retried', async () => {
    const show = household.show({ seasons: { 1: 2, 2: 2, 3: 2 } });
    const stopped = await household.deliveredBefore(household.ana, show, { seasons: [1] });
    const done = await household.deliveredBefore(household.ana, show, { seasons: [2] });
    await approval(true);
    const withdrawn = await household.requestOf(household.ana, show.tmdbId, { seasons: [3] });
    await household.act(household.ana, withdrawn, 'cancel');
    const waits = await household.requestOf(household.ana, show.tmdbId, { seasons: [3] });
    await leave(stopped, { state: 'attention', code: 'retry_limit' });
    expect((await look(show.tmdbId)).body).toMatchObject({
      request_id: waits,
      delivery: [
        { request_id: waits, state: 'approval', can_manage: false },
        { request_id: done, state: 'complete', can_manage: false },
        { request_id: stopped, state: 'attention', can_manage: true },
      ],
    });
    expect((await household.act(household.ana, stopped, 'retry')).status).toBe(200);
  });

  it('doc4 §1.3: of the jobs of a title, the twenty newest are shown, and always that of the named request', async () => {
    const show = household.show();
    const ids: number[] = [];
    for (let nth = 0; nth < 21; nth++)
      ids.unshift(await household.deliveredBefore(household.ana, show, { seasons: [1] }));
    const shownJobs = async (): Promise<readonly number[]> => {
      const { delivery } = (await look(show.tmdbId)).body as { delivery: { request_id: number }[] };
      return delivery.map(({ request_id }) => request_id);
    };
    expect(await shownJobs()).toEqual(ids.slice(0, 20));
    const [oldest = NaN] = ids.slice(-1);
    await leave(oldest, { state: 'attention' });
    expect(await shownJobs()).toEqual([...ids.slice(0, 19), oldest]);
  });

  it('doc4 §4.2: a paused match: not known, shown as saved, and no error', async () => {
    const show = household.show();
    household.app.sonarr.given.series({ ...show, files: { 1: 'aired', 2: 'aired' } });
    const id = await household.deliveredBefore(household.ana, show, { seasons: [2] });
    await decide(show, { mode: 'paused', tvdb_id: show.tvdbId, season_map: {}, instance_id: household.library });
    const answer = await look(show.tmdbId);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'requested',
      progress: 0,
      match: { state: 'paused' },
      request_id: id,
      status_known: false,
      status_unknown_reason: 'tv_match_paused',
    });
    expect(seasonsOf(answer)).toEqual({ 2: 'requested' });
  });

  it('doc4 §4.2: a series that the library’s catalog lacks: not known, and no error', async () => {
    household.app.tmdb.given.series({ id: 660_001, name: 'Nobody’s series', tvdb_id: null });
    const answer = await look(660_001);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'unavailable',
      match: { state: 'unresolved' },
      status_known: false,
      status_unknown_reason: 'tv_target_missing',
    });
  });

  it('issue 43 C15, doc4 §1.14: an id that the library’s catalog no longer has: the series is found otherwise', async () => {
    const { tmdbId, tvdbId } = household.show({ atProvider: { tvdb_id: 660_010 } });
    household.app.sonarr.given.series({ tmdbId, tvdbId, files: { 1: 'aired', 2: 'aired' } });
    const answer = await look(tmdbId);
    expect(answer.body).toMatchObject({ status: 'available', status_known: true, match: { tvdb_id: tvdbId } });
    const view = (await household.admin.get(`/api/admin/tv-matches/${tmdbId}`)).body;
    expect(view).toMatchObject({ match: { tvdb_id: tvdbId, state: 'resolved' }, target_seasons: [1, 2] });
  });

  it('issue 43 C15: administrators who look at the match first see the series that is found otherwise', async () => {
    const { tmdbId, tvdbId } = household.show({ atProvider: { tvdb_id: 660_011 } });
    const view = (await household.admin.get(`/api/admin/tv-matches/${tmdbId}`)).body;
    expect(view).toMatchObject({ match: { tvdb_id: tvdbId, state: 'resolved' }, target_seasons: [1, 2] });
  });

  it('doc4 §4.2: a metadata provider that is down: not known, shown as saved, and no error', async () => {
    const show = household.show();
    const id = await household.deliveredBefore(household.ana, show, { seasons: [1] });
    household.app.tmdb.fail(DETAIL, 503, Infinity);
    const answer = await look(show.tmdbId);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'requested',
      request_id: id,
      status_known: false,
      status_unknown_reason: 'tv_metadata_unavailable',
    });
  });

  it('doc4 §4.5: a hanging library that alone could identify the series: waits two seconds', async () => {
    household.app.tmdb.given.series({ id: 660_003, name: 'Somebody’s series', tvdb_id: null });
    household.app.sonarr.fail(LOOKUP, 'timeout', Infinity);
    const arrived = household.app.sonarr.nextCall(LOOKUP);
    const asked = look(660_003);
    await arrived;
    await household.app.clock.advance(2_000);
    expect((await asked).body).toMatchObject({
      status: 'unavailable',
      status_known: false,
      status_unknown_reason: 'library_unavailable',
    });
  });

  it('doc4 §4.2: a metadata provider that hangs is waited for ten seconds, and no longer', async () => {
    const show = household.show();
    household.app.tmdb.fail(DETAIL, 'timeout', Infinity);
    const arrived = household.app.tmdb.nextCall(DETAIL);
    const asked = look(show.tmdbId);
    await arrived;
    await household.app.clock.advance(10_000);
    expect((await asked).body).toMatchObject({
      status_known: false,
      status_unknown_reason: 'tv_metadata_unavailable',
    });
  });

  it('404 for a series that the provider affirms not to have', async () => {
    expect((await look(1)).status).toBe(404);
  });

  it('doc4 §4.6: a library that can not be read: shown as saved, not known, and never absent', async () => {
    const show = household.show({ seasons: { 1: 2, 2: 2 } });
    await household.deliveredBefore(household.ana, show, { seasons: [1] });
    household.app.sonarr.fail(LIST, 503, Infinity);
    const answer = await look(show.tmdbId);
    expect(answer.body).toMatchObject({
      status: 'requested',
      status_known: false,
      status_unknown_reason: 'library_unavailable',
    });
    expect(seasonsOf(answer)).toEqual({ 1: 'requested', 2: 'unavailable' });
  });

  it('doc4 §1.3: other libraries are listed only when requested and more than one may be used', async () => {
    const show = household.show();
    household.app.sonarr.given.series({ ...show, files: { 1: 'aired', 2: 'aired' } });
    const all = '&include_instance_statuses=true&include_4k=true';
    expect((await look(show.tmdbId, all)).body).not.toHaveProperty('instance_statuses');
    const other = await household.addLibrary();
    expect((await look(show.tmdbId, all)).body).not.toHaveProperty('instance_statuses');
    await household.assign(other.id, 'add', household.ana);
    expect((await look(show.tmdbId)).body).not.toHaveProperty('instance_statuses');
    expect((await look(show.tmdbId, all)).body).toMatchObject({
      status: 'available',
      instance_statuses: {
        [household.library]: { status: 'available', status_known: true },
        [other.id]: { status: 'unavailable', status_known: true },
      },
    });
    await other.sonarr.leave();
    household.app.get(SeriesCacheService).drop(other.id);
    expect((await look(show.tmdbId, all)).body).toMatchObject({
      status_known: true,
      instance_statuses: { [other.id]: { status: 'unavailable', status_known: false } },
    });
    expect((await look(show.tmdbId, `&instance_id=${other.id}`)).body).toMatchObject({ status_known: false });
    await household.assign(other.id, 'remove', household.ana);
    expect((await look(show.tmdbId, `&instance_id=${other.id}`)).status).toBe(403);
  });

  it.each([
    ['&instance_id=gone', 'unknown Sonarr instance'],
    ['&include_instance_statuses=maybe', 'include_instance_statuses must be true or false'],
  ])('doc4 §1.5: 400 for the query %s', async (query, error) => {
    const { status, body } = await look(household.show().tmdbId, query);
    expect({ status, body }).toEqual({ status: 400, body: refusedWith(error) });
  });
});

describe('requests for series where their requester reads them', () => {
  it('doc4 §1.3: an entry of the own list has what a person wants to know of it', async () => {
    const show = household.show({ title: 'Harbor Nights', seasons: { 1: 2, 2: 2, 3: 2 } });
    const requested_at = new Date(household.app.clock.now()).toISOString();
    const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1, 3] });
    expect(await entryOf(id)).toEqual({
      request_id: id,
      tmdb_id: show.tmdbId,
      tvdb_id: show.tvdbId,
      instance_id: household.library,
      media_type: 'tv',
      title: 'Harbor Nights',
      status: 'requested',
      progress: 0,
      status_known: true,
      requested_at,
      season_scope: '1,3',
      match: expect.objectContaining({ tvdb_id: show.tvdbId, season_map: { 1: 1, 3: 3 }, provenance: 'metadata' }),
      delivery: [expect.objectContaining({ request_id: id })],
    });
  });

  it('doc4 §1.3, §1.9: a new request and an approved one are answered with their seasons and their match', async () => {
    const show = household.show({ seasons: { 1: 2, 2: 2, 3: 2 } });
    const members = {
      tvdb_id: show.tvdbId,
      season_scope: '2,3',
      match: { tvdb_id: show.tvdbId, season_map: { 2: 2, 3: 3 }, state: 'resolved' },
    };
    await approval(true);
    const created = await household.ask(household.ana, show.tmdbId, { seasons: [2, 3] });
    expect(created.body).toMatchObject({ success: true, status: 'pending', ...members });
    expect(created.body).not.toHaveProperty('seasons');
    const { request_id: id } = created.body as { request_id: number };
    const approved = await household.approve(id);
    expect(approved.body).toMatchObject({ success: true, status: 'requested', request_id: id, ...members });
  });

  it('doc4 §4.5: a request whose saved seasons can’t be read is not known, and takes no other’s answer away', async () => {
    const show = household.show({ seasons: { 1: 2, 2: 2 } });
    const damaged = await household.deliveredBefore(household.ana, show, { seasons: [1] });
    const sound = await household.deliveredBefore(household.ana, show, { seasons: [2] });
    household.app.sonarr.given.series({ ...show, files: { 2: 'aired' } });
    await household.app
      .get(Database)
      .write((tx) => tx.update(RequestRow, { id: damaged }, { seasonMap: '1:one', status: 'requested' }));
    const answers = await own();
    expect(answers.find((one) => one['request_id'] === sound)).toMatchObject({ status: 'available' });
    const unknown = { status: 'requested', status_known: false, status_unknown_reason: 'tv_seasons_unmapped' };
    const entry = answers.find((one) => one['request_id'] === damaged);
    expect(entry).toMatchObject(unknown);
    expect(entry).not.toHaveProperty('match');
    expect((await household.receipt(household.ana, damaged)).body).toMatchObject(unknown);
    expect((await look(show.tmdbId)).body).toMatchObject({ request_id: sound, status_known: true });
  });

  it('doc4 §1.6: include_live=false reports what is saved and touches no library', async () => {
    const show = household.show();
    const id = await household.deliveredBefore(household.ana, show, { seasons: [1] });
    household.app.sonarr.forgetCalls();
    const { body } = await household.receipt(household.ana, id, '&include_live=false');
    expect(body).toMatchObject({ status: 'requested', progress: 0, status_known: true, request_id: id });
    expect(body).not.toHaveProperty('seasons');
    expect(household.app.sonarr.calls()).toEqual([]);
  });

  it('doc4 §1.6: by identity: the newest request for the title, else the title itself', async () => {
    const show = household.show();
    const path = `/api/requests/delivery-status?media_type=tv&tmdb_id=${show.tmdbId}`;
    household.app.sonarr.given.series({ ...show, files: { 1: 'aired', 2: 'aired' } });
    household.app.get(SeriesCacheService).drop(household.library);
    expect((await household.ana.get(path)).body).toMatchObject({ status: 'available', seasons: [{}, {}] });
    household.app.sonarr.forgetCalls();
    expect((await household.ana.get(`${path}&include_live=false`)).body).toEqual({
      status: 'unavailable',
      progress: 0,
      status_known: false,
    });
    expect(household.app.sonarr.calls()).toEqual([]);
    await household.deliveredBefore(household.ana, show, { seasons: [1] });
    const newest = await household.deliveredBefore(household.ana, show, { seasons: [2] });
    expect((await household.ana.get(path)).body).toMatchObject({ request_id: newest, seasons: [{ season_number: 2 }] });
    expect((await household.ana.get(`${path}&instance_id=gone`)).status).toBe(400);
    const ben = await household.app.invite('ben2');
    expect((await ben.get(path)).body).not.toHaveProperty('request_id');
  });

  it('doc4 Decisions, Freshness: the list reads each library once, and a dead one doesn’t blind it to the other', async () => {
    const films = await household.app.connectRadarr(household.admin);
    await household.assign(films, 'add', household.ana);
    const film = { id: 990_300, title: 'Harbor Lights' };
    household.app.tmdb.given.film(film);
    household.app.radarr.given.movie({ tmdbId: film.id, hasFile: true });
    household.app.radarr.given.catalog([{ tmdbId: film.id, title: film.title, year: 2024 }]);
    const asked = await household.ana.post('/api/requests', { media_type: 'movie', tmdb_id: film.id });
    const filmId = (asked.body as { request_id: number }).request_id;
    await household.app.deliver();
    const seriesIds: number[] = [];
    for (let nth = 0; nth < 3; nth++) {
      const show = household.show();
      household.app.sonarr.given.series({ ...show, files: { 1: 'aired' } });
      seriesIds.push(await household.deliveredBefore(household.ana, show, { seasons: [1] }));
    }
    await household.app.clock.leap(120_000);
    await household.app.deliver();
    household.app.sonarr.forgetCalls();
    household.app.radarr.forgetCalls();
    const entries = (await household.ana.get('/api/requests')).body as Body[];
    for (const id of [filmId, ...seriesIds])
      expect(entries.find((one) => one['request_id'] === id)).toMatchObject({
        status: 'available',
        status_known: true,
      });
    const lists = household.app.sonarr.calls(LIST).filter(({ query }) => query['tvdbId'] === undefined);
    expect(lists).toHaveLength(1);
    expect(household.app.radarr.calls('GET /api/v3/movie')).toHaveLength(1);
    household.app.radarr.fail('GET /api/v3/movie', 503, Infinity);
    await household.app.clock.leap(120_000);
    const blind = await own();
    expect(blind.find((one) => one['request_id'] === filmId)).toMatchObject({ status_known: false });
    for (const id of seriesIds)
      expect(blind.find((one) => one['request_id'] === id)).toMatchObject({ status: 'available', status_known: true });
  });
});
