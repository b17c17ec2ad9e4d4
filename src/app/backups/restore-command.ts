import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { BackupDisk } from '../../core/backups/backup-disk.js';
import { BackupFault, type BackupReason, toBackupFault } from '../../core/backups/backup-fault.js';
import { BACKUPS_FOLDER, takenAt } from '../../core/backups/backup-name.js';
import { BackupRestorer, type Restored } from '../../core/backups/backup-restorer.js';
import { unfinishedRestore } from '../../core/backups/unfinished-restore.js';
import { readSettings, type Settings, SettingsError } from '../../core/config/settings.js';
import { DataFolderInUse } from '../../core/database/data-folder-hold.js';
import { SqliteCopies } from '../../core/database/sqlite-copies.js';
import { rfc3339 } from '../../core/http/view-members.js';
import { parseSecretKey } from '../../core/secrets/secret-key.js';
import { SystemClock } from '../../core/time/clock.js';
import { SystemRandom } from '../../core/time/random.js';
import { migrations } from '../../migrations/all-migrations.js';
import { DATABASE_FILE } from '../create-app.js';
import { canarySample } from '../start/encryption-canary.service.js';

interface RestoreCall {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly say: (line: string) => void;
  readonly disk?: BackupDisk;
}

/** A restored file would be one that no server looks at. */
const ON_SERVER = [
  'Not restored: DATABASE_URL is set, so the database is on a PostgreSQL server, which this command does not touch.',
  'Restore it with that server’s own tools (docs/postgresql.md), or unset DATABASE_URL to go back to the file in DATA_DIR.',
  'Nothing was changed.',
];

/**
 * `npm run restore -- FILE`: puts a backup in the place of the database and the key; refuses where the database is on a server.
 * @returns the exit code: 0 when it is restored, 1 when it is not, 2 when the call is wrong
 */
export async function runRestore({ args, env, folder, say, disk = new BackupDisk() }: RestoreCall): Promise<0 | 1 | 2> {
  let settings: Settings | undefined;
  try {
    settings = readSettings(env, { readFile: (path) => readFileSync(path, 'utf8'), isTerminal: false });
    if (settings.databaseUrl !== undefined) {
      for (const line of ON_SERVER) say(line);
      return 1;
    }
    const backups = join(settings.dataDir, BACKUPS_FOLDER);
    const [name, ...more] = args;
    if (!name || name.startsWith('-') || more.length > 0) {
      for (const line of usage(backups)) say(line);
      return 2;
    }
    const file = [join(backups, name), resolve(folder, name)].find(isFile);
    if (file === undefined) throw new BackupFault('folder_unusable', `there is no file ${name}`);
    const restored = await restorerFor(settings, disk).restore(file);
    for (const line of success(basename(file), restored)) say(line);
    return 0;
  } catch (fault) {
    for (const line of failure(fault, settings)) say(line);
    return 1;
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

function restorerFor({ dataDir, secretKey }: Settings, disk: BackupDisk): BackupRestorer {
  const random = new SystemRandom();
  return new BackupRestorer({
    dataDir,
    databaseFile: DATABASE_FILE,
    copies: new SqliteCopies(join(dataDir, DATABASE_FILE)),
    sample: canarySample(random),
    ownKey: secretKey && parseSecretKey(secretKey.reveal()),
    migrations: migrations.map((migration) => migration.name),
    disk,
    clock: new SystemClock(),
    random,
  });
}

function usage(backups: string): string[] {
  const lines = ['usage: npm run restore -- FILE', '', 'FILE is the name of a backup in DATA_DIR/backups, or a path.'];
  const names = existsSync(backups) ? readdirSync(backups).filter((name) => takenAt(name) !== undefined) : [];
  if (names.length === 0) return [...lines, 'There are no backups in DATA_DIR/backups.'];
  return [
    ...lines,
    'These are there, the newest first:',
    ...names
      .sort()
      .reverse()
      .map((name) => `  ${name}`),
  ];
}

function success(name: string, { takenAt: at, keptIn, migrationsToRun, key, leftover }: Restored): string[] {
  const kept = keptIn.map((folder) => `DATA_DIR/${folder}`).join(' and ');
  return [
    `Restored ${name}: everything as it was at ${rfc3339(at)}.`,
    'It was checked first: the database is whole, no row is missing, and its secrets open with the key.',
    keptIn.length === 0
      ? 'There was no database in DATA_DIR before.'
      : `What was in DATA_DIR before is kept in ${kept}. Nothing reads it; delete it when you are sure.`,
    key === 'restored'
      ? 'The key is restored with it (DATA_DIR/secret.key).'
      : 'The key is not part of this backup: start the server with the same SECRET_KEY as now.',
    ...(migrationsToRun > 0
      ? [`The backup is of an earlier version: the next start brings it up to date (migrations: ${migrationsToRun}).`]
      : []),
    ...(leftover === null ? [] : [`DATA_DIR/${leftover} could not be removed. Nothing reads it; delete it.`]),
    'Now start the server. Whoever signed in after the backup signs in again, and what was asked for since then has to',
    'be asked for again.',
  ];
}

const ADVICE: Readonly<Partial<Record<BackupReason, string>>> = {
  no_room: 'Make room where DATA_DIR lies, then run it again.',
  damaged: 'Take another backup.',
  key_mismatch:
    'Set SECRET_KEY to the key that was in use when the backup was made, or unset it where the key is inside.',
  key_missing: 'Set SECRET_KEY to the key that was in use when the backup was made, then run it again.',
  newer: 'Restore it with that version, or take an older backup.',
};

function failure(fault: unknown, settings: Settings | undefined): string[] {
  if (fault instanceof SettingsError) return [fault.message, 'Nothing was changed.'];
  const { message, advice } = messageOf(fault);
  const brokenOff = settings && unfinishedRestore(settings.dataDir);
  return [
    `Not restored: ${message}.`,
    ...(advice === undefined ? [] : [advice]),
    brokenOff === undefined
      ? 'Nothing was changed.'
      : `A restore was broken off. What was in DATA_DIR before is in DATA_DIR/${brokenOff}. Run it again before you start the server.`,
  ];
}

function messageOf(fault: unknown): { readonly message: string; readonly advice?: string } {
  if (fault instanceof DataFolderInUse) return { message: fault.message };
  const { message, reason } = toBackupFault(fault);
  return { message, advice: ADVICE[reason] };
}
