import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { isOnItsWay, mediaStatus, requestStatus } from '../../../src/modules/compat/requests/request-state.js';
import { better, filmState, seriesState, type TitleState } from '../../../src/modules/compat/titles/title-state.js';
import { FilmCacheService } from '../../../src/modules/library/films/film-library.service.js';
import { FilmLibraryService, SeriesLibraryService } from '../../../src/modules/library/library.public.js';
import { SeriesCacheService } from '../../../src/modules/library/series/series-cache.service.js';
import { DispatchRow } from '../../../src/modules/requests/saved/job-rows.js';
import { requestEntry } from '../../../src/modules/requests/changes/request-entries.repository.js';
import type { RequestEntry } from '../../../src/modules/requests/requests.public.js';
import { RequestRow } from '../../../src/modules/requests/saved/rows.js';
import { counts } from '../../harness/full-counts.js';
import type { RadarrFake } from '../../fakes/radarr/radarr-fake.js';
import type { SonarrFake } from '../../fakes/sonarr/sonarr-fake.js';
import { SeededRandom } from '../../kill/seeded-random.js';
import { EPISODES, FILMS, SERIES, ToolHousehold } from './tool-household.js';

const HISTORIES = counts({ always: 1, full: 3 });
const EVENTS = counts({ always: 30, full: 60 });
const HOUR = 3_600_000;
const TITLES = [1, 2, 3, 4, 5];
const FILTERS = [
  'all',
  'approved',
  'available',
  'pending',
  'processing',
  'unavailable',
  'failed',
  'deleted',
  'completed',
];

interface Row {
  readonly entry: RequestEntry;
  readonly status: number | null;
  readonly media: number | null;
  readonly modified: number;
}

/** What each filter is of, written apart from the ledger's. */
const OF: Readonly<Record<string, (row: Row) => boolean>> = {
  all: () => true,
  pending: ({ status }) => status === 1,
  approved: ({ status }) => status === 2,
  failed: ({ status }) => status === 4,
  completed: ({ status }) => status === 5,
  available: ({ entry, media }) => entry.decision === 'approved' && media === 5,
  processing: ({ status, media }) => status === 2 && media === 3,
  unavailable: ({ status, media }) => (status === 1 || status === 2) && media !== 5,
  deleted: ({ status, media, entry }) => status === 2 && media === 1 && entry.delivery === 'complete',
};

