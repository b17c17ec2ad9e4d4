import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupDisk } from '../../src/core/backups/backup-disk.js';
import { BackupMaker, type BackupMakerDependencies } from '../../src/core/backups/backup-maker.js';
import type { SealedSample } from '../../src/core/backups/backup-archive.js';
import { BackupRestorer } from '../../src/core/backups/backup-restorer.js';
import type { Database } from '../../src/core/database/database.js';
import { openSqliteDatabase } from '../../src/core/database/sqlite-database.js';
import { SqliteCopies } from '../../src/core/database/sqlite-copies.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { SealedColumn } from '../../src/core/secrets/sealed-column.js';
import { SecretBox } from '../../src/core/secrets/secret-box.js';
import { SystemRandom } from '../../src/core/time/random.js';
import { CreateLedger1700000000000, Movement, Purse } from './ledger-database.js';
import { MovedClock } from './moved-clock.js';

const FILE = 'usher.sqlite';
const KEY = Buffer.alloc(32, 'the key');
const PLACE = new SealedColumn('purses', 'name').at('1');

/** The purse whose name is sealed: it opens with the key of the database only. */
const SAMPLE: SealedSample = {
  place: { table: 'purses', column: 'name', where: { column: 'id', equals: '1' } },
  opens: (stored, key) => {
    try {
      return new SecretBox(key, new SystemRandom()).open(stored ?? '', PLACE).equals('a sealed name');
    } catch {
      return false;
    }
  },
};

/** A small database in a data folder of its own, with what backs it up and restores it. */
export class BackupFixture {
  readonly clock = new MovedClock();
  readonly key = KEY;

  private constructor(
    readonly dataDir: string,
    private database: Database,
  ) {}

  static async open(): Promise<BackupFixture> {
    const dataDir = await mkdtemp(join(tmpdir(), 'usher-backups-'));
    const fixture = new BackupFixture(dataDir, await openLedger(dataDir));
    const name = new SecretBox(KEY, new SystemRandom()).seal(Secret.of('a sealed name'), PLACE);
    await fixture.database.write((tx) => tx.insert(Purse, { id: 1, name, coins: 1 }));
    return fixture;
  }

  get folder(): string {
    return join(this.dataDir, 'backups');
  }

  get databaseFile(): string {
    return join(this.dataDir, FILE);
  }

  /** One more row. */
  async addRow(id: number): Promise<void> {
    await this.database.write((tx) => tx.insert(Purse, { id, name: `purse ${id}`, coins: 0 }));
  }

  /** How many rows there are in the live database. */
  rows(): Promise<number> {
    return this.database.read((tx) => tx.count(Purse));
  }

  maker(parts: Partial<BackupMakerDependencies> = {}): BackupMaker {
    return new BackupMaker({
      folder: this.folder,
      version: '1.2.3',
      copies: new SqliteCopies(this.databaseFile),
      envelope: { origin: 'file', key: KEY },
      sample: SAMPLE,
      disk: new BackupDisk(),
      clock: this.clock,
      random: new SystemRandom(),
      log: silentLog,
      ...parts,
    });
  }

  restorer(parts: { migrations?: readonly string[]; ownKey?: Buffer; disk?: BackupDisk } = {}): BackupRestorer {
    return new BackupRestorer({
      dataDir: this.dataDir,
      databaseFile: FILE,
      copies: new SqliteCopies(this.databaseFile),
      sample: SAMPLE,
      migrations: [CreateLedger1700000000000.name],
      disk: new BackupDisk(),
      clock: this.clock,
      random: new SystemRandom(),
      ...parts,
    });
  }

  /** Makes a backup and answers its path. */
  async backUp(parts: Partial<BackupMakerDependencies> = {}): Promise<string> {
    return join(this.folder, (await this.maker(parts).make()).file);
  }

  /** Everything that lies in the folder of backups. */
  async inFolder(): Promise<string[]> {
    return (await readdir(this.folder)).sort();
  }

  /** Gives the live database back, for as long as `meanwhile` runs. */
  async whileClosed<T>(meanwhile: () => Promise<T>): Promise<T> {
    await this.database.close();
    try {
      return await meanwhile();
    } finally {
      this.database = await openLedger(this.dataDir);
    }
  }

  async close(): Promise<void> {
    await this.database.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

const openLedger = (dataDir: string): Promise<Database> =>
  openSqliteDatabase({
    file: join(dataDir, FILE),
    entities: [Purse, Movement],
    migrations: [CreateLedger1700000000000],
    log: silentLog,
  });
