import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { InjectLog } from '../../core/core.module.js';
import { Database } from '../../core/database/database.js';
import { readThrough } from '../../core/database/read-through.js';
import type { Log } from '../../core/logging/log.js';
import { Clock, type TimerHandle } from '../../core/time/clock.js';
import { within } from '../../core/time/waiting.js';
import { Random } from '../../core/time/random.js';
import { settingsEntities } from '../../modules/settings/setting.entity.js';
import { defineSetting, SettingsRepository } from '../../modules/settings/settings.public.js';
import { usersEntities } from '../../modules/users/users.entities.js';

/** What a look found counts for this long, in milliseconds, unless a call meets something else meanwhile. */
const KEPT_MS = 10_000;

/** A storage that takes longer than this, in milliseconds, is not in order; the container's health check waits for 5 s. */
const PATIENCE_MS = 4_000;

/** To read everything is dear: never more often than this, in milliseconds. */
const READ_ALL_EVERY_MS = 30_000;

/** In bytes. Where a write has found no room, one of this size has to go well: a small one fits where others don't. */
const ROOM_BYTES = 256 * 1_024;

/** A row that nobody reads. What is written differs each time: SQLite writes nothing where nothing changes. */
const PROBE = defineSetting<string>({ key: 'storage_probe', schema: z.string(), fallback: '' });

const TABLES = [...settingsEntities, ...usersEntities];

/**
 * Does the storage keep what is written, and give back what is read? Tried by a write and by reading the tables that people need to sign
 * in. After a write that found no room a larger one has to go well, and after damage everything has to be read.
 */
@Injectable()
export class StorageProbeService {
  private readonly writing: SharedLook;
  private readonly reading: SharedLook;
  /** How many faults are known to be over. */
  private readonly over = { full: 0, corrupt: 0 };
  private hasJustReadAll = false;

  constructor(
    private readonly database: Database,
    private readonly settings: SettingsRepository,
    private readonly clock: Clock,
    private readonly random: Random,
    @InjectLog() log: Log,
  ) {
    const parts = { database, clock, log };
    this.writing = new SharedLook({ ...parts, name: 'writes', look: () => this.write() });
    this.reading = new SharedLook({ ...parts, name: 'reads', look: () => this.read() });
  }

  /** Never throws; answers within {@link PATIENCE_MS}. */
  canWrite(): Promise<boolean> {
    return this.writing.isWell();
  }

  /** Never throws; answers within {@link PATIENCE_MS}. */
  canRead(): Promise<boolean> {
    return this.reading.isWell();
  }

  private async write(): Promise<void> {
    const faults = this.database.faults.count('full');
    if (faults > this.over.full) {
      await this.keep(this.random.hex(ROOM_BYTES / 2));
      this.over.full = faults;
    }
    await this.keep(this.random.hex(8));
  }

  private keep(value: string): Promise<void> {
    return this.database.write((tx) => this.settings.set(tx, PROBE, value));
  }

  private async read(): Promise<void> {
    const faults = this.database.faults.count('corrupt');
    if (faults > this.over.corrupt) await this.readAll(faults);
    await this.database.read((tx) =>
      readThrough(
        tx,
        TABLES.map((table) => tx.connection.getMetadata(table).tableName),
      ),
    );
  }

  private async readAll(faults: number): Promise<void> {
    if (this.hasJustReadAll) throw new Error('there was damage a moment ago');
    this.hasJustReadAll = true;
    this.clock.setTimer(READ_ALL_EVERY_MS, () => (this.hasJustReadAll = false));
    await this.database.read((tx) => readThrough(tx));
    this.over.corrupt = faults;
  }
}

interface SharedLookOptions {
  readonly database: Pick<Database, 'faults' | 'commits'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly name: string;
  readonly look: () => Promise<void>;
}

interface LookResult {
  readonly isWell: boolean;
  readonly faults: number;
  readonly commits: number;
}

/** Simultaneous callers share a look, and its outcome is kept for a while. */
class SharedLook {
  private found: LookResult | undefined;
  private running: Promise<boolean> | undefined;
  private lapse: TimerHandle | undefined;
  private wasWell = true;

  constructor(private readonly parts: SharedLookOptions) {}

  async isWell(): Promise<boolean> {
    if (this.found && this.stillHolds(this.found)) return this.found.isWell;
    this.running ??= this.look();
    return (await within(this.parts.clock, PATIENCE_MS, this.running)) === true;
  }

  /** A fault is reason to look anew where all was well, and a write that went well where it wasn't. */
  private stillHolds({ isWell, faults, commits }: LookResult): boolean {
    const { database } = this.parts;
    return isWell ? database.faults.count() === faults : database.commits === commits;
  }

  private async look(): Promise<boolean> {
    const { database, clock, look } = this.parts;
    const faults = database.faults.count();
    const isWell = await look().then(
      () => this.record(true),
      (error: unknown) => this.record(false, error),
    );
    this.found = { isWell, faults, commits: database.commits };
    this.running = undefined;
    this.lapse?.cancel();
    this.lapse = clock.setTimer(KEPT_MS, () => (this.found = undefined));
    return isWell;
  }

  private record(isWell: boolean, error?: unknown): boolean {
    const { log, name } = this.parts;
    if (isWell !== this.wasWell) {
      if (isWell) log.info('the database is in order again', { check: name });
      else log.error('the database is out of order', { check: name, error });
    }
    this.wasWell = isWell;
    return isWell;
  }
}
