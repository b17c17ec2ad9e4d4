/**
 * npm run reset-password -- NAME [ADDRESS]: prints a link that signs an account in once and lets it set a new password. The
 * server may run or be stopped. Exit code 0 only with a link. See docs/operations.md.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportFailure, root, setUp } from './set-up.mjs';

try {
  await setUp({ builds: ['server'] });
  await import(pathToFileURL(join(root, 'dist', 'reset-password.js')).href);
} catch (error) {
  reportFailure(error);
}
