/**
 * npm test [-- jest arguments]: brings the checkout up to date, then runs Jest. The server and the benchmarks are built
 * too, because some tests start them as processes of their own.
 */
import { join } from 'node:path';
import { runToEnd } from './child-process.mjs';
import { leftOut } from './left-out.mjs';
import { reportFailure, root, setUp } from './set-up.mjs';

/** Jest loads ES modules through Node's vm, which asks for a flag and announces itself as experimental. */
const NODE_FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];

try {
  await setUp({ builds: ['server', 'bench'] });
  for (const { what, why } of leftOut()) console.log(`Left out: ${what} (${why}).`);
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  process.exitCode = await runToEnd(process.execPath, [jest, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: [process.env.NODE_OPTIONS, ...NODE_FLAGS].filter(Boolean).join(' ') },
  });
} catch (error) {
  reportFailure(error);
}
