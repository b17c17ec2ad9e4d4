import { SchedulerRegistry } from '@nestjs/schedule';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/core/database/database.js';
import { openSqliteDatabase } from '../../src/core/database/sqlite-database.js';
import { EventBus } from '../../src/core/events/event-bus.js';
import { JobRunner } from '../../src/core/jobs/job-runner.js';
import { silentLog, type Log } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { SecretBox } from '../../src/core/secrets/secret-box.js';
import { SystemRandom } from '../../src/core/time/random.js';
import { migrations } from '../../src/migrations/all-migrations.js';
import { InstanceDialing } from '../../src/modules/instances/connections/instance-dialing.js';
import { InstancePlaces } from '../../src/modules/instances/connections/instance-places.js';
import { MovieManagers } from '../../src/modules/instances/connections/movie-managers.js';
import { instancesEntities } from '../../src/modules/instances/instances.entities.js';
import { InstanceRows } from '../../src/modules/instances/registry/instance-rows.js';
import { FilmLibrary } from '../../src/modules/library/films/film-library.js';
import { FilmQueuePoll } from '../../src/modules/library/films/film-queue-poll.js';
import { FilmReadings } from '../../src/modules/library/films/film-readings.js';
import { InstanceFollower } from '../../src/modules/library/films/instance-follower.js';
import { WatchedLibraries } from '../../src/modules/library/films/watched-libraries.js';
import { LibraryModule } from '../../src/modules/library/library.module.js';
import { usersEntities } from '../../src/modules/users/users.entities.js';
import { RadarrFake } from '../fakes/radarr/radarr-fake.js';
import type { FakeHandler } from '../fakes/fake-server.js';
import { deferred } from './deferred.js';
import { MovedClock } from './moved-clock.js';

/** The calls that reading a library is made of. */
export const FILMS = 'GET /api/v3/movie';
export const QUEUE = 'GET /api/v3/queue';

/** A Radarr whose answers can be kept back after they were made: they tell of a state that may be past. */
export class HeldRadarr extends RadarrFake {
  private readonly holds = new Map<string, Promise<void>>();

  override route(key: string, handler: FakeHandler): void {
    super.route(key, async (request) => {
      const held = this.holds.get(key);
      const answer = await handler(request);
      await held;
      return answer;
    });
  }

  /** Keeps answers of a route back from now on. The function that is returned lets go of them. */
  hold(key: string): () => void {
    const { promise, resolve } = deferred();
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
export class FilmLibraryStand {
  /** Id of the library that is there from the start. */
  readonly id = 'films';
  /** Messages of warnings and worse, and of recoveries. */
  readonly logged: string[] = [];
  readonly radarr: HeldRadarr;
  readonly events: EventBus;
  readonly jobs: JobRunner;
  readonly library: FilmLibrary;
  private readonly fakes: HeldRadarr[] = [];
  private readonly rows: InstanceRows;
  private readonly random = new SystemRandom();

  private constructor(
    readonly clock: MovedClock,
    private readonly folder: string,
    readonly database: Database,
  ) {
    const log = this.keptLog();
    this.rows = this.rowsUnder(this.random.bytes(32));
    const managers = new MovieManagers(new InstancePlaces(database, this.rows), new InstanceDialing(clock, silentLog));
    const readings = new FilmReadings(managers, clock, log);
    const watched = new WatchedLibraries(clock);
    this.events = new EventBus(log);
    this.jobs = new JobRunner(clock, log, new SchedulerRegistry());
    this.library = new FilmLibrary(readings, watched);
    const poll = new FilmQueuePoll(readings, watched, this.events, log);
    new LibraryModule(this.jobs, this.events, poll, new InstanceFollower(readings, watched)).onModuleInit();
    this.radarr = new HeldRadarr({ now: () => clock.now() });
  }

  /** One library, `films`, on a running fake. */
  static async open(): Promise<FilmLibraryStand> {
    const folder = await mkdtemp(join(tmpdir(), 'usher-library-'));
    const entities = [...usersEntities, ...instancesEntities];
    const database = await openSqliteDatabase({
      file: join(folder, 'usher.sqlite'),
      entities,
      migrations,
      log: silentLog,
    });
    const stand = new FilmLibraryStand(new MovedClock(), folder, database);
    await stand.serve(stand.radarr, stand.id);
    return stand;
  }

  /** One more library, on a fake of its own. */
  async addLibrary(id: string): Promise<HeldRadarr> {
    const radarr = new HeldRadarr({ now: () => this.clock.now() });
    await this.serve(radarr, id);
    return radarr;
  }

  /** Stores the library's key again, sealed under a key that is not the server's. */
  async lockKey(id: string): Promise<void> {
    const foreign = this.rowsUnder(this.random.bytes(32));
    await this.changeKey(foreign, id, this.radarr.apiKey);
  }

  /** Stores another key for the library, readable. */
  async storeKey(id: string, apiKey: string): Promise<void> {
    await this.changeKey(this.rows, id, apiKey);
  }

  async removeLibrary(id: string): Promise<void> {
    await this.database.write((tx) => this.rows.remove(tx, id));
  }

  /** Runs one round of the poll. */
  poll(): Promise<void> {
    return this.jobs.runNow('library.poll-queues');
  }

  async close(): Promise<void> {
    await Promise.all(this.fakes.map((fake) => fake.stop()));
    await this.jobs.stop();
    await this.database.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async serve(radarr: HeldRadarr, id: string): Promise<void> {
    this.fakes.push(radarr);
    await radarr.start();
    const fields = {
      serviceType: 'movie_manager',
      name: id,
      isDefault: false,
      sortOrder: 0,
      autoAddUsers: false,
    } as const;
    const instance = { ...fields, url: radarr.url, apiKey: Secret.of(radarr.apiKey) };
    await this.database.write((tx) => this.rows.insert(tx, id, instance));
  }

  private async changeKey(rows: InstanceRows, id: string, apiKey: string): Promise<void> {
    await this.database.write(async (tx) => {
      const row = await rows.find(tx, id);
      if (row) await rows.update(tx, row, { name: row.name, url: row.url, apiKey: Secret.of(apiKey) });
    });
  }

  private rowsUnder(key: Buffer): InstanceRows {
    return new InstanceRows(new SecretBox(key, this.random), this.clock);
  }

  private keptLog(): Log {
    const keep = (message: string): void => void this.logged.push(message);
    const log: Log = { debug: () => undefined, info: keep, warn: keep, error: keep, child: () => log };
    return log;
  }
}
