import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SonarrClient } from '../../src/clients/sonarr/sonarr.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import type { RecordedCall } from '../fakes/fake-server.js';
import { SonarrFake } from '../fakes/sonarr/sonarr-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { missingKeys } from './schema-check.js';
import { bodySentTo, FAMILY_ANSWERS, FAMILY_FIELDS_READ, ServarrContract } from './servarr-contract.js';

/** What we read of each answer. The example payloads must have it, else we would wait for it in vain. */
const FIELDS_READ = {
  ...FAMILY_FIELDS_READ,
  'series.json': [
    'id',
    'tvdbId',
    'tmdbId',
    'title',
    'year',
    'monitored',
    'status',
    'firstAired',
    'seasons.1.seasonNumber',
    'seasons.1.monitored',
    'seasons.1.statistics.episodeFileCount',
    'seasons.1.statistics.episodeCount',
    'seasons.1.statistics.totalEpisodeCount',
    'seasons.1.statistics.sizeOnDisk',
  ],
  'series.add.request.json': ['addOptions'],
  'series.lookup.json': ['0.id', '0.tvdbId', '0.tmdbId', '0.title', '0.year', '0.seasons.0.seasonNumber'],
  'episode.list.json': ['0.id', '0.seasonNumber', '0.episodeNumber', '0.airDateUtc', '0.hasFile', '0.monitored'],
  'queue.page.json': [
    'pageSize',
    'totalRecords',
    'records.0.seriesId',
    'records.0.episodeId',
    'records.0.seasonNumber',
    'records.0.downloadId',
    'records.0.status',
    'records.0.size',
    'records.0.sizeleft',
  ],
} as const;

/** The series of the example payloads, as the fake is given it. */
const NORTHERN_RELAY = {
  tvdbId: 880201,
  tmdbId: 990201,
  title: 'Northern Relay',
  year: 2025,
  seasons: {
    0: [Date.UTC(2025, 0, 20, 2)],
    1: [Date.UTC(2025, 1, 1, 2), Date.UTC(2025, 1, 8, 2)],
    2: [Date.UTC(2026, 10, 13, 2), Date.UTC(2026, 10, 20, 2), Date.UTC(2026, 10, 27, 2)],
  },
  files: { 1: [1, 2], 2: [1] },
} as const;

/** Options that stand over the seasons of an addition; which episodes of the example series they monitor. */
const MONITOR_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  skip: ['2.1', '2.2', '2.3'],
  all: ['1.1', '1.2', '2.1', '2.2', '2.3'],
  future: ['2.3'],
  missing: ['1.1', '1.2', '2.1', '2.2', '2.3'],
  existing: [],
  firstSeason: ['1.1', '1.2'],
  lastSeason: ['2.1', '2.2', '2.3'],
  latestSeason: ['2.1', '2.2', '2.3'],
  pilot: ['1.1'],
  recent: ['2.1', '2.2', '2.3'],
  monitorSpecials: ['0.1', '2.1', '2.2', '2.3'],
  unmonitorSpecials: ['2.1', '2.2', '2.3'],
  none: [],
};

againstTheDocuments();

