import { join } from 'node:path';
import { refuseUnfinishedRestore } from '../../core/backups/unfinished-restore.js';
import type { Settings } from '../../core/config/settings.js';
import { holdDataFolder } from '../../core/database/data-folder-hold.js';
import { moveToPostgres } from '../../core/database/move/move-to-postgres.js';
import { StorageError } from '../../core/database/storage-error.js';
import { silentLog } from '../../core/logging/log.js';
import { migrations } from '../../migrations/all-migrations.js';
import { DATABASE_FILE } from '../create-app.js';
import { entities } from '../entities.js';
import { reasonOf } from '../start/start-failure.js';

/** The copy is one transaction: all of it is there, or nothing. */
const OUTCOME_UNKNOWN =
  'Whether the household was moved is not known: the connection was lost at the very end. ' +
  `${DATABASE_FILE} is as it was. Look into the PostgreSQL database: if it has no tables, move again; ` +
  'if it has tables, everything is in them, and the server can be started on it.';

/**
 * Moves the household from the SQLite file in DATA_DIR into the empty PostgreSQL database that DATABASE_URL names.
 *
 * @param say takes what was done, in sentences
 * @returns why it can't be done, or that nobody knows whether it is, in sentences; null when it is done
 */
export async function moveDatabase(settings: Settings, say: (sentence: string) => void): Promise<string | null> {
  const { databaseUrl: url, dataDir } = settings;
  if (url === undefined) return 'Nothing was moved: set DATABASE_URL to the address of an empty PostgreSQL database.';
  try {
    const hold = await holdDataFolder(dataDir, 'replace');
    try {
      refuseUnfinishedRestore(dataDir);
      await moveToPostgres({ file: join(dataDir, DATABASE_FILE), url, entities, migrations, log: silentLog, say });
    } finally {
      await hold.release();
    }
  } catch (fault) {
    if (fault instanceof StorageError && fault.kind === 'unknown') return OUTCOME_UNKNOWN;
    return `Nothing was moved, and both databases are as they were: ${reasonOf(fault)}.`;
  }
  say(
    'The household is moved. Start the server with the same DATABASE_URL and the same DATA_DIR: secret.key stays there.',
  );
  say(
    `${DATABASE_FILE} is as it was. Keep it until you have seen that everything is there; no server uses it any more.`,
  );
  return null;
}
