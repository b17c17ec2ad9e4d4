/**
 * npm run routes: one line per route, METHOD path access permission, separated by tabs. Only the table goes to
 * stdout, so that `npm run -s routes` can be piped.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportFailure, root, setUp } from './set-up.mjs';

try {
  await setUp({ builds: ['server'], say: console.error });
  const { routeLines } = await import(pathToFileURL(join(root, 'dist', 'app', 'routes', 'print-routes.js')).href);
  for (const line of await routeLines()) console.log(line);
} catch (error) {
  reportFailure(error);
}
