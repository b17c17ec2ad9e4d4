import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspect } from 'node:util';
import { RadarrFake } from '../../../test/fakes/radarr/radarr-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { isMovieAlreadyThere, RadarrClient } from './radarr.client.js';

const KEY = 'canary-radarr-key';
const NEW_FILM = {
  tmdbId: 77,
  title: 'Salt Road',
  year: 1926,
  qualityProfileId: 4,
  rootFolderPath: '/movies',
  monitored: true,
  searchForMovie: true,
};

let clock: MovedClock;
let fake: RadarrFake;
let radarr: RadarrClient;

const clientOf = (url: string, apiKey = KEY): RadarrClient =>
  new RadarrClient({ url, apiKey: Secret.of(apiKey), clock, log: silentLog });

beforeEach(async () => {
  clock = new MovedClock(Date.UTC(2026, 10, 20, 12));
  fake = await new RadarrFake({ apiKey: KEY, now: () => clock.now() }).start();
  radarr = clientOf(fake.url);
});

afterEach(() => fake.stop());

describe('the connection test', () => {
  it('says who answers', async () => {
    await expect(radarr.testConnection()).resolves.toEqual({ appName: 'Radarr', version: '5.28.0.10274' });
  });

  it.each(['/radarr', '/radarr/'])('works under the URL base %j as well', async (base) => {
    const based = await new RadarrFake({ apiKey: KEY, urlBase: '/radarr' }).start();
    try {
      await expect(clientOf(`${based.url}${base}`).testConnection()).resolves.toMatchObject({ appName: 'Radarr' });
    } finally {
      await based.stop();
    }
  });

  it('doc3 §3.2: a refused key reads "invalid API key"', async () => {
    const error = await failureOf(clientOf(fake.url, 'another').testConnection());
    expect(error).toMatchObject({ kind: 'unauthorized', status: 401, reason: 'invalid API key' });
  });

  it('doc3 §3.2: a redirect is not followed; the error names its status and location without possible credentials', async () => {
    const based = await new RadarrFake({ apiKey: KEY, urlBase: '/radarr' }).start();
    try {
      const error = await failureOf(clientOf(based.url).testConnection());
      expect(error).toMatchObject({
        kind: 'redirected',
        status: 307,
        reason: 'server redirected with status 307 to /radarr/api/v3/system/status',
      });
      expect(based.calls()).toHaveLength(1);
    } finally {
      await based.stop();
    }
    const location = 'https://u:canary@sso.example/login?next=canary';
    fake.fail('GET /api/v3/system/status', { status: 302, headers: { location } });
    const { reason } = await failureOf(radarr.testConnection());
    expect(reason).toBe('server redirected with status 302 to https://sso.example/login');
  });

  it('doc3 §3.2: any other status is reported unchanged, also while Radarr starts', async () => {
    fake.startingUp = true;
    expect(await failureOf(radarr.testConnection())).toMatchObject({
      kind: 'failed',
      reason: 'server returned status 503',
    });
  });

  it('doc3 §3.2: an unreachable server is reported with the reason', async () => {
    await fake.leave();
    expect(await failureOf(radarr.testConnection())).toMatchObject({
      kind: 'unreachable',
      reason: 'could not reach server: connection refused',
    });
  });

  it('doc3 §3.2: ends after 10 s', async () => {
    fake.fail('GET /api/v3/system/status', 'timeout');
    const arrived = fake.nextCall('GET /api/v3/system/status');
    const failing = failureOf(radarr.testConnection());
    await arrived;
    await clock.advance(10_000);
    expect(await failing).toMatchObject({
      kind: 'timeout',
      reason: 'could not reach server: no complete answer within 10 s',
    });
  });
});

