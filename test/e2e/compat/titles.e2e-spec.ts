import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KeyClient } from '../../harness/key-client.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { startApp } from '../../harness/start-app.js';
import { FILMS, SERIES, ToolHousehold, type ListedRequest } from './tool-household.js';

interface AnnouncedTitle {
  readonly mediaInfo?: {
    readonly status: number;
    readonly requests: readonly ListedRequest[];
    readonly seasons: readonly { readonly seasonNumber: number; readonly status: number }[];
    readonly [name: string]: unknown;
  };
  readonly [name: string]: unknown;
}

const FAILED = [502, { message: expect.any(String) }];
const UNREADABLE = [503, { message: 'a library can not be read, retry shortly' }];

describe('titles as tools read them (doc2 §4 Compat)', () => {
  let household: ToolHousehold;

  beforeAll(async () => {
    household = await ToolHousehold.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  async function title(path: string): Promise<AnnouncedTitle> {
    household.forgetSnapshots();
    const answer = await household.tool.get(`/api/v1/${path}`);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    expect(answer.headers.get('content-type')).toContain('application/json');
    return answer.body as AnnouncedTitle;
  }

  describe('a film', () => {
    it('is what the provider says of it, in the tracker’s words', async () => {
      const tmdbId = household.film('Harbor "Lights"');
      const film = await title(`movie/${tmdbId}`);
      expect(film).toMatchObject({
        id: tmdbId,
        title: 'Harbor "Lights"',
        releaseDate: '2024-05-10',
        posterPath: `/poster-${tmdbId}.jpg`,
        imdbId: `tt${String(tmdbId).padStart(7, '0')}`,
        genres: [{ id: 18 }, { id: 9648 }],
        credits: { cast: [{ character: 'Keeper', profilePath: null }], crew: [{ job: 'Director' }] },
        relatedVideos: [{ url: `https://www.youtube.com/watch?v=trailer${tmdbId}`, site: 'YouTube', type: 'Trailer' }],
        productionCompanies: [{ logoPath: '/logo.png' }],
        spokenLanguages: [{ englishName: 'English', iso_639_1: 'en' }],
        releases: { results: [{ iso_3166_1: 'US' }] },
        collection: { id: 990900, posterPath: '/collection.jpg' },
        externalIds: { imdbId: expect.any(String) },
      });
    });

    it('has no mediaInfo when nobody has asked for it and no library has it', async () => {
      expect(await title(`movie/${household.film()}`)).not.toHaveProperty('mediaInfo');
    });

    it('has mediaInfo without requests when a library has it, and dates where they are known', async () => {
      const tmdbId = household.heldFilm({ hasFile: true });
      const addedAt = new Date(household.app.clock.now()).toISOString();
      expect((await title(`movie/${tmdbId}`)).mediaInfo).toMatchObject({
        id: tmdbId * 2,
        status: 5,
        mediaAddedAt: addedAt,
        createdAt: addedAt,
        requests: [],
        seasons: [],
        issues: [],
      });
      expect((await title(`movie/${household.heldFilm()}`)).mediaInfo).toMatchObject({ status: 3, mediaAddedAt: null });
    });

    it('has null for mediaAddedAt when its manager doesn’t know when the file was imported', async () => {
      const tmdbId = household.heldFilm({ hasFile: true, undatedFile: true });
      expect((await title(`movie/${tmdbId}`)).mediaInfo).toMatchObject({ status: 5, mediaAddedAt: null });
    });

    it('has its requests, the oldest first, with who asked', async () => {
      const tmdbId = household.film();
      const [first, second] = [await household.askFilm(tmdbId), await household.askFilm(tmdbId, household.admin)];
      const { mediaInfo } = await title(`movie/${tmdbId}`);
      expect(mediaInfo?.requests.map(({ id, requestedBy }) => [id, requestedBy])).toEqual([
        [first, expect.objectContaining({ id: household.ana.userId, username: 'ana' })],
        [second, expect.objectContaining({ id: household.admin.userId, username: 'admin' })],
      ]);
    });

    it('follows the library and the provider: nothing of it is older than they are', async () => {
      const tmdbId = household.film('Before');
      const id = await household.askFilm(tmdbId);
      expect((await title(`movie/${tmdbId}`)).mediaInfo).toMatchObject({ status: 3, requests: [{ id, status: 2 }] });
      await household.app.deliver();
      household.app.radarr.finishDownload(tmdbId);
      household.app.tmdb.given.film({ id: tmdbId, title: 'After' });
      const after = await title(`movie/${tmdbId}`);
      expect(after).toMatchObject({ title: 'Before', mediaInfo: { status: 5, requests: [{ id, status: 5 }] } });
      await household.app.clock.leap(3_600_000);
      expect(await title(`movie/${tmdbId}`)).toMatchObject({ title: 'After', mediaInfo: { status: 5 } });
    });

    it('is 404 where the provider has none, 502 where it fails, 503 where a library can’t be read', async () => {
      expect(statusAndBody(await household.tool.get('/api/v1/movie/4711'))).toEqual([
        404,
        { message: 'Title not found' },
      ]);
      expect(statusAndBody(await household.tool.get('/api/v1/movie/x'))).toEqual([
        400,
        { message: 'invalid movie id' },
      ]);
      const tmdbId = household.film();
      household.app.tmdb.fail('GET /3/movie/:id', 503);
      expect(statusAndBody(await household.tool.get(`/api/v1/movie/${tmdbId}`))).toEqual(FAILED);
      household.app.radarr.fail(FILMS, 500);
      expect(statusAndBody(await household.tool.get(`/api/v1/movie/${tmdbId}`))).toEqual(UNREADABLE);
    });
  });

  describe('a series', () => {
    it('is what the provider says of it and its seasons, in the tracker’s words', async () => {
      const show = household.show({ title: 'Northern Relay', seasons: { 1: 2, 2: 3 } });
      const series = await title(`tv/${show.tmdbId}`);
      expect(series).toMatchObject({
        id: show.tmdbId,
        name: 'Northern Relay',
        firstAirDate: '2015-01-01',
        numberOfSeasons: 2,
        numberOfSeason: 2,
        seasons: [
          { seasonNumber: 1, episodeCount: 2, airDate: '2015-01-01' },
          { seasonNumber: 2, episodeCount: 3 },
        ],
        networks: [{ logoPath: '/network.png' }],
        contentRatings: { results: [{ rating: 'TV-14' }] },
        externalIds: { tvdbId: show.tvdbId },
        lastEpisodeToAir: { episodeNumber: 1, seasonNumber: 2, stillPath: '/still.jpg' },
      });
      expect(series).not.toHaveProperty('mediaInfo');
    });

    it('has each season’s status beside its requests, by the library’s numbers', async () => {
      const show = household.show({ seasons: { 1: 2, 2: 4, 3: 2, 4: 2 } });
      household.app.sonarr.given.series({
        ...show,
        seasons: { 1: 2, 2: 4, 3: 2, 4: 2 },
        monitoredSeasons: [1, 2, 3],
        files: { 1: 'aired', 2: [1] },
      });
      const held = (await title(`tv/${show.tmdbId}`)).mediaInfo;
      const seasonStatuses = (of: typeof held): unknown => of?.seasons.map((one) => [one.seasonNumber, one.status]);
      expect([held?.status, held?.tvdbId, held?.requests, seasonStatuses(held)]).toEqual([
        4,
        show.tvdbId,
        [],
        [
          [1, 5],
          [2, 4],
          [3, 3],
          [4, 1],
        ],
      ]);
      const id = await household.askSeries(show, { seasons: [4] });
      const asked = (await title(`tv/${show.tmdbId}`)).mediaInfo;
      expect(asked?.requests).toMatchObject([{ id, status: 2, seasons: [{ seasonNumber: 4, status: 2 }] }]);
      expect(seasonStatuses(asked)).toEqual([
        [1, 5],
        [2, 4],
        [3, 3],
        [4, 3],
      ]);
    });

    it('issue 43 C16: is processing at most while its seasons differ between the catalogs, and what it is again afterwards', async () => {
      const [asked, held] = [household.show(), household.show()];
      const id = await household.askSeries(asked, { seasons: [1] });
      await household.app.deliver();
      household.app.sonarr.importFiles(asked.tvdbId, 1, 'aired');
      household.app.sonarr.given.series({ ...held, seasons: { 1: 3, 2: 3 }, files: { 1: 'aired', 2: 'aired' } });
      const seen = async () => [
        await household.statuses(id),
        ...(await Promise.all([asked, held].map(({ tmdbId }) => title(`tv/${tmdbId}`)))).map(({ mediaInfo }) => [
          mediaInfo?.status,
          mediaInfo?.seasons.map(({ status }) => status),
        ]),
      ];
      const before = [
        [5, 4],
        [4, [5, 1]],
        [5, [5, 5]],
      ];
      expect(await seen()).toEqual(before);
      await household.doubt([asked, held], household.app.clock.now());
      expect(await seen()).toEqual([
        [2, 3],
        [3, [3, 1]],
        [3, [3, 3]],
      ]);
      await household.doubt([asked, held], null);
      expect(await seen()).toEqual(before);
    });

    it('doc2 §4 Compat rules: never touches the manager of films, nor a film that of series', async () => {
      const [film, show] = [household.heldFilm(), household.show()];
      await household.askSeries(show);
      await household.app.deliver();
      household.app.radarr.forgetCalls();
      await title(`tv/${show.tmdbId}`);
      await household.tool.get(`/api/v1/tv/${show.tmdbId}/season/1`);
      expect(household.app.radarr.calls()).toEqual([]);
      household.app.sonarr.forgetCalls();
      await title(`movie/${film}`);
      expect(household.app.sonarr.calls()).toEqual([]);
    });

    it('is 404, 502 or 503 as a film is', async () => {
      expect(statusAndBody(await household.tool.get('/api/v1/tv/4711'))).toEqual([404, { message: 'Title not found' }]);
      const show = household.show();
      household.app.tmdb.fail('GET /3/tv/:id', 503);
      expect(statusAndBody(await household.tool.get(`/api/v1/tv/${show.tmdbId}`))).toEqual(FAILED);
      household.app.sonarr.fail(SERIES, 500);
      expect(statusAndBody(await household.tool.get(`/api/v1/tv/${show.tmdbId}`))).toEqual(UNREADABLE);
    });
  });

  describe('a season', () => {
    it('lists its episodes with their air dates, and asks no library', async () => {
      const show = household.show({ seasons: { 1: 2 } });
      household.app.sonarr.forgetCalls();
      expect(await title(`tv/${show.tmdbId}/season/1`)).toMatchObject({
        seasonNumber: 1,
        airDate: '2015-01-01',
        episodeCount: 2,
        episodes: [
          { episodeNumber: 1, seasonNumber: 1, airDate: '2015-01-01', name: 'Episode 1' },
          { episodeNumber: 2, seasonNumber: 1, airDate: '2015-01-08', name: 'Episode 2' },
        ],
      });
      expect(household.app.sonarr.calls()).toEqual([]);
    });

    it('is 404 where the provider has none, and 400 for what is no number', async () => {
      const { tmdbId } = household.show({ seasons: { 1: 2 } });
      for (const path of [`tv/${tmdbId}/season/7`, `tv/${tmdbId}/season/0`, 'tv/4711/season/1'])
        expect(statusAndBody(await household.tool.get(`/api/v1/${path}`))).toEqual([
          404,
          { message: 'Title not found' },
        ]);
      for (const number of ['x', '-1', '01', '1.5'])
        expect(statusAndBody(await household.tool.get(`/api/v1/tv/${tmdbId}/season/${number}`))).toEqual([
          400,
          { message: 'invalid season number' },
        ]);
    });
  });
});

it('doc2 §7: without a key for the metadata provider each title is 503 {message}, and requests are listed all the same', async () => {
  const app = await startApp({ env: { METADATA_TOKEN: '' } });
  try {
    const tool = await KeyClient.issuedBy(app, await app.setUpAdmin());
    const unset = [503, { message: 'metadata provider is not configured' }];
    for (const path of ['movie/1', 'tv/1', 'tv/1/season/1'])
      expect(statusAndBody(await tool.get(`/api/v1/${path}`))).toEqual(unset);
    expect((await tool.get('/api/v1/request')).status).toBe(200);
    expect(app.tmdb.calls()).toEqual([]);
  } finally {
    await app.close();
  }
});
