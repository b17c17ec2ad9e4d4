import { join } from 'node:path';
import { z } from 'zod';
import { refuseUnfinishedRestore } from '../../core/backups/unfinished-restore.js';
import type { Settings } from '../../core/config/settings.js';
import { holdDataFolder } from '../../core/database/data-folder-hold.js';
import { MOVED_SUFFIX, MovedMark } from '../../core/database/move/moved-mark.js';
import { moveToPostgres, type MoveReceipt } from '../../core/database/move/move-to-postgres.js';
import { StorageError } from '../../core/database/storage-error.js';
import { silentLog } from '../../core/logging/log.js';
import type { Secret } from '../../core/secrets/secret.js';
import { migrations } from '../../migrations/all-migrations.js';
import { defineSetting, SettingsRepository } from '../../modules/settings/settings.public.js';
import { DATABASE_FILE } from '../create-app.js';
import { entities } from '../entities.js';
import { reasonOf } from '../start/start-failure.js';

const MARK = `${DATABASE_FILE}${MOVED_SUFFIX}`;

/** Another run finds out by the receipt, and until then no server uses the file. */
const OUTCOME_UNKNOWN =
  'Whether the household was moved is not known: the connection was lost at the very end. ' +
  `${DATABASE_FILE} is as it was. Run this again with the same DATABASE_URL: it finds out, and goes on from there.`;

const AFTERWARDS = [
  'Start the server with the same DATABASE_URL and the same DATA_DIR: secret.key stays there.',
  `${DATABASE_FILE} is as it was, and no server uses it any more. Keep it until you have seen that everything is there. ` +
    `To go back to it, without what is done from now on, unset DATABASE_URL and delete ${MARK} in DATA_DIR.`,
];

const MOVED_FROM = defineSetting<string>({ key: 'moved_from', schema: z.string(), fallback: '' });

const receipt: MoveReceipt = {
  async read(tx) {
    // A statement that fails ends the transaction: whatever is in the target, it need not have our tables.
    const [found]: { readonly settings: string | null }[] = await tx.query(
      "SELECT to_regclass('settings') AS settings",
    );
    if (!found?.settings) return null;
    return (await new SettingsRepository().get(tx, MOVED_FROM)) || null;
  },
  write: (tx, content) => new SettingsRepository().set(tx, MOVED_FROM, content),
};

/**
 * Moves the household from the SQLite file in DATA_DIR into the empty PostgreSQL database that DATABASE_URL names, and marks the file. A
 * run that was cut off can be run again at any time.
 * @param markOf another one for tests
 * @returns why it can't be done, or that nobody knows whether it is; null when it is done
 */
export async function moveDatabase(
  { databaseUrl: url, dataDir }: Settings,
  say: (sentence: string) => void,
  markOf: (file: string) => MovedMark = (file) => new MovedMark(file),
): Promise<string | null> {
  if (url === undefined) return 'Nothing was moved: set DATABASE_URL to the address of an empty PostgreSQL database.';
  const file = join(dataDir, DATABASE_FILE);
  const mark = markOf(file);
  try {
    const hold = await holdDataFolder(dataDir, 'replace');
    try {
      refuseUnfinishedRestore(dataDir);
      return await moveAndMark({ file, url, mark, say });
    } finally {
      await hold.release();
    }
  } catch (fault) {
    return `Nothing was moved, and both databases are as they were: ${reasonOf(fault)}.`;
  }
}

interface MarkedMove {
  readonly file: string;
  readonly url: Secret;
  readonly mark: MovedMark;
  readonly say: (sentence: string) => void;
}

/** @throws what kept it from moving anything */
async function moveAndMark({ file, url, mark, say }: MarkedMove): Promise<string | null> {
  const earlier = mark.state();
  let isPrepared = false;
  const beforeCommit = (): void => {
    mark.prepare();
    isPrepared = true;
  };
  try {
    const common = { entities, migrations, log: silentLog, receipt };
    const when = await moveToPostgres({ ...common, file, url, say, beforeCommit });
    say(
      when === 'now'
        ? 'The household is moved.'
        : 'The household was moved into this database before, all of it. Nothing was left to be copied.',
    );
  } catch (fault) {
    if (fault instanceof StorageError && fault.kind === 'unknown') return OUTCOME_UNKNOWN;
    if (earlier !== null) return notNow(earlier, fault);
    if (isPrepared) mark.withdraw();
    throw fault;
  }
  try {
    mark.finish();
  } catch (fault) {
    return `The household is moved, but ${DATABASE_FILE} could not be marked: ${reasonOf(fault)}. Set that right and run this again.`;
  }
  for (const sentence of AFTERWARDS) say(sentence);
  return null;
}

/** The mark of an earlier run stays: what that one did is not for this one to judge. */
function notNow(earlier: 'committing' | 'moved', fault: unknown): string {
  const before =
    earlier === 'moved'
      ? `An earlier run has moved the household, and ${DATABASE_FILE} is kept as it was then.`
      : 'Whether an earlier run has moved the household is not known: it was cut off at the very end.';
  return `Nothing was moved by this run, and both databases are as they were: ${reasonOf(fault)}. ${before}`;
}