describe('doc2 §4 Compat: over any history the ledger is what a scan of requests and libraries finds', () => {
  let household: ToolHousehold;
  let random: SeededRandom;
  let films: { id: string; radarr: RadarrFake }[];
  let shows: { id: string; sonarr: SonarrFake }[];

  beforeEach(async () => {
    household = await ToolHousehold.open({ isReusable: true });
    films = [{ id: household.films, radarr: household.app.radarr }, await household.addFilmLibrary()];
    shows = [{ id: household.series, sonarr: household.app.sonarr }, await household.addSeriesLibrary()];
  });

  afterEach(() => household.close());

  const pick = <T>(all: readonly T[]): T => all[random.below(all.length)] as T;
  const write = (work: (database: Parameters<Parameters<Database['write']>[0]>[0]) => Promise<unknown>) =>
    household.app.get(Database).write(work);

  /** A request as some way through the household has left it. */
  async function ask(): Promise<void> {
    const mediaType = pick(['movie', 'tv'] as const);
    const status = pick(['pending', 'requested', 'requested', 'denied', 'unavailable'] as const);
    const tmdbId = pick(TITLES);
    const now = household.app.clock.now();
    await write(async (tx) => {
      const { identifiers } = await tx.insert(RequestRow, {
        ...{
          userId: pick([1, 2]),
          requesterName: 'ana',
          mediaType,
          tmdbId,
          key: String(tmdbId),
          title: 'A title',
          status,
        },
        ...{ qualityProfileId: 0, instanceId: pick([...films, ...shows]).id, requestedAt: now },
        ...(mediaType === 'tv' && {
          tvdbId: tmdbId + pick([0, 0, 100]),
          seasonScope: pick(['1', '1,2', 'pilot']),
          seasonMap: pick(['1:1', '1:1,2:2', '2:2', '']),
        }),
      });
      const { id: requestId } = identifiers[0] as { id: number };
      await tx.insert(DispatchRow, { requestId, format: '', state: 'complete', attempts: 0, message: null });
    });
  }

  const requestIds = async (): Promise<readonly number[]> =>
    (await household.app.get(Database).read((tx) => tx.find(RequestRow, { order: { id: 'ASC' } }))).map(({ id }) => id);

  async function change(of: Partial<RequestRow>): Promise<void> {
    const id = pick([...(await requestIds()), 0]);
    await write((tx) => tx.update(RequestRow, { id }, of));
  }

  async function deliver(): Promise<void> {
    const requestId = pick([...(await requestIds()), 0]);
    const state = pick(['approval', 'queued', 'retry', 'attention', 'complete', 'cancelled'] as const);
    // Nothing that the worker would take up.
    await write((tx) => tx.update(DispatchRow, { requestId }, { state, nextAttemptAt: null }));
  }

  function moveFilm(): void {
    const { id, radarr } = pick(films);
    const tmdbId = pick(TITLES);
    if (radarr.movie(tmdbId)) radarr.removeMovie(tmdbId);
    else radarr.given.movie({ tmdbId, hasFile: random.below(2) === 0, monitored: random.below(2) === 0 });
    if (random.below(2) === 0) household.app.get(FilmCacheService).drop(id);
  }

  function moveSeries(): void {
    const { id, sonarr } = pick(shows);
    const tvdbId = pick(TITLES);
    const now = household.app.clock.now();
    if (sonarr.series(tvdbId)) {
      if (random.below(3) === 0) sonarr.removeSeries(tvdbId);
      else sonarr.importFiles(tvdbId, pick([1, 2]), pick([[1], [2], 'aired'] as const));
    } else {
      const seasons = { 1: [0, 0, now + random.below(6) * HOUR], 2: 2 };
      sonarr.given.series({
        tvdbId,
        seasons,
        monitoredSeasons: pick([[1], [1, 2], []]),
        files: pick<Record<number, readonly number[]>>([{}, { 1: [1] }]),
      });
    }
    if (random.below(2) === 0) household.app.get(SeriesCacheService).drop(id);
  }

  async function happen(): Promise<void> {
    switch (random.below(9)) {
      case 0:
      case 1:
        return ask();
      case 2:
        return change({
          status: pick(['pending', 'requested', 'denied'] as const),
          decidedAt: household.app.clock.now(),
        });
      case 3:
        return change({ forgottenAt: household.app.clock.now() });
      case 4:
        return deliver();
      case 5:
        return moveFilm();
      case 6:
      case 7:
        return moveSeries();
      case 8:
        return household.app.clock.leap(pick([1_000, 120_000, HOUR]));
    }
  }

  /** Reads everything there is, and judges every request by it. */
  async function scan(): Promise<readonly Row[]> {
    const { requests, jobs } = await household.app.get(Database).read(async (tx) => ({
      requests: await tx.find(RequestRow, { order: { id: 'ASC' } }),
      jobs: await tx.find(DispatchRow),
    }));
    const films = await heldFilms();
    const shows = await heldShows();
    const entries = requests
      .filter(({ forgottenAt }) => forgottenAt === null)
      .map((row) => {
        const job = jobs.find(({ requestId }) => requestId === row.id);
        if (!job) throw new Error('a request without its job');
        const {
          id,
          title: _,
          openKey: _open,
          mediaType,
          matchRevision: _match,
          matchProvenance: _found,
          forgottenAt: _at,
          ...saved
        } = row;
        if (mediaType !== 'movie' && mediaType !== 'tv') throw new Error('neither a film nor a series');
        return requestEntry(id, { ...saved, mediaType, delivery: job.state, deliveryCode: job.code });
      });
    const held = ({ mediaType, tmdbId, tvdbId }: RequestEntry): TitleState =>
      mediaType === 'movie' ? films(tmdbId) : shows(tvdbId ?? 0);
    return entries.map((entry) => {
      const mates = entries.filter((one) => one.mediaType === entry.mediaType && one.tmdbId === entry.tmdbId);
      const isAwaited = mates.some((mate) => isOnItsWay(mate, requestStatus(mate, held(mate))));
      const media = mediaStatus(mates.map((mate) => held(mate).holding).reduce(better), isAwaited);
      const modified = Math.max(entry.requestedAt, entry.decidedAt ?? 0, entry.completedAt ?? 0);
      return { entry, status: requestStatus(entry, held(entry)), media, modified };
    });
  }

  async function heldFilms(): Promise<(tmdbId: number) => TitleState> {
    const library = household.app.get(FilmLibraryService);
    await Promise.all(films.map(({ id }) => library.availabilities(id, TITLES)));
    const digests = films.map(({ id }) => library.warmDigest(id));
    return (tmdbId) => filmState(digests.map((digest) => digest?.get(tmdbId)));
  }

  async function heldShows(): Promise<(tvdbId: number) => TitleState> {
    const library = household.app.get(SeriesLibraryService);
    const ids = [0, ...TITLES, ...TITLES.map((one) => one + 100)];
    const answers = await Promise.all(shows.map(({ id }) => library.availabilities(id, ids)));
    return (tvdbId) =>
      seriesState(
        answers.flatMap((all) => {
          const availability = all.get(tvdbId);
          return availability ? [{ availability, recordId: null }] : [];
        }),
      );
  }

  async function compare(): Promise<void> {
    const rows = await scan();
    const count = (test: (row: Row) => boolean): number => rows.filter(test).length;
    expect((await household.tool.get('/api/v1/request/count')).body).toEqual({
      total: rows.length,
      movie: count(({ entry }) => entry.mediaType === 'movie'),
      tv: count(({ entry }) => entry.mediaType === 'tv'),
      declined: count(({ status }) => status === 3),
      ...Object.fromEntries(
        ['pending', 'approved', 'processing', 'available', 'completed'].map((name) => [name, count(OF[name] as never)]),
      ),
    });
    for (let asked = 0; asked < 3; asked += 1) await compareList(rows);
  }

  async function compareList(rows: readonly Row[]): Promise<void> {
    const [filter, kind, sort] = [pick(FILTERS), pick(['movie', 'tv', 'all']), pick(['added', 'modified'])];
    const [direction, user] = [pick(['asc', 'desc']), pick(['', '1', '2'])];
    const [take, skip] = [1 + random.below(8), random.below(5)];
    const found = rows
      .filter(OF[filter] as never)
      .filter(({ entry }: Row) => kind === 'all' || entry.mediaType === kind)
      .filter(({ entry }) => user === '' || entry.userId === Number(user))
      .sort((a, b) => (sort === 'modified' ? a.modified - b.modified : 0) || a.entry.id - b.entry.id);
    if (direction === 'desc') found.reverse();
    const query = `?filter=${filter}&mediaType=${kind}&sort=${sort}&sortDirection=${direction}&requestedBy=${user}`;
    const { body } = await household.tool.get(`/api/v1/request${query}&take=${take}&skip=${skip}`);
    const { results, pageInfo } = body as {
      results: readonly { id: number; status: number; media: { status: number } }[];
      pageInfo: { results: number };
    };
    expect([pageInfo.results, results.map(({ id, status, media }) => [id, status, media.status])]).toEqual([
      found.length,
      found.slice(skip, skip + take).map(({ entry, status, media }) => [entry.id, status, media]),
    ]);
  }

  /** A library is not to be read for a while, or is removed; it comes back as another. */
  async function outage(): Promise<void> {
    const [kind, fails] = pick([
      ['movie', () => pick(films).radarr.fail(FILMS, 500)],
      ['tv', () => pick(shows).sonarr.fail(SERIES, 500)],
    ] as const);
    for (const { id } of films) household.app.get(FilmCacheService).drop(id);
    for (const { id } of shows) household.app.get(SeriesCacheService).drop(id);
    fails();
    expect((await household.tool.get(`/api/v1/request?mediaType=${kind}`)).status).toBe(503);
    await household.app.clock.leap(5_000);
  }

  it.each(Array.from({ length: HISTORIES }, (_, seed) => seed + 1))(
    'counts, lists, pages and statuses, history %i',
    async (seed) => {
      random = new SeededRandom(seed);
      for (const { sonarr } of shows) sonarr.recover();
      for (let event = 0; event < EVENTS; event += 1) {
        await happen();
        await compare();
        if (event % 20 === 10) await outage();
        if (event === EVENTS / 2) await removeLibraries();
      }
      expect(household.app.sonarr.calls(EPISODES).length).toBeGreaterThan(0);
    },
    60_000,
  );

  async function removeLibraries(): Promise<void> {
    const [film, series] = [films.pop(), shows.pop()];
    await write((tx) => tx.update(DispatchRow, { format: '' }, { state: 'complete' }));
    // The session of the beginning is long over.
    const admin = await household.app.refresh(household.admin);
    for (const gone of [film, series]) expect((await admin.delete(`/api/instances/${gone?.id}`)).status).toBe(204);
    await compare();
  }
});
