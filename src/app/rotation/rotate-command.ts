import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compactTime } from '../../core/backups/backup-name.js';
import { refuseUnfinishedRestore } from '../../core/backups/unfinished-restore.js';
import { readSettings, SettingsError, type Settings } from '../../core/config/settings.js';
import { holdDataFolder } from '../../core/database/data-folder-hold.js';
import { openDatabase } from '../../core/database/open-database.js';
import { StorageError } from '../../core/database/storage-error.js';
import { silentLog } from '../../core/logging/log.js';
import { KeyFolder } from '../../core/secrets/key-folder.js';
import type { Resealed } from '../../core/secrets/sealed-column.js';
import type { Secret } from '../../core/secrets/secret.js';
import { KEY_FILES, parseSecretKey } from '../../core/secrets/secret-key.js';
import { SystemClock } from '../../core/time/clock.js';
import { SystemRandom } from '../../core/time/random.js';
import { migrations } from '../../migrations/all-migrations.js';
import { DATABASE_FILE } from '../create-app.js';
import { entities } from '../entities.js';
import { reasonOf } from '../start/start-failure.js';
import {
  KeyNotInPlace,
  NotRotated,
  rotateGivenKey,
  rotateKeyFile,
  type RotationDependencies,
  type RotationReason,
} from './rotate-key.js';

interface RotationCall {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
  /** The key files of a folder; another one for tests. */
  readonly keysIn?: (dataDir: string) => KeyFolder;
}

/** `npm run rotate-key`. @returns the exit code: 0 when the key is changed, 1 when it is not or nobody knows */
export async function runRotation({ env, say, keysIn = keysOf }: RotationCall): Promise<0 | 1> {
  const { lines, code } = await reportOf(env, keysIn);
  for (const line of lines) say(line);
  return code;
}

type KeysIn = NonNullable<RotationCall['keysIn']>;

const keysOf: KeysIn = (dataDir) => new KeyFolder(dataDir);

interface RotationReport {
  readonly lines: readonly string[];
  readonly code: 0 | 1;
}

async function reportOf(env: RotationCall['env'], keysIn: KeysIn): Promise<RotationReport> {
  try {
    const settings = readSettings(env, { readFile: (path) => readFileSync(path, 'utf8'), isTerminal: false });
    const refusal = refusalOf(settings);
    if (refusal) return { lines: [...refusal, NOTHING_CHANGED], code: 1 };
    return { lines: await rotate(settings, keysIn), code: 0 };
  } catch (fault) {
    return { lines: failure(fault), code: 1 };
  }
}

const NOTHING_CHANGED = 'Nothing was changed.';

function refusalOf({ dataDir, databaseUrl, secretKey, newSecretKey }: Settings): readonly string[] | undefined {
  if (secretKey && !newSecretKey) {
    return [
      'The key is not changed: it comes from SECRET_KEY, so the new one has to come from you. Make one, for example with',
      `  node -p "crypto.randomBytes(32).toString('base64')"`,
      'keep it where you keep the one of now, and run this again with it in NEW_SECRET_KEY, or in the file that',
      'NEW_SECRET_KEY_FILE names.',
    ];
  }
  if (!secretKey && newSecretKey) {
    return [
      'The key is not changed: NEW_SECRET_KEY is for a key that comes from SECRET_KEY, and that is not set. The key is in',
      `DATA_DIR/${KEY_FILES.current}: unset NEW_SECRET_KEY, and a new one is made there.`,
    ];
  }
  if (!existsSync(databaseUrl === undefined ? join(dataDir, DATABASE_FILE) : dataDir)) {
    return ['The key is not changed: there is no household in DATA_DIR. Is it the folder that the server uses?'];
  }
  return undefined;
}

