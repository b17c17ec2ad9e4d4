/**
 * npm run move-database: copies the SQLite database in DATA_DIR into the empty PostgreSQL database that DATABASE_URL
 * names, and compares the two. The server has to be stopped. Exit code 0 only when it is done. See docs/postgresql.md.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportFailure, root, setUp } from './set-up.mjs';

try {
  await setUp({ builds: ['server'] });
  await import(pathToFileURL(join(root, 'dist', 'move-database.js')).href);
} catch (error) {
  reportFailure(error);
}
