import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DataFolderInUse,
  DataFolderUnusable,
  holdDataFolder,
  type DataFolderHold,
} from '../database/data-folder-hold.js';
import type { DatabaseCopies } from '../database/database-copies.js';
import { MOVED_SUFFIX } from '../database/move/moved-mark.js';
import { KEY_FILES } from '../secrets/secret-key.js';
import type { Clock } from '../time/clock.js';
import type { Random } from '../time/random.js';
import { INSIDE, unpackBackup, type UnpackedBackup, proveBackup, type SealedSample } from './backup-archive.js';
import type { BackupDisk } from './backup-disk.js';
import { BackupFault, toBackupFault } from './backup-fault.js';
import { compactTime } from './backup-name.js';
import { RESTORE_MARK, RESTORE_WORK, unfinishedRestore } from './unfinished-restore.js';

interface BackupRestorerDependencies {
  readonly dataDir: string;
  readonly databaseFile: string;
  readonly copies: DatabaseCopies;
  readonly sample: SealedSample;
  /** SECRET_KEY, 32 bytes, where it is set. */
  readonly ownKey?: Buffer;
  readonly migrations: readonly string[];
  readonly disk: BackupDisk;
  readonly clock: Clock;
  readonly random: Random;
}

/** What a restore has done. */
export interface Restored {
  readonly takenAt: number;
  /** Folders in the data folder with what was there before; none where nothing was. */
  readonly keptIn: readonly string[];
  /** Migrations that the next start runs. */
  readonly migrationsToRun: number;
  /** Has the key been restored with it, or does it come from SECRET_KEY? */
  readonly key: 'restored' | 'environment';
  /** A folder of its own in the data folder that could not be removed; null where nothing is left. */
  readonly leftover: string | null;
}

/** Puts a backup in the place of the data folder's database and key. Nothing that was there is ever deleted. */
export class BackupRestorer {
  constructor(private readonly parts: BackupRestorerDependencies) {}

  /**
   * Checks a backup in full, then moves aside what is there. One that was broken off can be run again; until it has ended no server starts.
   * @throws BackupFault for a backup that won't do, with nothing touched; DataFolderInUse while a server runs
   */
  async restore(file: string): Promise<Restored> {
    const { dataDir, random } = this.parts;
    const hold = await this.hold();
    const work = `${RESTORE_WORK}${random.hex(8)}`;
    try {
      const restored = await this.restoreBy(join(dataDir, work), file);
      return { ...restored, leftover: (await this.removeWork(work)) ? null : work };
    } catch (error) {
      await this.removeWork(work);
      throw toBackupFault(error);
    } finally {
      await hold.release();
    }
  }

  private async restoreBy(work: string, file: string): Promise<Omit<Restored, 'leftover'>> {
    await this.clearLeftovers();
    const unpacked = await unpackBackup(file, work, this.parts.disk);
    const migrationsToRun = await this.judge(unpacked);
    const keptIn = await this.replace(unpacked, work);
    const { manifest, key } = unpacked;
    return { takenAt: manifest.taken_at, keptIn, migrationsToRun, key: key ? 'restored' : 'environment' };
  }

  /** Removes the folder of work. Where that fails, the result of the restore stays the same; the next one tries again. */
  private async removeWork(work: string): Promise<boolean> {
    try {
      await this.parts.disk.remove(join(this.parts.dataDir, work));
      return true;
    } catch {
      return false;
    }
  }

  private async hold(): Promise<DataFolderHold> {
    const { dataDir } = this.parts;
    try {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      return await holdDataFolder(dataDir, 'replace');
    } catch (error) {
      if (error instanceof DataFolderInUse) throw error;
      const why = error instanceof DataFolderUnusable ? error.message : 'DATA_DIR can’t be made or written';
      throw new BackupFault('folder_unusable', why, error);
    }
  }