/** Changes the key while nobody else uses the folder, and answers what to say. */
async function rotate(settings: Settings, keysIn: KeysIn): Promise<readonly string[]> {
  const { dataDir, databaseUrl: url } = settings;
  const hold = await holdDataFolder(dataDir, 'replace');
  try {
    refuseUnfinishedRestore(dataDir);
    const common = { entities: [...entities], migrations: [...migrations], log: silentLog };
    const database = await openDatabase({ url, file: join(dataDir, DATABASE_FILE), ...common });
    try {
      return await rotateIn(settings, { database, random: new SystemRandom() }, keysIn);
    } finally {
      // What was written is on the disk: a fault of the farewell changes nothing of it, nor of what is to be said.
      await database.close().catch(() => undefined);
    }
  } finally {
    await hold.release();
  }
}

async function rotateIn(settings: Settings, parts: RotationDependencies, keysIn: KeysIn): Promise<readonly string[]> {
  const { dataDir, secretKey, newSecretKey } = settings;
  if (secretKey && newSecretKey) {
    const resealed = await rotateGivenKey(parts, { current: keyOf(secretKey), next: keyOf(newSecretKey) });
    return [...success(resealed), ...AFTER_GIVEN];
  }
  const { resealed, keptAs } = await rotateKeyFile(parts, keysIn(dataDir), compactTime(new SystemClock().now()));
  return [...(resealed ? success(resealed) : [ENDED_EARLIER]), ...afterFile(keptAs)];
}

function keyOf(text: Secret): Buffer {
  const key = parseSecretKey(text.reveal());
  if (!key) throw new RangeError('a key has 32 bytes');
  return key;
}

const ENDED_EARLIER =
  'An earlier change of the key was broken off after the database had taken it. It has come to its end now.';

function success({ sealed, unreadable }: Resealed): string[] {
  return [
    `The key is changed. Values that were sealed anew and read back: ${sealed}.`,
    ...(unreadable.length === 0 ? [] : listUnreadable(unreadable)),
  ];
}

function listUnreadable(unreadable: Resealed['unreadable']): string[] {
  return [
    `These could not be read with the key from before either, and stay as they are (${unreadable.length}). Enter them anew:`,
    ...unreadable.map(({ table, column, row }) => `  ${table}.${column} of ${row}`),
  ];
}

const afterFile = (keptAs: string): string[] => [
  `The new key is in DATA_DIR/${KEY_FILES.current}. The one from before is in DATA_DIR/${keptAs}: nothing reads it; delete it`,
  'when you keep no copy of the database from before that lacks its key. The backups in DATA_DIR/backups have theirs inside.',
  'Now start the server.',
];

const AFTER_GIVEN = [
  'Now set SECRET_KEY to the new key, unset NEW_SECRET_KEY, and start the server.',
  'Keep the key from before for as long as you keep backups from before: it is not in them.',
];

const REASONS: Readonly<Record<RotationReason, string>> = {
  no_key: `there is no ${KEY_FILES.current} in DATA_DIR, and SECRET_KEY is not set`,
  nothing_sealed: 'no server has been started on this database yet, so there is nothing to seal',
  wrong_key: 'the key of now does not belong to this database',
  same_key: 'NEW_SECRET_KEY is the same as SECRET_KEY',
  already_changed: 'everything is sealed under NEW_SECRET_KEY already: set SECRET_KEY to it, and start the server',
};

function failure(fault: unknown): readonly string[] {
  if (fault instanceof StorageError && fault.kind === 'unknown') return UNKNOWN;
  if (fault instanceof KeyNotInPlace) return [...NOT_IN_PLACE, `The reason: ${reasonOf(fault.cause)}.`];
  if (fault instanceof SettingsError) return [fault.message, NOTHING_CHANGED];
  const reason = fault instanceof NotRotated ? REASONS[fault.reason] : reasonOf(fault);
  return [`The key is not changed: ${reason}.`, NOTHING_CHANGED];
}

const NOT_IN_PLACE = [
  `The database has taken the new key, but it could not be put in its place: it is still DATA_DIR/${KEY_FILES.next}.`,
  'Nothing is lost. Set right what is in the way and run this again, or start the server: each of them ends the change.',
];

/** Both keys are still there, so that either outcome is good. */
const UNKNOWN = [
  'Whether the key is changed is not known: the connection to the database was lost at the very end. Nothing is lost.',
  'Run this again: it finds out which key the database has, and goes on from there.',
];
