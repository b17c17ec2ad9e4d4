import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseUnfinishedRestore } from '../../core/backups/unfinished-restore.js';
import { readSettings, type Settings, SettingsError } from '../../core/config/settings.js';
import { holdDataFolder } from '../../core/database/data-folder-hold.js';
import { openDatabase } from '../../core/database/open-database.js';
import { silentLog } from '../../core/logging/log.js';
import { parsedUrl } from '../../core/text/urls.js';
import { SystemClock } from '../../core/time/clock.js';
import { SystemRandom } from '../../core/time/random.js';
import { migrations } from '../../migrations/all-migrations.js';
import { NobodyOfThisName, RecoveryLinks, type RecoveryLink } from '../../modules/auth/auth.public.js';
import { DATABASE_FILE } from '../create-app.js';
import { entities } from '../entities.js';
import { reasonOf } from '../start/start-failure.js';

interface ResetCall {
  /** The name of an account, and where its link leads while no external address is stored. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
}

interface ResetInput {
  readonly name: string;
  readonly address?: string;
}

/**
 * `npm run reset-password -- NAME [ADDRESS]`: makes a link that signs the account in once and lets it set a password, beside a running
 * server or a stopped one. It brings no database up to date.
 * @returns the exit code: 0 with a link, 1 without one, and then nothing was written
 */
export async function runReset({ args, env, say }: ResetCall): Promise<0 | 1> {
  const input = readInput(args);
  const { lines, code } = input ? await reportOf(input, env) : { lines: USAGE, code: 1 as const };
  for (const line of lines) say(line);
  return code;
}

const USAGE = [
  'How it is called: npm run reset-password -- NAME [ADDRESS]',
  '  NAME     the account, as it is written in the list; in quotes where it has blanks',
  '  ADDRESS  where the link finds the server, while no external address is stored: http://192.168.1.5:7676',
];

function readInput([name = '', address, ...more]: readonly string[]): ResetInput | undefined {
  const isAddress = address === undefined || (/^https?:\/\/[^/]/i.test(address) && parsedUrl(address) !== null);
  return name === '' || !isAddress || more.length > 0 ? undefined : { name, address };
}

async function reportOf(input: ResetInput, env: ResetCall['env']): Promise<{ lines: readonly string[]; code: 0 | 1 }> {
  try {
    const settings = readSettings(env, { readFile: (path) => readFileSync(path, 'utf8'), isTerminal: false });
    return { lines: success(input, await issue(input, settings)), code: 0 };
  } catch (fault) {
    return { lines: failure(input, fault), code: 1 };
  }
}

async function issue({ name, address }: ResetInput, settings: Settings): Promise<RecoveryLink> {
  const { dataDir, databaseUrl: url, port, basePath } = settings;
  const file = join(dataDir, DATABASE_FILE);
  if (!existsSync(url === undefined ? file : dataDir)) throw new Error(NO_HOUSEHOLD);
  const fallback = address ?? `http://localhost:${port}`;
  const hold = await holdDataFolder(dataDir, 'serve');
  try {
    refuseUnfinishedRestore(dataDir);
    const common = { entities: [...entities], migrations: [...migrations], log: silentLog };
    const database = await openDatabase({ url, file, pending: 'refuse', ...common });
    try {
      const recoveryLinks = new RecoveryLinks(new SystemClock(), new SystemRandom());
      return await database.write((tx) => recoveryLinks.issue(tx, name, { fallback, basePath }));
    } finally {
      // What was written is on the disk: a fault of the farewell changes nothing of it.
      await database.close().catch(() => undefined);
    }
  } finally {
    await hold.release();
  }
}

const NO_HOUSEHOLD = 'there is no household in DATA_DIR. Is it the folder that the server uses?';

function success({ address }: ResetInput, made: RecoveryLink): readonly string[] {
  return [
    `A link for ${quoted(made.account)}. Whoever has it signs in as this account, once, until ${new Date(made.expiresAt).toISOString()}:`,
    '',
    `  ${made.link.reveal()}`,
    '',
    `It leads to ${made.server}, ${whence(address, made.isExternal)}.`,
    ...(made.mayHavePassword ? NEXT_STEPS : [...NEXT_STEPS.slice(0, 1), ...NO_PASSWORD]),
  ];
}

function whence(address: string | undefined, isExternal: boolean): string {
  if (isExternal) return 'the external address that is stored';
  if (address !== undefined) return 'the address that you gave';
  return 'which is this machine. No external address is stored: to open the link elsewhere, give an ADDRESS behind the name';
}

const NEXT_STEPS = [
  'Open it on the device that is to be signed in. Earlier links for this account that nobody has used are void.',
  'Set a new password there within 15 minutes; the current one is not asked for, and all other devices are signed out.',
];

const NO_PASSWORD = [
  'Sign-in by password is off for this account: an administrator has to allow it before a password can be set.',
];

function failure({ name }: ResetInput, fault: unknown): readonly string[] {
  if (fault instanceof SettingsError) return [fault.message, NOTHING_WRITTEN];
  if (!(fault instanceof NobodyOfThisName)) return [`There is no link: ${reasonOf(fault)}.`, NOTHING_WRITTEN];
  const { administrators } = fault;
  const help = administrators.length === 0 ? [] : [`Administrators: ${administrators.map(quoted).join(', ')}.`];
  return [`There is no account of the name ${quoted(name)}.`, ...help, NOTHING_WRITTEN];
}

const NOTHING_WRITTEN = 'Nothing was written.';

const quoted = (name: string): string => JSON.stringify(name);