describe('the library', () => {
  it('is read with what each film has, absent dates left out', async () => {
    const withFile = fake.given.movie({ tmdbId: 1, title: 'Harbor Lights', year: 1924, hasFile: true });
    fake.given.movie({ tmdbId: 2, monitored: false, inCinemas: null, digitalRelease: null });
    const {
      rows: [first, second],
    } = await radarr.movies();
    expect(first).toEqual({
      id: withFile.id,
      tmdbId: 1,
      title: 'Harbor Lights',
      year: 1924,
      hasFile: true,
      monitored: true,
      inCinemas: Date.UTC(1924, 4, 10),
      digitalRelease: Date.UTC(1924, 6, 16),
      fileAddedAt: clock.now(),
      isAvailable: true,
    });
    expect(second).toMatchObject({ tmdbId: 2, hasFile: false, monitored: false });
    expect([second?.inCinemas, second?.digitalRelease, second?.fileAddedAt]).toEqual([undefined, undefined, undefined]);
  });

  it('has a film or affirms that it has none; an answer about another film is no answer', async () => {
    fake.given.movie({ tmdbId: 1 });
    await expect(radarr.movieByTmdbId(1)).resolves.toMatchObject({ tmdbId: 1 });
    await expect(radarr.movieByTmdbId(2)).resolves.toBeNull();
    expect(fake.calls().map(({ query }) => query)).toEqual([{ tmdbId: '1' }, { tmdbId: '2' }]);
  });

  it.each(['timeout', 'reset', 'garbage', 'empty', 401, 404, 500, 503] as const)(
    'that answers with %s is unreadable, never empty',
    async (fault) => {
      fake.fail('GET /api/v3/movie', fault);
      const arrived = fake.nextCall('GET /api/v3/movie');
      const failing = failureOf(radarr.movies());
      await arrived;
      if (fault === 'timeout') await clock.advance(60_000);
      expect(await failing).toMatchObject({ system: 'radarr', operation: 'movie.list' });
    },
  );

  it('issue 43 C14, security 39: a film that lacks what we read is named by its id, and no other is lost with it', async () => {
    const film = { id: 1, tmdbId: 2, title: 'x', year: 1920, monitored: true };
    fake.fail('GET /api/v3/movie', {
      body: [film, { ...film, id: 3, tmdbId: 'x' }, { ...film, tmdbId: 4, hasFile: true }],
    });
    const { rows, unreadable } = await radarr.movies();
    expect(rows.map(({ tmdbId }) => tmdbId)).toEqual([4]);
    expect(unreadable.map(({ id, foreignId }) => [id, foreignId])).toEqual([
      [1, '2'],
      [3, null],
    ]);
  });
});

describe('a lookup', () => {
  it('finds a new film, a film of the library with its id, and affirms that there is none', async () => {
    fake.given.catalog([{ tmdbId: 77, title: 'Salt Road', year: 1926 }]);
    const stored = fake.given.movie({ tmdbId: 78 });
    const found = { libraryId: null, tmdbId: 77, title: 'Salt Road', year: 1926 };
    await expect(radarr.lookupByTmdbId(77)).resolves.toEqual(found);
    await expect(radarr.lookupByTmdbId(78)).resolves.toMatchObject({ libraryId: stored.id });
    await expect(radarr.lookupByTmdbId(79)).resolves.toBeNull();
  });
});

describe('an addition', () => {
  it('doc4 §1.13: sends title, id, year, profile, root, monitored and the search option, no minimum availability', async () => {
    fake.given.catalog([NEW_FILM]);
    const added = await radarr.addMovie(NEW_FILM);
    expect(added).toMatchObject({ tmdbId: 77, monitored: true, hasFile: false });
    expect(fake.searches).toEqual([{ movieId: added.id, via: 'add' }]);
    const { searchForMovie, ...fields } = NEW_FILM;
    expect(fake.calls('POST /api/v3/movie')[0]?.body).toEqual({ ...fields, addOptions: { searchForMovie } });
  });

  it('of a film that the library already has is distinguished from other refusals', async () => {
    fake.given.movie({ tmdbId: 77 });
    const there = await failureOf(radarr.addMovie(NEW_FILM));
    expect(there).toMatchObject({
      kind: 'rejected',
      refusals: ['MovieExistsValidator'],
      reason: 'This movie has already been added',
    });
    expect(isMovieAlreadyThere(there)).toBe(true);
    const failures = [null, { errorCode: 'MovieExistsValidator' }];
    fake.fail('POST /api/v3/movie', { status: 400, body: failures });
    expect(isMovieAlreadyThere(await failureOf(radarr.addMovie(NEW_FILM)))).toBe(true);
    fake.fail('POST /api/v3/movie', { status: 409, body: { message: 'UNIQUE constraint failed' } });
    expect(isMovieAlreadyThere(await failureOf(radarr.addMovie(NEW_FILM)))).toBe(true);
  });

  it('that is refused reports every reason in a text for an administrator', async () => {
    fake.given.catalog([NEW_FILM]);
    const error = await failureOf(radarr.addMovie({ ...NEW_FILM, rootFolderPath: '/gone', qualityProfileId: 99 }));
    expect(error).toMatchObject({
      kind: 'rejected',
      status: 400,
      refusals: ['RootFolderExistsValidator', 'QualityProfileExistsValidator'],
      reason: "Root folder '/gone' does not exist; Quality Profile does not exist",
    });
    expect(isMovieAlreadyThere(error)).toBe(false);
    expect(fake.movies).toEqual([]);
  });

  it.each([{ message: 'bad' }, [], 'text'])('refused with the body %j is a plain refusal', async (body) => {
    fake.fail('POST /api/v3/movie', { status: 400, body });
    expect(await failureOf(radarr.addMovie(NEW_FILM))).toMatchObject({
      kind: 'rejected',
      refusals: [],
      reason: 'server returned status 400',
    });
  });

  it('shows no credential that Radarr puts into its words', async () => {
    const errorMessage = `Unable to reach https://x.example/?apikey=canary with ${KEY}`;
    fake.fail('POST /api/v3/movie', { status: 400, body: [{ errorMessage }] });
    const error = await failureOf(radarr.addMovie(NEW_FILM));
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('canary');
  });

  it('whose answer is lost may have been made, and was', async () => {
    fake.given.catalog([NEW_FILM]);
    fake.fail('POST /api/v3/movie', 'answer-lost');
    expect(await failureOf(radarr.addMovie(NEW_FILM))).toMatchObject({ kind: 'unreachable', definitelyNotSent: false });
    expect(fake.movie(77)).toBeDefined();
  });
});

