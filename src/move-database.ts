import { readFileSync } from 'node:fs';
import { moveDatabase } from './app/move/move-database.js';
import { readSettings, SettingsError, type Settings } from './core/config/settings.js';

/** What it leaves in the data folder is for the server's account alone. */
const OWNER_ONLY = 0o077;

process.umask(OWNER_ONLY);

/** `npm run move-database`, or `node dist/move-database.js` where there is no npm. Ends with code 0 when it is done. */
const failure = await move();
if (failure !== null) {
  process.stderr.write(`${failure}\n`);
  process.exitCode = 1;
}

async function move(): Promise<string | null> {
  const settings = settingsOrProblems();
  if (typeof settings === 'string') return settings;
  return moveDatabase(settings, (sentence) => process.stdout.write(`${sentence}\n`));
}

function settingsOrProblems(): Settings | string {
  try {
    return readSettings(process.env, { readFile: (path) => readFileSync(path, 'utf8'), isTerminal: false });
  } catch (fault) {
    if (fault instanceof SettingsError) return fault.message;
    throw fault;
  }
}
