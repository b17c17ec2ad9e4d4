/**
 * npm run restore -- FILE: puts a backup in the place of the database and the key in DATA_DIR. The server has to be
 * stopped. Exit code 0 only when it is done.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportFailure, root, setUp } from './set-up.mjs';

try {
  await setUp({ builds: ['server'] });
  await import(pathToFileURL(join(root, 'dist', 'restore.js')).href);
} catch (error) {
  reportFailure(error);
}
