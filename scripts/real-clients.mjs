/**
 * npm run test:real-clients: tests of download clients as Debian ships them, each in a scratch folder on loopback. What
 * isn't installed is left out, and a line says so.
 */
import { join } from 'node:path';
import { runToEnd } from './child-process.mjs';
import { reportFailure, root } from './set-up.mjs';

try {
  const env = { ...process.env, REAL_CLIENTS: '1' };
  process.exitCode = await runToEnd(process.execPath, [join(root, 'scripts', 'test.mjs'), 'test/real'], {
    cwd: root,
    env,
  });
} catch (error) {
  reportFailure(error);
}
