import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/core/database/database.js';
import { EventBus } from '../../src/core/events/event-bus.js';
import { JobRunner } from '../../src/core/jobs/job-runner.js';
import { type Log, silentLog } from '../../src/core/logging/log.js';
import { silentMeter } from '../../src/core/metrics/meter.js';
import { SecretBox } from '../../src/core/secrets/secret-box.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { SystemRandom } from '../../src/core/time/random.js';
import { migrations } from '../../src/migrations/all-migrations.js';
import { InstanceClientsService } from '../../src/modules/instances/connections/instance-clients.service.js';
import { instancesEntities } from '../../src/modules/instances/instances.entities.js';
import type { ServiceType } from '../../src/modules/instances/instances.public.js';
import { InstanceDirectoryService } from '../../src/modules/instances/registry/instance-directory.service.js';
import { InstancesRepository } from '../../src/modules/instances/registry/instances.repository.js';
import { ReportedRecordsService } from '../../src/modules/library/arrivals/reported-records.service.js';
import { TitleArrivalsService } from '../../src/modules/library/arrivals/title-arrivals.service.js';
import { BookLibraryService } from '../../src/modules/library/books/book-library.service.js';
import { BookCacheService } from '../../src/modules/library/books/book-cache.service.js';
import { BookListsService } from '../../src/modules/library/books/book-lists.service.js';
import { AlbumCacheService } from '../../src/modules/library/albums/album-cache.service.js';
import { AlbumLibraryService } from '../../src/modules/library/albums/album-library.service.js';
import { AlbumListsService } from '../../src/modules/library/albums/album-lists.service.js';
import { FilmLibraryService, FilmCacheService } from '../../src/modules/library/films/film-library.service.js';
import { FollowedLibrariesService } from '../../src/modules/library/following/followed-libraries.service.js';
import { QueuePollJob } from '../../src/modules/library/following/queue-poll.job.js';
import { ReportedChangesService } from '../../src/modules/library/following/reported-changes.service.js';
import { LibraryModule } from '../../src/modules/library/library.module.js';
import { SeriesLibraryService } from '../../src/modules/library/series/series-library.service.js';
import { SeriesCacheService } from '../../src/modules/library/series/series-cache.service.js';
import { usersEntities } from '../../src/modules/users/users.entities.js';
import type { FakeAnswer, FakeServer } from '../fakes/fake-server.js';
import { databaseAt } from './database-at.js';
import { manualPromise } from './manual-promise.js';
import { MovedClock } from './moved-clock.js';

/** The call that reads the download queue of a library of any kind. */
export const QUEUE = 'GET /api/v3/queue';

/** The fake of a manager. */
type FakeManager = FakeServer & { readonly apiKey: string };

/** Keeps answers of a fake back after they were made: they show a state that may be past. */
export class HeldAnswers {
  private readonly holds = new Map<string, Promise<void>>();

  /** Makes an answer of a route at once and gives it when nothing holds it any more. */
  async afterHold(key: string, make: () => FakeAnswer | Promise<FakeAnswer>): Promise<FakeAnswer> {
    const held = this.holds.get(key);
    const answer = await make();
    await held;
    return answer;
  }

  /** Keeps answers of a route back from now on. The function that is returned lets go of them. */
  hold(key: string): () => void {
    const { promise, resolve } = manualPromise();
    this.holds.set(key, promise);
    return () => {
      this.holds.delete(key);
      resolve();
    };
  }
}

/**
 * The library module as its own composition makes it, over a real database, the real clients and fakes of managers.
 * Time stands still until the clock is moved.
 */
export class LibraryFixture<Fake extends FakeManager> {
  /** Messages of warnings and worse, and of recoveries. */
  readonly logged: string[] = [];
  readonly clock = new MovedClock();
  readonly events: EventBus;
  readonly jobs: JobRunner;
  /** The readings of all kinds, with what they remember. */
  readonly liveCache: {
    readonly films: FilmCacheService;
    readonly series: SeriesCacheService;
    readonly books: BookCacheService;
    readonly albums: AlbumCacheService;
  };
  readonly arrivals: TitleArrivalsService;
  readonly records: ReportedRecordsService;
  protected readonly films: FilmLibraryService;
  protected readonly series: SeriesLibraryService;
  protected readonly books: BookLibraryService;
  protected readonly bookLists: BookListsService;
  protected readonly albums: AlbumLibraryService;
  protected readonly albumLists: AlbumListsService;
  private readonly fakes: Fake[] = [];
  private readonly rows: InstancesRepository;
  private readonly readers: ((line: string) => void)[] = [];
  private readonly random = new SystemRandom();

