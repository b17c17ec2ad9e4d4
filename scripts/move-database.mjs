/**
 * npm run move-database: copies the SQLite database in DATA_DIR into the empty PostgreSQL database that DATABASE_URL
 * names, and compares the two. See docs/postgresql.md.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportFailure, root, setUp } from './set-up.mjs';

const built = (...path) => import(pathToFileURL(join(root, 'dist', ...path)).href);

try {
  await setUp({ builds: ['server'] });
  const { readSettings, SettingsError } = await built('core', 'config', 'settings.js');
  const { moveDatabase } = await built('app', 'move', 'move-database.js');
  try {
    const surroundings = { readFile: (path) => readFileSync(path, 'utf8'), isTerminal: false };
    const failure = await moveDatabase(readSettings(process.env, surroundings), console.log);
    if (failure !== null) {
      console.error(failure);
      process.exitCode = 1;
    }
  } catch (fault) {
    if (!(fault instanceof SettingsError)) throw fault;
    console.error(fault.message);
    process.exitCode = 1;
  }
} catch (error) {
  reportFailure(error);
}
