import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../src/app/create-app.js';
import type { Database } from '../../src/core/database/database.js';
import { DispatchesRepository, JOB_LEASES } from '../../src/modules/requests/saved/dispatches.repository.js';
import { RequestsRepository } from '../../src/modules/requests/saved/requests.repository.js';
import { openKey } from '../../src/modules/requests/saved/work.js';
import { RadarrFake } from '../fakes/radarr/radarr-fake.js';
import { openAsServer } from '../harness/database-inspection.js';
import { databaseSettings } from '../harness/database-settings.js';
import { startApp, type App, type Session } from '../harness/start-app.js';
import { SpawnedProcess } from './spawned-process.js';

/**
 * What a library knows of a film before anybody asks for it, and so what delivering it takes.
 *
 * | film | the library | its delivery |
 * |---|---|---|
 * | unknown | lacks it | adds it, with a search |
 * | put_aside | has it without a file, not monitored | monitors it, then searches |
 * | awaited | has it without a file, monitored | sends nothing |
 * | held | has it with a file, not monitored | sends nothing, leaves it as it is |
 */
export type Film = 'unknown' | 'put_aside' | 'awaited' | 'held';

/** A simulated library, which outlives every process. */
export interface Library {
  /** Under which the server knows it. */
  readonly id: string;
  readonly fake: RadarrFake;
  /** The films that may be asked for, by their TMDB id, as they were before. */
  readonly films: Map<number, Film>;
}

/** What one account wants from one library. */
export interface FilmSelection {
  readonly userId: number;
  readonly library: Library;
  readonly tmdbId: number;
}

/** A program that works on a household's database. */
export type SpawnedProgram = 'worker-process' | 'server-process' | 'accounts-process' | 'outbox-process';

/** Accounts and libraries of a household. */
interface Furnishing {
  readonly dataDir: string;
  readonly libraries: readonly [Library, ...Library[]];
  readonly members: readonly [Session, ...Session[]];
  readonly env: Readonly<Record<string, string>>;
}

/** What a household is founded with. */
interface Founding {
  readonly libraries?: number;
  readonly members?: number;
  /** Settings of every process, beside those that all households have. */
  readonly env?: Readonly<Record<string, string>>;
  /** Puts more in place before members are invited. */
  readonly furnish?: (app: App, admin: Session) => Promise<void>;
}

const SECRET_KEY = Buffer.alloc(32, 'kill').toString('base64');

/** The time of the first process's clock; the household was founded a month before. */
const FIRST_DAY = Date.UTC(2026, 1, 1);

/** More than the life of any lease that a dead process has left behind. */
const PAST_ALL_LEASES = JOB_LEASES.lastsMs + 60_000;

/**
 * A household that has been set up: a database over which processes live and die, simulated libraries, and accounts
 * that may use all of them.
 */
export class Household {
  readonly libraries: Furnishing['libraries'];
  readonly members: Furnishing['members'];
  private readonly dataDir: string;
  private readonly env: Furnishing['env'];
  private time = FIRST_DAY;
  private lastFilm = 1000;

  private constructor(furnishing: Furnishing) {
    this.dataDir = furnishing.dataDir;
    this.env = furnishing.env;
    this.libraries = furnishing.libraries;
    this.members = furnishing.members;
  }

  /** Sets one up, over HTTP as anybody would. */
  static async found({ libraries = 1, members = 1, env = {}, furnish }: Founding = {}): Promise<Household> {
    const dataDir = mkdtempSync(join(tmpdir(), 'usher-kill-'));
    const app = await startApp({ dataDir, env: { SECRET_KEY, ...env } });
    const admin = await app.setUpAdmin();
    const connected: Library[] = [];
    for (let count = 1; count <= libraries; count += 1) {
      const fake = await new RadarrFake({ now: everLater() }).start();
      const fields = { name: `Films ${count}`, url: fake.url, api_key: fake.apiKey, auto_add_users: true };
      connected.push({ id: await app.connectRadarr(admin, fields), fake, films: new Map() });
    }
    await furnish?.(app, admin);
    const invited: Session[] = [];
    for (let count = 1; count <= members; count += 1) invited.push(await app.invite(`member${count}`));
    await app.close();
    return new Household({
      dataDir,
      env: { ...env, ...(await databaseSettings(dataDir)) },
      libraries: connected as [Library, ...Library[]],
      members: invited as [Session, ...Session[]],
    });
  }

  /** Puts a film in place, and answers its TMDB id. */
  film(library: Library, film: Film): number {
    const tmdbId = (this.lastFilm += 1);
    if (film === 'unknown') library.fake.given.catalog([{ tmdbId }]);
    else library.fake.given.movie({ tmdbId, monitored: film === 'awaited', hasFile: film === 'held' });
    library.films.set(tmdbId, film);
    return tmdbId;
  }

  /** Saves requests as the server saves them, with nobody there to deliver them, and answers their ids. */
  ask(inputs: readonly FilmSelection[]): Promise<readonly number[]> {
    const saved = new RequestsRepository();
    const dispatches = new DispatchesRepository();
    return this.withDatabase((database) =>
      database.write(async (tx) => {
        const ids: number[] = [];
        for (const { userId, library, tmdbId } of inputs) {
          const subject = { userId, mediaType: 'movie', key: String(tmdbId), instanceId: library.id } as const;
          const id = await saved.insert(tx, {
            requesterName: `member ${userId}`,
            ...subject,
            tmdbId,
            openKey: openKey(subject),
            title: `Film ${tmdbId}`,
            status: 'requested',
            qualityProfileId: 0,
            requestedAt: this.time,
          });
          await dispatches.insert(tx, { requestId: id, format: '' }, 'queued', this.time);
          ids.push(id);
        }
        return ids;
      }),
    );
  }

  /** Opens the file while no process has it, looks or writes, and closes it again. */
  async withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await openAsServer(join(this.dataDir, DATABASE_FILE));
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  /** Starts a process on the household's file; it waits for an order with the time. */
  spawn(script: SpawnedProgram, env: Readonly<Record<string, string>> = {}): SpawnedProcess {
    return SpawnedProcess.spawn(script, {
      DATA_DIR: this.dataDir,
      SECRET_KEY,
      HOST: '127.0.0.1',
      ...this.env,
      ...env,
    });
  }

  /** What the clock of the latest process showed at its start. */
  get now(): number {
    return this.time;
  }

  /** A moment at which every lease of the processes before has run out, for the clock of the next one. */
  later(ms = PAST_ALL_LEASES): number {
    return (this.time += ms);
  }

  /** A worker delivers everything that waits, in at most that many sweeps, and ends. Answers what it wrote. */
  async deliverAll({ rounds }: { readonly rounds: number }): Promise<readonly string[]> {
    const worker = this.spawn('worker-process');
    await worker.says('loaded');
    worker.send({ now: this.later(), rounds });
    await worker.succeeds();
    return worker.lines;
  }

  async close(): Promise<void> {
    await Promise.all(this.libraries.map(({ fake }) => fake.stop()));
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Time that jumps on with every look: no command is queued long enough to take the place of its repetition. */
export function everLater(): () => number {
  let time = FIRST_DAY;
  return () => (time += 2_000);
}
