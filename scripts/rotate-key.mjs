/**
 * npm run rotate-key: seals every stored secret anew under another key. The server has to be stopped. Exit code 0 only
 * when it is done. See docs/operations.md.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportFailure, root, setUp } from './set-up.mjs';

try {
  await setUp({ builds: ['server'] });
  await import(pathToFileURL(join(root, 'dist', 'rotate-key.js')).href);
} catch (error) {
  reportFailure(error);
}
