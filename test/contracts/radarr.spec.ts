import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RadarrClient } from '../../src/clients/radarr/radarr.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import type { RecordedCall } from '../fakes/fake-server.js';
import { RadarrFake } from '../fakes/radarr/radarr-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { missingKeys } from './schema-check.js';
import { bodySentTo, FAMILY_ANSWERS, FAMILY_FIELDS_READ, ServarrContract } from './servarr-contract.js';

/** What we read of each answer. The example payloads must have it, else we would wait for it in vain. */
const FIELDS_READ = {
  ...FAMILY_FIELDS_READ,
  'movie.json': [
    'id',
    'tmdbId',
    'title',
    'year',
    'hasFile',
    'monitored',
    'inCinemas',
    'digitalRelease',
    'movieFile.dateAdded',
  ],
  'movie.lookup.json': ['0.id', '0.tmdbId', '0.title', '0.year'],
  'queue.page.json': [
    'pageSize',
    'totalRecords',
    'records.0.movieId',
    'records.0.downloadId',
    'records.0.status',
    'records.0.size',
    'records.0.sizeleft',
  ],
  'error.validation.400.json': ['0.errorCode', '0.errorMessage'],
} as const;

againstTheDocuments();

function againstTheDocuments(): void {
  const contract = new ServarrContract('radarr', ['movieIds']);
  const example = (name: string): unknown => contract.example(name);
  let fake: RadarrFake;

  const get = (path: string, init?: RequestInit): Promise<unknown> => contract.ask(fake, path, init);
  const clientOf = (): RadarrClient => {
    const apiKey = Secret.of(fake.apiKey);
    return new RadarrClient({ url: fake.url, apiKey, clock: new MovedClock(), log: silentLog });
  };

  beforeEach(async () => {
    fake = await new RadarrFake({ now: () => Date.UTC(2026, 10, 20, 12) }).start();
  });

  afterEach(() => fake.stop());

  describe('the Radarr fake answers as the examples and the document say', () => {
    it.each(FAMILY_ANSWERS)('%s', async (path, name) => {
      contract.expectFits('GET', path, await get(path), example(name));
    });

    it('films with a file and without, one and many', async () => {
      const { id } = fake.given.movie({ tmdbId: 1, hasFile: true });
      fake.given.movie({ tmdbId: 2 });
      const path = `/api/v3/movie/${id}`;
      contract.expectFits('GET', '/api/v3/movie', await get('/api/v3/movie'), example('movie.list.json'));
      contract.expectFits('GET', path, await get(path), example('movie.json'));
    });

    it('lookups', async () => {
      fake.given.catalog([{ tmdbId: 1 }]);
      const path = '/api/v3/movie/lookup?term=tmdb:1';
      contract.expectFits('GET', path, await get(path), example('movie.lookup.json'));
    });

    it('an added film', async () => {
      fake.given.catalog([{ tmdbId: 990102 }]);
      const body = JSON.stringify(example('movie.add.request.json'));
      const added = await get('/api/v3/movie', { method: 'POST', body });
      const [, withoutFile] = example('movie.list.json') as unknown[];
      contract.expectFits('POST', '/api/v3/movie', added, withoutFile);
    });

    it('the queue: downloading and completed rows, delayed rows, rows with their film', async () => {
      fake.given.movie({ tmdbId: 1 });
      fake.given.queueRow({ tmdbId: 1 });
      fake.given.queueRow({ tmdbId: 1, status: 'completed', sizeLeft: 0 });
      contract.expectFits('GET', '/api/v3/queue', await get('/api/v3/queue'), example('queue.page.json'));
      fake.removeMovie(1);
      fake.given.movie({ tmdbId: 1 });
      fake.given.queueRow({ tmdbId: 1 });
      const withFilm = '/api/v3/queue?includeMovie=true';
      contract.expectFits('GET', withFilm, await get(withFilm), example('queue.page.includeMovie.json'));
      fake.removeMovie(1);
      fake.given.movie({ tmdbId: 1 });
      fake.given.queueRow({ tmdbId: 1, status: 'delay' });
      contract.expectFits('GET', '/api/v3/queue', await get('/api/v3/queue'), example('queue.page.pending.json'));
    });

    it('calendar, history and what is wanted, rows with their film where that is asked for', async () => {
      fake.given.movie({ tmdbId: 1, digitalRelease: '2026-11-21T00:00:00Z' });
      fake.given.movie({ tmdbId: 2, hasFile: true, cutoffUnmet: true });
      const [calendar, missing, cutoff, history] = [
        '/api/v3/calendar',
        '/api/v3/wanted/missing',
        '/api/v3/wanted/cutoff',
        '/api/v3/history',
      ] as const;
      contract.expectFits('GET', calendar, await get(calendar), example('calendar.json'));
      contract.expectFits('GET', missing, await get(missing), example('wanted.missing.page.json'));
      contract.expectFits('GET', cutoff, await get(cutoff), {});
      contract.expectFits('GET', history, await get(history), {});
      const withFilm = `${history}?includeMovie=true`;
      contract.expectFits('GET', withFilm, await get(withFilm), {});
      expect(await get(withFilm)).toMatchObject({ totalRecords: 1, records: [{ movie: { tmdbId: 2 } }] });
      expect(await get(cutoff)).toMatchObject({ totalRecords: 1, records: [{ tmdbId: 2 }] });
    });

    it('commands, given and listed', async () => {
      const body = JSON.stringify(example('command.moviessearch.request.json'));
      const given = await get('/api/v3/command', { method: 'POST', body });
      contract.expectFits('POST', '/api/v3/command', given, example('command.response.json'));
      contract.expectFits('GET', '/api/v3/command', await get('/api/v3/command'), [example('command.response.json')]);
    });

    it('refusals and errors', async () => {
      fake.given.movie({ tmdbId: 990101 });
      const request = { tmdbId: 990101, rootFolderPath: '/movies', qualityProfileId: 4 };
      const refused = await get('/api/v3/movie', { method: 'POST', body: JSON.stringify(request) });
      expect(refused).toEqual(example('error.validation.400.json'));
      expect(await get('/api/v3/movie/999')).toEqual(example('error.notfound.404.json'));
      fake.startingUp = true;
      expect(await get('/api/v3/movie')).toEqual(example('error.starting.503.json'));
    });
  });

  describe('the Radarr client', () => {
    const callsOf = async (): Promise<readonly RecordedCall[]> => {
      const radarr = clientOf();
      fake.given.catalog([{ tmdbId: 5 }]);
      const { id } = await radarr.addMovie({
        tmdbId: 5,
        title: 'Salt Road',
        year: 1926,
        qualityProfileId: 4,
        rootFolderPath: '/movies',
        monitored: true,
        searchForMovie: true,
      });
      await radarr.testConnection();
      await radarr.movies();
      await radarr.movieByTmdbId(5);
      await radarr.lookupByTmdbId(5);
      await radarr.setMonitored([id], true);
      await radarr.searchMovie(id);
      await radarr.commands();
      await radarr.queue();
      await radarr.qualityProfiles();
      await radarr.rootFolders();
      return fake.calls();
    };

    it('sends nothing that the document does not know', async () => {
      const calls = await callsOf();
      expect(calls).toHaveLength(11);
      contract.expectKnown(calls);
    });

    it('shapes its bodies as the example requests', async () => {
      const calls = await callsOf();
      const { title, tmdbId, year, qualityProfileId, rootFolderPath, monitored } = example(
        'movie.add.request.json',
      ) as Record<string, unknown>;
      const sent = {
        title,
        tmdbId,
        year,
        qualityProfileId,
        rootFolderPath,
        monitored,
        addOptions: { searchForMovie: true },
      };
      expect(missingKeys(sent, bodySentTo('POST /api/v3/movie', calls))).toEqual([]);
      expect(
        missingKeys(example('command.moviessearch.request.json'), bodySentTo('POST /api/v3/command', calls)),
      ).toEqual([]);
    });

    it.each(Object.entries(FIELDS_READ))('reads of %s only what is there', (name, paths) => {
      contract.expectRead(name, paths);
    });

    it('understands the example payloads', async () => {
      const radarr = clientOf();
      fake.fail('GET /api/v3/movie', { body: example('movie.list.json') });
      fake.fail('GET /api/v3/movie/lookup', { body: example('movie.lookup.json') });
      fake.fail('GET /api/v3/queue', { body: example('queue.page.json') });
      fake.fail('POST /api/v3/command', { body: example('command.response.json') });
      expect((await radarr.movies()).rows.map(({ tmdbId, hasFile }) => [tmdbId, hasFile])).toEqual([
        [990101, true],
        [990102, false],
      ]);
      await expect(radarr.lookupByTmdbId(990102)).resolves.toMatchObject({ libraryId: null, title: 'Salt Road' });
      await expect(radarr.queue()).resolves.toMatchObject([{ sizeLeft: 1342177280 }, { sizeLeft: 0 }]);
      await expect(radarr.searchMovie(13)).resolves.toMatchObject({ id: 311, name: 'MoviesSearch' });
    });
  });
}