function againstTheDocuments(): void {
  const contract = new ServarrContract('sonarr', ['seriesId', 'seasonNumber', 'episodeIds', 'seriesIds']);
  const example = (name: string): unknown => contract.example(name);
  let fake: SonarrFake;

  const get = (path: string, init?: RequestInit): Promise<unknown> => contract.ask(fake, path, init);
  const send = (method: string, path: string, body: unknown): Promise<unknown> =>
    get(path, { method, body: JSON.stringify(body) });
  const clientOf = (): SonarrClient => {
    const apiKey = Secret.of(fake.apiKey);
    return new SonarrClient({ url: fake.url, apiKey, clock: new MovedClock(), log: silentLog });
  };

  beforeEach(async () => {
    fake = await new SonarrFake({ now: () => Date.UTC(2026, 10, 20, 12) }).start();
  });

  afterEach(() => fake.stop());

  describe('the Sonarr fake answers as the examples and the document say', () => {
    it.each(FAMILY_ANSWERS)('%s', async (path, name) => {
      contract.expectFits('GET', path, await get(path), example(name));
    });

    it('series, one and many', async () => {
      const { id } = fake.given.series(NORTHERN_RELAY);
      const path = `/api/v3/series/${id}`;
      contract.expectFits('GET', '/api/v3/series', await get('/api/v3/series'), example('series.list.json'));
      contract.expectFits('GET', path, await get(path), example('series.json'));
    });

    it('with the very counts of the example, where the series is the same', async () => {
      const { id } = fake.given.series(NORTHERN_RELAY);
      const answer = await get(`/api/v3/series/${id}`);
      expect(countsOf(answer)).toEqual(countsOf(example('series.json')));
    });

    it('lookups', async () => {
      fake.given.catalog([NORTHERN_RELAY]);
      const path = '/api/v3/series/lookup?term=tvdb:880201';
      contract.expectFits('GET', path, await get(path), example('series.lookup.json'));
    });

    it('an added series', async () => {
      fake.given.catalog([NORTHERN_RELAY]);
      const added = await send('POST', '/api/v3/series', example('series.add.request.json'));
      const { nextAiring: _, previousAiring: __, ...sameFields } = example('series.json') as Record<string, unknown>;
      const seasons = [{ seasonNumber: 0, monitored: false }];
      contract.expectFits('POST', '/api/v3/series', added, { ...sameFields, seasons, addOptions: {} });
    });

    it('a changed series', async () => {
      const { id } = fake.given.series(NORTHERN_RELAY);
      const changed = await send('PUT', `/api/v3/series/${id}`, { ...(await whole(id)), monitored: false });
      contract.expectFits('PUT', `/api/v3/series/${id}`, changed, example('series.json'));
      expect(fake.series(880201)).toMatchObject({ monitored: false });
    });

    it('a changed series loses what its record lacks, and is refused without a profile', async () => {
      const { id } = fake.given.series({ ...NORTHERN_RELAY, tags: [3] });
      await send('PUT', `/api/v3/series/${id}`, { qualityProfileId: 6 });
      expect(fake.series(880201)).toMatchObject({ monitored: false, seasonFolder: false, tags: [], seasons: [] });
      const refused = await send('PUT', `/api/v3/series/${id}`, { monitored: true });
      expect(refused).toMatchObject([{ errorCode: 'QualityProfileExistsValidator' }]);
    });

    it('episodes', async () => {
      const { id } = fake.given.series(NORTHERN_RELAY);
      const path = `/api/v3/episode?seriesId=${id}`;
      contract.expectFits('GET', path, await get(path), inOrder(example('episode.list.json')));
      expect(await get(`${path}&seasonNumber=2`)).toHaveLength(3);
      await send('POST', '/api/v3/command', { name: 'SeasonSearch', seriesId: id, seasonNumber: 2 });
      contract.expectFits('GET', path, await get(path), inOrder(example('episode.list.json')));
      expect(await get('/api/v3/episode?seriesId=999')).toEqual([]);
    });

    it('the queue: a season pack, one episode, rows with their series and episode', async () => {
      fake.given.series(NORTHERN_RELAY);
      const pack = fake.startDownload(880201, 2);
      contract.expectFits('GET', '/api/v3/queue', await get('/api/v3/queue'), example('queue.page.seasonpack.json'));
      fake.finishDownload(pack);
      fake.startDownload(880201, 2, 3);
      contract.expectFits('GET', '/api/v3/queue', await get('/api/v3/queue'), example('queue.page.json'));
      const path = '/api/v3/queue?includeSeries=true&includeEpisode=true';
      contract.expectFits('GET', path, await get(path), example('queue.page.includeSeries.json'));
    });

    it('one episode, calendar, history and what is wanted, rows with their series where that is asked for', async () => {
      fake.given.series({ tvdbId: 1, seasons: { 1: [0, Date.UTC(2026, 10, 21)] } });
      const { id } = fake.episode(1, 1, 1);
      const [one, calendar, missing, cutoff, history] = [
        `/api/v3/episode/${id}`,
        '/api/v3/calendar?includeSeries=true',
        '/api/v3/wanted/missing',
        '/api/v3/wanted/cutoff',
        '/api/v3/history',
      ] as const;
      contract.expectFits('GET', one, await get(one), {});
      contract.expectFits('GET', missing, await get(missing), example('wanted.missing.page.json'));
      contract.expectFits('GET', calendar, await get(calendar), example('calendar.json'));
      expect(await get('/api/v3/calendar')).toMatchObject([{ seriesId: 12 }]);
      expect(JSON.stringify(await get('/api/v3/calendar'))).not.toContain('"series"');
      fake.importFiles(1, 1, [1], true);
      for (const path of [cutoff, history, `${history}?includeSeries=true&includeEpisode=true`])
        contract.expectFits('GET', path, await get(path), {});
      for (const path of [cutoff, history]) {
        expect(await get(path)).toMatchObject({ totalRecords: 1, records: [{ seriesId: 12 }] });
        expect(await get(`${path}?includeSeries=true`)).toMatchObject({ records: [{ series: { tvdbId: 1 } }] });
      }
    });

    it('the title and the rows of a season pack', async () => {
      fake.given.series(NORTHERN_RELAY);
      fake.startDownload(880201, 2);
      const titlesOf = (page: unknown): unknown =>
        (page as { records: { title: string; seasonNumber: number }[] }).records.map(({ title, seasonNumber }) => [
          title,
          seasonNumber,
        ]);
      expect(titlesOf(await get('/api/v3/queue'))).toEqual(titlesOf(example('queue.page.seasonpack.json')));
    });

    it.each(['command.seasonsearch.request.json', 'command.episodesearch.request.json'])(
      'commands: %s',
      async (name) => {
        const given = await send('POST', '/api/v3/command', example(name));
        contract.expectFits('POST', '/api/v3/command', given, example('command.response.json'));
        const listed = await get('/api/v3/command');
        contract.expectFits('GET', '/api/v3/command', listed, [example('command.response.json')]);
      },
    );

    it('refusals and errors as the other managers of the family', async () => {
      fake.given.series(NORTHERN_RELAY);
      const refused = await send('POST', '/api/v3/series', example('series.add.request.json'));
      expect(refused).toMatchObject([{ errorCode: 'SeriesExistsValidator', propertyName: 'TvdbId' }]);
      expect(missingKeys([{ errorMessage: '', severity: '', attemptedValue: 0 }], refused)).toEqual([]);
      expect(await get('/api/v3/series/999')).toEqual({ message: 'NotFound' });
      expect(await get('/api/v3/series/999', { method: 'DELETE' })).toEqual({ message: 'NotFound' });
    });

    it('a series that was deleted is gone with its downloads', async () => {
      const { id } = fake.given.series(NORTHERN_RELAY);
      fake.startDownload(880201, 2);
      expect(await get(`/api/v3/series/${id}`, { method: 'DELETE' })).toEqual({});
      expect(await get('/api/v3/series')).toEqual([]);
      expect(await get('/api/v3/queue')).toMatchObject({ totalRecords: 0 });
    });

    it.each(Object.entries(MONITOR_OPTIONS))('monitor option %s of an addition', async (monitor, episodes) => {
      fake.given.catalog([NORTHERN_RELAY]);
      const seasons = [0, 1, 2].map((seasonNumber) => ({ seasonNumber, monitored: seasonNumber === 2 }));
      const request = example('series.add.request.json') as Record<string, unknown>;
      await send('POST', '/api/v3/series', { ...request, seasons, addOptions: { monitor } });
      const monitored = fake.series(880201)?.episodes.filter((episode) => episode.monitored);
      expect(monitored?.map(({ seasonNumber, episodeNumber }) => `${seasonNumber}.${episodeNumber}`)).toEqual(episodes);
      const flags = fake.series(880201)?.seasons.filter((season) => season.monitored);
      expect(flags?.map(({ seasonNumber }) => `${seasonNumber}`)).toEqual([
        ...new Set(episodes.map((place) => place.slice(0, 1))),
      ]);
    });
  });

  describe('the Sonarr client', () => {
    const callsOf = async (): Promise<readonly RecordedCall[]> => {
      const sonarr = clientOf();
      fake.given.catalog([NORTHERN_RELAY]);
      const { id } = await sonarr.addSeries({
        tvdbId: 880201,
        title: 'Northern Relay',
        year: 2025,
        qualityProfileId: 6,
        rootFolderPath: '/tv',
        seasons: [{ seasonNumber: 1, monitored: true }],
        searchForMissingEpisodes: true,
      });
      await sonarr.testConnection();
      await sonarr.series();
      await sonarr.seriesById(id);
      await sonarr.seriesByTvdbId(880201);
      await sonarr.lookup('northern');
      await sonarr.lookupByTvdbId(880201);
      await sonarr.setSeasonsMonitored(id, [2]);
      const [episode] = await sonarr.episodes(id);
      const episodeIds = episode ? [episode.id] : [];
      await sonarr.setEpisodesMonitored(episodeIds, true);
      await sonarr.searchSeason(id, 2);
      await sonarr.searchEpisodes(episodeIds);
      await sonarr.refreshSeries(id);
      await sonarr.commands();
      await sonarr.queue();
      await sonarr.qualityProfiles();
      await sonarr.rootFolders();
      return fake.calls();
    };

    it('sends nothing that the document does not know', async () => {
      const calls = await callsOf();
      expect(calls).toHaveLength(18);
      contract.expectKnown(calls);
    });

    it('shapes its bodies as the example requests', async () => {
      const calls = await callsOf();
      const {
        titleSlug: _,
        images: __,
        seriesType: ___,
        tags: ____,
        ...needed
      } = example('series.add.request.json') as Record<string, unknown>;
      expect(missingKeys(needed, bodySentTo('POST /api/v3/series', calls))).toEqual([]);
      const monitor = bodySentTo('PUT /api/v3/episode/monitor', calls);
      expect(missingKeys(example('episode.monitor.request.json'), monitor)).toEqual([]);
      const searches = calls.filter(({ method, path }) => method === 'POST' && path === '/api/v3/command');
      expect(missingKeys(example('command.seasonsearch.request.json'), searches[0]?.body)).toEqual([]);
      expect(missingKeys(example('command.episodesearch.request.json'), searches[1]?.body)).toEqual([]);
    });

    it.each(Object.entries(FIELDS_READ))('reads of %s only what is there', (name, places) => {
      contract.expectRead(name, places);
    });

    it('understands the example payloads', async () => {
      const sonarr = clientOf();
      fake.fail('GET /api/v3/series', { body: example('series.list.json') });
      fake.fail('GET /api/v3/series/lookup', { body: example('series.lookup.json') });
      fake.fail('GET /api/v3/episode', { body: example('episode.list.json') });
      fake.fail('GET /api/v3/queue', { body: example('queue.page.seasonpack.json') });
      fake.fail('POST /api/v3/command', { body: example('command.response.json') });
      const [series] = (await sonarr.series()).rows;
      expect(series?.seasons.map(({ statistics }) => statistics?.totalEpisodeCount)).toEqual([1, 2, 3]);
      await expect(sonarr.lookupByTvdbId(880201)).resolves.toMatchObject({ libraryId: null, seasonNumbers: [0, 1, 2] });
      expect((await sonarr.episodes(7)).filter(({ hasFile }) => hasFile)).toHaveLength(3);
      const rows = await sonarr.queue();
      expect(new Set(rows.map(({ downloadId }) => downloadId))).toEqual(new Set(['SABnzbd_nzo_seasonpk']));
      await expect(sonarr.searchSeason(7, 2)).resolves.toMatchObject({ id: 311, name: 'SeasonSearch' });
    });

    it('sends the record of the example back as it came, the wanted season apart', async () => {
      const record = example('series.json') as { seasons: { seasonNumber: number; monitored: boolean }[] };
      fake.fail('GET /api/v3/series/:id', { body: record });
      fake.fail('PUT /api/v3/series/:id', { status: 202, body: record });
      await clientOf().setSeasonsMonitored(7, [0]);
      const seasons = record.seasons.map((season) => ({ ...season, monitored: true }));
      expect(bodySentTo('PUT /api/v3/series/7', fake.calls())).toEqual({ ...record, seasons });
    });
  });

  const whole = async (id: number): Promise<Record<string, unknown>> =>
    (await get(`/api/v3/series/${id}`)) as Record<string, unknown>;
}

interface Counted {
  readonly statistics: unknown;
  readonly seasons: readonly {
    readonly seasonNumber: number;
    readonly monitored: boolean;
    readonly statistics: Readonly<Record<string, unknown>>;
  }[];
}

/** Counts of a series and its seasons, and the flags that they depend on. */
function countsOf(series: unknown): unknown {
  const { statistics, seasons } = series as Counted;
  const milliseconds = (moment: unknown): unknown => (typeof moment === 'string' ? Date.parse(moment) : undefined);
  return {
    statistics,
    seasons: seasons.map((season) => ({
      ...season,
      statistics: {
        ...season.statistics,
        nextAiring: milliseconds(season.statistics.nextAiring),
        previousAiring: milliseconds(season.statistics.previousAiring),
      },
    })),
  };
}

/** Episodes in the order of their seasons. */
const inOrder = (episodes: unknown): unknown =>
  (episodes as { seasonNumber: number }[]).toSorted((a, b) => a.seasonNumber - b.seasonNumber);
