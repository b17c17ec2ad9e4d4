/**
 * npm run test:all: every test with its full counts (storms, kills, generated inputs), and then everything once more on
 * PostgreSQL under a path. It takes an hour, and is run by hand: before a release, and for what changes deliveries.
 */
import { join } from 'node:path';
import { runToEnd } from './child-process.mjs';
import { root } from './set-up.mjs';

const passes = [['test.mjs'], ['second-pass.mjs', '--all']];
for (const [script, ...args] of passes) {
  const env = { ...process.env, FULL_COUNTS: '1' };
  const code = await runToEnd(process.execPath, [join(root, 'scripts', script), ...args], { cwd: root, env });
  if (code !== 0) process.exitCode = code;
}