describe('watching and searching', () => {
  it('turns on the watch and sends nothing but that', async () => {
    const { id } = fake.given.movie({ tmdbId: 1, monitored: false });
    await radarr.setMonitored([id], true);
    expect(fake.movie(1)?.monitored).toBe(true);
    expect(fake.calls('PUT /api/v3/movie/editor')[0]?.body).toEqual({ movieIds: [id], monitored: true });
  });

  it('an equal search that is still queued is not run twice, a later one is', async () => {
    const { id } = fake.given.movie({ tmdbId: 1 });
    const first = await radarr.searchMovie(id);
    expect(first).toMatchObject({ name: 'MoviesSearch', status: 'queued', queuedAt: clock.now() });
    await expect(radarr.searchMovie(id)).resolves.toMatchObject({ id: first.id });
    expect(fake.searches).toHaveLength(1);
    await clock.advance(1_000);
    await radarr.searchMovie(id);
    expect(fake.searches).toHaveLength(2);
    const commands = await radarr.commands();
    expect(commands.map(({ status }) => status)).toEqual(['completed', 'queued']);
  });

  it('commands of every kind are read', async () => {
    const command = { id: 1, name: 'RssSync', status: 'started', queued: '2026-11-20T12:00:00.1234567Z' };
    fake.fail('GET /api/v3/command', { body: [command] });
    await expect(radarr.commands()).resolves.toMatchObject([{ id: 1, name: 'RssSync', status: 'started' }]);
  });
});

describe('the queue', () => {
  it('is read with what has come of each download; a delayed release has no job yet', async () => {
    const { id } = fake.given.movie({ tmdbId: 1 });
    fake.given.queueRow({ tmdbId: 1, size: 100, sizeLeft: 25, downloadId: 'AB' });
    fake.given.queueRow({ tmdbId: 1, size: 100, status: 'delay' });
    fake.given.queueRow({ size: 5 });
    await expect(radarr.queue()).resolves.toMatchObject([
      { movieId: id, downloadId: 'AB', status: 'downloading', size: 100, sizeLeft: 25 },
      { movieId: id, downloadId: null, status: 'delay', size: 100, sizeLeft: 100 },
    ]);
  });

  it('follows a download from its start to the file', async () => {
    fake.given.movie({ tmdbId: 1 });
    fake.startDownload(1);
    fake.advanceDownload(1, 0.75);
    const [row] = await radarr.queue();
    expect(row && row.sizeLeft / row.size).toBe(0.25);
    fake.finishDownload(1);
    await expect(radarr.queue()).resolves.toEqual([]);
    await expect(radarr.movieByTmdbId(1)).resolves.toMatchObject({ hasFile: true, fileAddedAt: clock.now() });
  });
});

describe('where films may go', () => {
  it('profiles and root folders come in the order of Radarr', async () => {
    fake.given.qualityProfiles([
      { id: 9, name: 'Any' },
      { id: 4, name: 'HD' },
    ]);
    fake.given.rootFolders([{ id: 2, path: '/more', accessible: false }]);
    await expect(radarr.qualityProfiles()).resolves.toEqual([
      { id: 9, name: 'Any' },
      { id: 4, name: 'HD' },
    ]);
    await expect(radarr.rootFolders()).resolves.toEqual([{ path: '/more', accessible: false }]);
  });
});