  /** Answers how many migrations are to be run on it. */
  private async judge(unpacked: UnpackedBackup): Promise<number> {
    const { copies, sample, ownKey, migrations } = this.parts;
    const done = unpacked.manifest.database.migrations;
    const unknown = done.filter((name) => !migrations.includes(name));
    if (unknown.length > 0) {
      throw new BackupFault(
        'newer',
        `the backup was made by a newer version of Usher (${unpacked.manifest.version}), whose data this one doesn’t understand`,
      );
    }
    await proveBackup(unpacked, { copies, sample, ownKey });
    if (unpacked.key && ownKey && !unpacked.key.equals(ownKey)) {
      throw new BackupFault('key_mismatch', 'SECRET_KEY is set and is another key than the one in the backup');
    }
    return migrations.filter((name) => !done.includes(name)).length;
  }

  private async replace({ databaseFile, key }: UnpackedBackup, work: string): Promise<readonly string[]> {
    const { dataDir, disk } = this.parts;
    const brokenOff = unfinishedRestore(dataDir);
    const there = await disk.namesIn(dataDir);
    const fresh = this.freshName(there);
    const asides = await this.asidesOf(
      this.replacedNames(key !== null).filter((name) => there.includes(name)),
      { brokenOff, fresh },
    );
    await disk.sync(databaseFile);
    if (key) await disk.sync(join(work, INSIDE.key));
    await this.mark(work, brokenOff ?? fresh);
    for (const aside of new Set(asides.values())) await disk.prepareFolder(join(dataDir, aside));
    for (const [name, aside] of asides) await disk.move(join(dataDir, name), join(dataDir, aside, name));
    if (key) await disk.move(join(work, INSIDE.key), join(dataDir, INSIDE.key));
    await disk.move(databaseFile, join(dataDir, this.parts.databaseFile));
    await disk.remove(join(dataDir, RESTORE_MARK));
    const folders = await disk.namesIn(dataDir);
    return [brokenOff, fresh].filter((name): name is string => name !== undefined && folders.includes(name));
  }

  /**
   * The folder for each name. What a broken-off restore left goes to what it has moved, so that a database stays with its log; a name that
   * is there already is what it has put in place.
   */
  private async asidesOf(
    names: readonly string[],
    { brokenOff, fresh }: { readonly brokenOff: string | undefined; readonly fresh: string },
  ): Promise<ReadonlyMap<string, string>> {
    if (brokenOff === undefined) return new Map(names.map((name) => [name, fresh]));
    const moved = await this.parts.disk.namesIn(join(this.parts.dataDir, brokenOff));
    return new Map(names.map((name) => [name, moved.includes(name) ? fresh : brokenOff]));
  }

  private replacedNames(withKey: boolean): string[] {
    const { databaseFile } = this.parts;
    const beside = ['-wal', '-shm', '-journal', MOVED_SUFFIX].map((suffix) => `${databaseFile}${suffix}`);
    const names = [databaseFile, ...beside];
    return withKey ? [...names, KEY_FILES.current, KEY_FILES.next] : names;
  }

  private freshName(there: readonly string[]): string {
    const { clock, random } = this.parts;
    const name = `before-restore-${compactTime(clock.now())}`;
    return there.includes(name) ? `${name}-${random.hex(4)}` : name;
  }

  /** From here on, until the mark is taken away, no server starts. */
  private async mark(work: string, keptIn: string): Promise<void> {
    const { dataDir, disk } = this.parts;
    await writeFile(join(work, RESTORE_MARK), `${keptIn}\n`, { mode: 0o600, flush: true });
    await disk.move(join(work, RESTORE_MARK), join(dataDir, RESTORE_MARK));
  }

  private async clearLeftovers(): Promise<void> {
    const { dataDir, disk } = this.parts;
    const leftovers = (await disk.namesIn(dataDir)).filter((name) => name.startsWith(RESTORE_WORK));
    for (const name of leftovers) await disk.remove(join(dataDir, name));
  }
}
