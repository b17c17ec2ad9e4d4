import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseCopies } from '../database/database-copies.js';
import type { Log } from '../logging/log.js';
import type { KeyEnvelope } from '../secrets/secret-key.js';
import type { Clock } from '../time/clock.js';
import type { Random } from '../time/random.js';
import {
  type BackupManifest,
  fileDigest,
  INSIDE,
  packBackup,
  unpackBackup,
  writeManifest,
  proveBackup,
  type SealedSample,
} from './backup-archive.js';
import type { BackupDisk } from './backup-disk.js';
import { toBackupFault } from './backup-fault.js';
import { backupName, leftovers, superfluousBackups, workName } from './backup-name.js';

const KEPT = 7;

/** A backup that has been restored apart from the live database and checked. */
export interface ProvenBackup {
  /** Its file name inside the folder of backups. */
  readonly file: string;
  readonly takenAt: number;
  readonly provenAt: number;
  readonly bytes: number;
}

/** What a {@link BackupMaker} works with. */
export interface BackupMakerDependencies {
  /** The folder of backups; made where it is missing. */
  readonly folder: string;
  readonly version: string;
  readonly copies: DatabaseCopies;
  readonly envelope: KeyEnvelope;
  readonly sample: SealedSample;
  readonly disk: BackupDisk;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** Makes backups, one at a time. A file gets a backup's name only once it is proven: a fault or a kill leaves none that looks whole. */
export class BackupMaker {
  constructor(private readonly parts: BackupMakerDependencies) {}

  /** Makes a backup, proves it, and then lets the oldest go. @throws BackupFault; the signal's reason */
  async make(signal?: AbortSignal): Promise<ProvenBackup> {
    const { folder, disk, clock, random } = this.parts;
    const work = join(folder, workName(clock.now(), random.hex(8)));
    try {
      await disk.prepareFolder(folder);
      await this.clearLeftovers();
      return await this.makeIn(work, signal);
    } catch (error) {
      signal?.throwIfAborted();
      throw toBackupFault(error);
    } finally {
      await this.tidy('remove', () => disk.remove(work));
    }
  }

  private async makeIn(work: string, signal?: AbortSignal): Promise<ProvenBackup> {
    const { folder, disk, clock, copies, sample, envelope } = this.parts;
    const [content, archive] = [join(work, 'content'), join(work, 'backup')];
    await disk.prepareFolder(content);
    const manifest = await this.fill(content, signal);
    await packBackup(content, archive, disk, signal);
    await disk.remove(content);

    const unpacked = await unpackBackup(archive, join(work, 'proof'), disk, signal);
    await proveBackup(unpacked, { copies, sample, ownKey: envelope.key, signal });
    const { bytes } = await fileDigest(archive, signal);
    const file = backupName(manifest.taken_at);
    await disk.move(archive, join(folder, file));
    await this.tidy('prune', () => this.prune(file));
    return { file, takenAt: manifest.taken_at, provenAt: clock.now(), bytes };
  }

  private async fill(content: string, signal?: AbortSignal): Promise<BackupManifest> {
    const { clock, copies, envelope, version } = this.parts;
    const database = join(content, INSIDE.database);
    const takenAt = clock.now();
    const { migrations, rows } = await copies.copyTo(database, signal);
    const manifest: BackupManifest = {
      format: 1,
      taken_at: takenAt,
      version,
      key: { origin: envelope.origin },
      database: { ...(await fileDigest(database, signal)), migrations: [...migrations], rows },
    };
    await writeFile(join(content, INSIDE.manifest), writeManifest(manifest), { mode: 0o600 });
    if (envelope.origin === 'file') {
      await writeFile(join(content, INSIDE.key), `${envelope.key.toString('base64')}\n`, { mode: 0o600 });
    }
    return manifest;
  }

  /** What runs that were killed have left behind. */
  private async clearLeftovers(): Promise<void> {
    const { folder, disk, clock } = this.parts;
    for (const name of leftovers(await disk.namesIn(folder), clock.now())) await disk.remove(join(folder, name));
  }

  private async prune(proven: string): Promise<void> {
    const { folder, disk } = this.parts;
    for (const name of superfluousBackups(await disk.namesIn(folder), proven, KEPT)) {
      await disk.remove(join(folder, name));
    }
  }

  /** Tidying up is tried again with the next backup: it never fails this one. */
  private async tidy(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.parts.log.warn('the folder of backups could not be tidied up', { what, error });
    }
  }
}
