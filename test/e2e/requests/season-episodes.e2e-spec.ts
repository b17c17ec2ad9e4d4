import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SeriesCacheService } from '../../../src/modules/library/series/series-cache.service.js';
import type { Answer } from '../../harness/http-client.js';
import { limitContent } from '../../harness/kids-policy.js';
import { refusedWith } from '../../harness/refused-with.js';
import type { Session } from '../../harness/start-app.js';
import { SeriesHousehold, type Show } from './series-household.js';

const EPISODES = 'GET /api/v3/episode';
const LIST = 'GET /api/v3/series';
const QUEUE = 'GET /api/v3/queue';

describe('issue 46: GET /api/media/tv/{id}/episodes', () => {
  let household: SeriesHousehold;

  // One household for all: each test has series of its own.
  beforeAll(async () => {
    household = await SeriesHousehold.open({ isReusable: true });
  });

  afterEach(() => {
    household.app.tmdb.recover();
    household.app.sonarr.recover();
  });

  afterAll(() => household.close());

  const readAnew = (): void => household.app.get(SeriesCacheService).drop(household.library);
  const look = ({ tmdbId }: Show, season: number | string, who: Session = household.ana): Promise<Answer> =>
    who.get(`/api/media/tv/${tmdbId}/episodes?season=${season}`);
  const statesIn = ({ body }: Answer): readonly string[] =>
    (body as { episodes: readonly { state: string }[] }).episodes.map(({ state }) => state);
  /** A day of the calendar, so many days from now. */
  const dayIn = (days: number): string =>
    new Date(household.app.clock.now() + days * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
  /** As the library is now. */
  const states = async (show: Show, season: number): Promise<readonly string[]> => {
    readAnew();
    return statesIn(await look(show, season));
  };

  it('lists the provider’s episodes, each with its state in the library', async () => {
    // Weekly: the fourth has aired six days ago, and the fifth airs tomorrow.
    const air_date = dayIn(-27);
    const show = household.show({
      seasons: { 1: 4 },
      atProvider: { seasons: [{ season_number: 1, episode_count: 5, air_date }] },
    });
    household.app.sonarr.given.series({ ...show, files: { 1: [1, 2] } });
    household.app.sonarr.given.queueRow({ of: { tvdbId: show.tvdbId, season: 1, episode: 3 } });
    readAnew();
    const answer = await look(show, 1);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const body = answer.body as { episodes: readonly object[] };
    expect(body).toEqual({ season_number: 1, episodes: expect.anything() });
    expect(body.episodes[0]).toEqual({
      episode_number: 1,
      name: 'Episode 1',
      air_date,
      overview: null,
      still_path: '/still.jpg',
      runtime: 45,
      state: 'here',
    });
    expect(statesIn(answer)).toEqual(['here', 'here', 'coming', 'missing', 'coming']);
  });

  it('asks nobody once for each episode, and nobody again a moment later', async () => {
    const show = household.show({ seasons: { 1: 3, 2: 3 } });
    household.app.sonarr.given.series({ ...show, files: { 1: 'aired' } });
    readAnew();
    household.app.sonarr.forgetCalls();
    for (const season of [1, 2, 1]) await look(show, season);
    expect([LIST, EPISODES, QUEUE].map((call) => household.app.sonarr.calls(call).length)).toEqual([1, 1, 1]);
    expect(household.app.sonarr.calls()).toHaveLength(3);
  });

  it('doc4 §1.14: the season of the library is the one that the map of the match names', async () => {
    const show = household.show({ seasons: { 1: 2, 2: 2 } });
    const target = household.show({ seasons: { 1: 2, 2: 2, 3: 2 } });
    household.app.sonarr.given.series({ ...target, files: { 3: [2] } });
    const path = `/api/admin/tv-matches/${show.tmdbId}`;
    const { match } = (await household.admin.get(path)).body as { match: { revision: string } };
    const mapped = { mode: 'custom', tvdb_id: target.tvdbId, season_map: { 1: 3 }, instance_id: household.library };
    expect((await household.admin.put(path, { revision: match.revision, ...mapped })).status).toBe(200);
    expect(await states(show, 1)).toEqual(['missing', 'here']);
    expect(await states(show, 2)).toEqual(['unknown', 'unknown']);
  });

  it('doc4 §1.14: specials are listed with their state', async () => {
    const show = household.show({ seasons: { 0: 2, 1: 2 } });
    household.app.sonarr.given.series({ ...show, files: { 0: [2] } });
    expect(await states(show, 0)).toEqual(['missing', 'here']);
  });

  it('doc4 §4.2: where the catalogs count the seasons differently, nothing is known', async () => {
    const ended = { season_number: 1, episode_number: 9, air_date: '2016-01-01' };
    const atProvider = { next_episode_to_air: null, last_episode_to_air: ended };
    const seasons = [{ season_number: 1, episode_count: 9, air_date: '2015-01-01' }];
    const show = household.show({ seasons: { 1: 3, 2: 3, 3: 3 }, atProvider: { ...atProvider, seasons } });
    household.app.sonarr.given.series({ ...show, files: { 1: [1, 2] } });
    expect(new Set(await states(show, 1))).toEqual(new Set(['unknown']));
  });

  it('here is what a library has that the caller may use, and no other', async () => {
    const show = household.show({ seasons: { 1: 2 } });
    const other = await household.addLibrary();
    other.sonarr.given.catalog([{ ...show, year: 2015, seasons: { 1: 2 } }]);
    other.sonarr.given.series({ ...show, year: 2015, seasons: { 1: 2 }, files: { 1: 'aired' } });
    expect(await states(show, 1)).toEqual(['missing', 'missing']);
    expect(statesIn(await look(show, 1, household.admin))).toEqual(['here', 'here']);
    await household.assign(other.id, 'add', household.ana);
    expect(await states(show, 1)).toEqual(['here', 'here']);
    await other.sonarr.leave();
    household.app.get(SeriesCacheService).drop(other.id);
    expect(await states(show, 1)).toEqual(['unknown', 'unknown']);
    await household.assign(other.id, 'remove', household.ana);
    expect(await states(show, 1)).toEqual(['missing', 'missing']);
  });

  it.each([
    ['its list of series', LIST],
    ['the list of episodes', EPISODES],
  ])('is unknown, never missing, where the library doesn’t answer for %s', async (_, call) => {
    const show = household.show({ seasons: { 1: 2 } });
    household.app.sonarr.given.series({ ...show, files: { 1: [1] } });
    household.app.sonarr.fail(call, 500, Infinity);
    expect(await states(show, 1)).toEqual(['unknown', 'unknown']);
  });

  it('security 19: a child gets 404 for a series that it may not see, and no library is asked', async () => {
    const shown = household.show({ atProvider: rated('TV-G') });
    const hidden = household.show({ atProvider: rated('TV-MA') });
    const kid = await household.app.invite('kid');
    household.admin = await household.app.refresh(household.admin);
    await limitContent(household.admin, kid);
    household.app.sonarr.forgetCalls();
    const refused = { status: 404, body: { error: 'not available' } };
    expect(await look(hidden, 1, kid)).toMatchObject(refused);
    expect(await look({ tmdbId: 1, tvdbId: 1 }, 1, kid)).toMatchObject(refused);
    expect(household.app.sonarr.calls()).toEqual([]);
    expect((await look(shown, 1, kid)).status).toBe(200);
  });

  it.each([
    ['', 'season required'],
    ['?season=', 'season required'],
    ['?season=1&season=2', 'season was given more than once'],
    ['?season=-1', 'season must be a whole number from 0'],
    ['?season=1e3', 'season must be a whole number from 0'],
    ['?season=..%2f..%2fmovie', 'season must be a whole number from 0'],
    ['?season=1234567', 'season must be a whole number from 0'],
  ])('security 7: the query "%s" is 400, and nothing is asked', async (query, error) => {
    const { tmdbId } = household.show();
    household.app.tmdb.forgetCalls();
    const answer = await household.ana.get(`/api/media/tv/${tmdbId}/episodes${query}`);
    expect(answer).toMatchObject({ status: 400, body: refusedWith(error) });
    expect(household.app.tmdb.calls()).toEqual([]);
  });

  it('is 404 for a series or a season that the provider affirms not to have, and 502 where it fails', async () => {
    const show = household.show();
    const absent = { status: 404, body: { error: 'not found' } };
    expect(await look(show, 9)).toMatchObject(absent);
    expect(await look({ tmdbId: 1, tvdbId: 1 }, 1)).toMatchObject(absent);
    household.app.tmdb.fail('GET /3/tv/:id/season/:number', 503);
    expect(await look(show, 1)).toMatchObject({ status: 502, body: refusedWith('metadata provider is out of order') });
  });

  it('security 39: an episode that can’t be read is left out, and the others stand', async () => {
    const show = household.show({ seasons: { 1: 2 } });
    const odd = [5, { name: 'without a number' }, { episode_number: 'one' }];
    const bare = { episode_number: 2 };
    const strange = { episode_number: 1, name: 7, air_date: 'soon', overview: [], still_path: {}, runtime: 1.5 };
    household.app.tmdb.fail('GET /3/tv/:id/season/:number', {
      body: { season_number: 1, episodes: [...odd, bare, strange] },
    });
    const nothing = { name: null, air_date: null, overview: null, still_path: null, runtime: null, state: 'coming' };
    expect((await look(show, 1)).body).toEqual({
      season_number: 1,
      episodes: [1, 2].map((episode_number) => ({ episode_number, ...nothing })),
    });
  });

  it('waits two seconds for a library that hangs', async () => {
    const show = household.show({ seasons: { 1: 2 } });
    readAnew();
    household.app.sonarr.fail(QUEUE, 'timeout', Infinity);
    const arrived = household.app.sonarr.nextCall(QUEUE);
    const answer = look(show, 1);
    await arrived;
    await household.app.clock.advance(2_000);
    expect(statesIn(await answer)).toEqual(['unknown', 'unknown']);
  });
});

const rated = (rating: string) => ({
  content_ratings: { results: [{ iso_3166_1: 'US', descriptors: [], rating }] },
});