  protected constructor(
    private readonly serviceType: ServiceType,
    private readonly newFake: (now: () => number) => Fake,
    readonly database: Database,
    private readonly folder: string,
  ) {
    const { clock } = this;
    const log = this.keptLog();
    this.rows = this.rowsUnder(this.random.bytes(32));
    this.events = new EventBus(log);
    this.jobs = new JobRunner(clock, log);
    const clients = new InstanceClientsService(database, this.rows, clock, silentLog, silentMeter);
    const films = new FilmCacheService(clients, clock, this.random, log, silentMeter);
    const series = new SeriesCacheService(clients, clock, this.random, log, silentMeter);
    const books = new BookCacheService(clients, clock, this.random, log, silentMeter);
    this.films = new FilmLibraryService(films);
    this.books = new BookLibraryService(books);
    this.bookLists = new BookListsService(books, clock);
    this.series = new SeriesLibraryService(series, clock);
    const albums = new AlbumCacheService(clients, clock, this.random, log, silentMeter);
    this.liveCache = { films, series, books, albums };
    this.arrivals = new TitleArrivalsService(films, series, books, albums, clock);
    const albumLists = new AlbumListsService(albums, clock);
    this.records = new ReportedRecordsService(films, series, books, albums);
    this.albums = new AlbumLibraryService(albums);
    this.albumLists = albumLists;
    const directory = new InstanceDirectoryService(this.rows);
    const libraries = new FollowedLibrariesService(films, series, books, albums, database, directory);
    const poll = new QueuePollJob(libraries, this.events, log);
    const reports = new ReportedChangesService(libraries, this.events, this.jobs);
    new LibraryModule(this.jobs, poll, reports).onModuleInit();
  }

  /** One more library, on a fake of its own. */
  async addLibrary(id: string): Promise<Fake> {
    const fake = this.newFake(() => this.clock.now());
    this.fakes.push(fake);
    await fake.start();
    const { serviceType } = this;
    const fields = {
      serviceType,
      name: id,
      isDefault: false,
      sortOrder: 0,
      autoAddUsers: false,
      mediaPathMappings: [],
      mediaServer: null,
    };
    const instance = { ...fields, url: fake.url, apiKey: Secret.of(fake.apiKey) };
    await this.database.write((tx) => this.rows.insert(tx, id, instance));
    return fake;
  }

  /** Stores another key for the library, readable. */
  async storeKey(id: string, apiKey: string): Promise<void> {
    await this.changeKey(this.rows, id, apiKey);
  }

  /** Stores a key for the library that is sealed under a key which is not the server's. */
  async lockKey(id: string): Promise<void> {
    await this.changeKey(this.rowsUnder(this.random.bytes(32)), id, 'a key that nobody reads');
  }

  async removeLibrary(id: string): Promise<void> {
    await this.database.write((tx) => this.rows.remove(tx, id));
  }

  /** Runs one round of the poll. */
  poll(): Promise<void> {
    return this.jobs.runNow('library.poll-queues');
  }

  /** Resolves with the next line of the log that says so. */
  nextLine(message: string): Promise<void> {
    return new Promise((seen) => this.readers.push((line) => line === message && seen()));
  }

  async close(): Promise<void> {
    await Promise.all(this.fakes.map((fake) => fake.stop()));
    await this.jobs.stop();
    await this.database.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async changeKey(rows: InstancesRepository, id: string, apiKey: string): Promise<void> {
    await this.database.write(async (tx) => {
      const row = await rows.find(tx, id);
      if (row) await rows.update(tx, row, { name: row.name, url: row.url, apiKey: Secret.of(apiKey) });
    });
  }

  private rowsUnder(key: Buffer): InstancesRepository {
    return new InstancesRepository(new SecretBox(key, this.random), this.clock);
  }

  private keptLog(): Log {
    const keep = (message: string): void => {
      this.logged.push(message);
      for (const read of this.readers) read(message);
    };
    const log: Log = { debug: () => undefined, info: keep, warn: keep, error: keep, child: () => log };
    return log;
  }
}

/** A database of its own for one stand. */
export async function openFixtureDatabase(): Promise<{ readonly folder: string; readonly database: Database }> {
  const folder = await mkdtemp(join(tmpdir(), 'usher-library-'));
  const entities = [...usersEntities, ...instancesEntities];
  const file = join(folder, 'usher.sqlite');
  return { folder, database: await databaseAt({ file, entities, migrations, log: silentLog }) };
}
