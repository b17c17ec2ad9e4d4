import type { DatabaseContents, DatabaseCopies, StoredText } from '../database/database-copies.js';
import { StorageError } from '../database/storage-error.js';
import type { UnpackedBackup } from './backup-archive.js';
import { BackupFault } from './backup-fault.js';

/** A secret that every database holds, sealed: a key that opens it belongs to the database. */
export interface SealedSample {
  readonly place: StoredText;
  /** Does the key open what is stored there? Null where nothing is stored. */
  opens(stored: string | null, key: Buffer): boolean;
}

interface ProofTools {
  readonly copies: DatabaseCopies;
  readonly sample: SealedSample;
  /** The key that is used beside the backup; undefined where there is none. */
  readonly ownKey?: Buffer;
  readonly signal?: AbortSignal;
}

/**
 * Proves that the database opens, has its migrations and rows, and that its secrets open with its key.
 * @throws BackupFault `damaged`, `key_mismatch` or `key_missing`; the signal's reason
 */
export async function proveBackup({ manifest, databaseFile, key }: UnpackedBackup, tools: ProofTools): Promise<void> {
  const { copies, sample, ownKey, signal } = tools;
  const { migrations, rows } = manifest.database;
  const opener = key ?? ownKey;
  try {
    await copies.inspect(
      databaseFile,
      async (copy) => {
        const [fault] = await copy.faults();
        if (fault !== undefined) throw new BackupFault('damaged', `the database in the backup is damaged: ${fault}`);
        if (fingerprint(await copy.contents()) !== fingerprint({ migrations, rows })) {
          throw new BackupFault('damaged', 'the database in the backup has not the rows that were put into it');
        }
        if (!opener) {
          throw new BackupFault('key_missing', 'the key is not in the backup, because it came from SECRET_KEY');
        }
        if (!sample.opens(await copy.text(sample.place), opener)) {
          throw new BackupFault('key_mismatch', `${keyName(key)} doesn’t open the secrets of the backup`);
        }
      },
      signal,
    );
  } catch (error) {
    if (error instanceof StorageError) {
      throw new BackupFault('damaged', 'the database in the backup can’t be opened or read', error);
    }
    throw error;
  }
}

const keyName = (inside: Buffer | null): string => (inside ? 'the key in the backup' : 'SECRET_KEY');

/** The same text for the same contents, in whatever order the tables are named. */
const fingerprint = ({ migrations, rows }: DatabaseContents): string =>
  JSON.stringify([migrations, Object.entries(rows).sort(([one], [other]) => (one < other ? -1 : 1))]);
