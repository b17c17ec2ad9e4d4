/**
 * npm start: brings the checkout up to date, then becomes the server. The server runs in this very process, so that
 * signals, exit codes and a kill reach it and nobody else.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportFailure, root, setUp } from './set-up.mjs';

const program = join(root, 'dist', 'start.js');

try {
  await setUp({ builds: ['server', 'web'] });
  process.argv[1] = program;
  await import(pathToFileURL(program).href);
} catch (error) {
  reportFailure(error);
}
