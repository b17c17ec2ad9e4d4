import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EMBY_CALLS } from '../../fakes/emby/emby-fake.js';
import { JELLYFIN_CALLS } from '../../fakes/jellyfin/jellyfin-fake.js';
import type { Answer } from '../../harness/http-client.js';
import { damagePolicy, limitContent, ratedFilm } from '../../harness/kids-policy.js';
import { MediaHousehold } from '../../harness/media-household.js';
import type { Session } from '../../harness/start-app.js';

interface Place {
  readonly service_type: string;
  readonly state: string;
  readonly url?: string;
}

const ratedSeries = (rating: string) => ({
  content_ratings: { results: [{ iso_3166_1: 'US', descriptors: [], rating }] },
});

describe('issue 21, the kids table of GET /api/media-servers/watch', () => {
  let media: MediaHousehold;
  let kid: Session;

  beforeAll(async () => {
    media = await MediaHousehold.start();
    const { app } = media;
    kid = await app.invite('kid');
    const { given } = app.tmdb;
    given.film({ id: 1, title: 'Mild', release_date: '2024-05-10', ...ratedFilm('PG') });
    given.film({ id: 2, title: 'Too Much', release_date: '2019-05-10', ...ratedFilm('R') });
    given.film({ id: 3, title: 'Unrated', release_dates: { results: [] } });
    given.series({
      id: 11,
      name: 'Mild',
      first_air_date: '2020-01-01',
      external_ids: { tvdb_id: 811 },
      ...ratedSeries('TV-G'),
    });
    given.series({ id: 12, name: 'Other', external_ids: { tvdb_id: 812 }, ...ratedSeries('TV-MA') });
    for (const kind of ['video_server_a', 'video_server_b'] as const) {
      const { account, item } = (kind === 'video_server_a' ? media.jellyfin : media.emby).given;
      await media.grant(kind, kid);
      await media.link(kid, kind, account({ name: 'kid' }).id);
      for (const [tmdbId, name] of [
        [1, 'Mild'],
        [2, 'Too Much'],
        [3, 'Unrated'],
      ] as const)
        item({ type: 'Movie', name, year: 2024, tmdbId });
      item({ type: 'Movie', name: 'Too Much, without the id', year: 2019, tvdbId: 899 });
      item({ type: 'Series', name: 'Mild', year: 2020, tmdbId: 11, tvdbId: 811 });
      item({ type: 'Series', name: 'Other, without the id', tvdbId: 812 });
    }
  });

  afterAll(() => media.close());

  beforeEach(() => limitContent(media.admin, kid));

  afterEach(() => {
    for (const fake of [media.jellyfin, media.emby, media.app.tmdb]) fake.startOver();
  });

  const watch = (query: string): Promise<Answer> => kid.get(`/api/media-servers/watch?${query}`);
  const placesOf = ({ status, body }: Answer): readonly Place[] => {
    expect(status).toBe(200);
    return body as readonly Place[];
  };
  const found = async (query: string) =>
    placesOf(await watch(query))
      .filter(({ url }) => url !== undefined)
      .map(({ service_type: kind }) => kind);
  const asked = (): number =>
    media.jellyfin.calls(JELLYFIN_CALLS.items).length + media.emby.calls(EMBY_CALLS.items).length;

  it.each([
    'media_type=movie&tmdb_id=1',
    'media_type=movie&tmdb_id=1&title=Mild&year=2024',
    'media_type=tv&tmdb_id=11',
    'media_type=tv&tvdb_id=811',
    'media_type=tv&tmdb_id=11&tvdb_id=811&title=mild&year=2020',
  ])('%s, within the limits: linked', async (query) => {
    expect(await found(query)).toEqual(['video_server_a', 'video_server_b']);
  });

  it.each([
    'media_type=movie&tmdb_id=2',
    'media_type=movie&tmdb_id=3',
    'media_type=tv&tmdb_id=12&tvdb_id=812',
    'media_type=tv&tvdb_id=812',
    'media_type=tv&tvdb_id=404404',
    'media_type=movie&tmdb_id=404404',
    'media_type=tv&tmdb_id=1',
  ])('%s, outside of them: 404, and no server is asked', async (query) => {
    expect(await watch(query)).toMatchObject({ status: 404, body: { error: 'not available' } });
    expect(asked()).toBe(0);
  });

  it('unrated is blocked only where the policy says so', async () => {
    await limitContent(media.admin, kid, { block_unrated: false });
    expect(await found('media_type=movie&tmdb_id=3')).toEqual(['video_server_a', 'video_server_b']);
  });

  it.each([
    ['the tvdb_id of another', 'media_type=tv&tmdb_id=11&tvdb_id=812'],
    ['a tvdb_id of a film, which nobody can compare', 'media_type=movie&tmdb_id=1&tvdb_id=899'],
    ['the title of another', 'media_type=movie&tmdb_id=1&title=Too+Much'],
    ['the year of another', 'media_type=movie&tmdb_id=1&year=2019'],
  ])('%s never yields a link', async (_what, query) => {
    expect(placesOf(await watch(query)).map(({ state, url }) => [state, url])).toEqual([
      ['unverified', undefined],
      ['unverified', undefined],
    ]);
    expect(asked()).toBe(0);
  });

  it.each([
    ['the ratings can not be looked up', 'media_type=movie&tmdb_id=4', 'GET /3/movie/:id'],
    ['nobody knows which series it is', 'media_type=tv&tvdb_id=8110', 'GET /3/find/:id'],
    ['the names of the title can not be read', 'media_type=tv&tmdb_id=13', 'GET /3/tv/:id'],
    ['a film is named by an id that has no ratings', 'media_type=movie&tvdb_id=899', null],
  ])('503 where %s', async (_what, query, call) => {
    if (call !== null) media.app.tmdb.fail(call, 500, Infinity);
    const error = 'content limits cannot be checked, retry shortly';
    expect(await watch(query)).toMatchObject({ status: 503, body: { error } });
    expect(asked()).toBe(0);
  });

  it('503 where the limits were replaced while a server answered', async () => {
    const { admin } = media;
    // What the server has said before of this film is told for three seconds.
    await media.app.clock.advance(3_000);
    media.emby.route(EMBY_CALLS.items, async () => {
      await limitContent(admin, kid, { max_movie_rating: 'G' });
      return { body: { Items: [], TotalRecordCount: 0 } };
    });
    expect((await watch('media_type=movie&tmdb_id=1')).status).toBe(503);
  });

  it('503 where the policy can not be read', async () => {
    await damagePolicy(media.app, kid);
    expect((await watch('media_type=movie&tmdb_id=1')).status).toBe(503);
    expect(asked()).toBe(0);
  });
});
