/**
 * npm test [-- jest arguments]: brings the checkout up to date, then runs Jest. The server and the benchmarks are built
 * too, because some tests start them as processes of their own.
 */
import { join } from 'node:path';
import { runToEnd } from './child-process.mjs';
import { leftOut } from './left-out.mjs';
import { withSecondTry } from './second-try.mjs';
import { reportFailure, root, setUp } from './set-up.mjs';

/** Jest loads ES modules through Node's vm, which asks for a flag and announces itself as experimental. */
const NODE_FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];

try {
  await setUp({ builds: ['server', 'bench'] });
  for (const { what, why } of leftOut()) console.log(`Left out: ${what} (${why}).`);
  const program = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const env = { ...process.env, NODE_OPTIONS: [process.env.NODE_OPTIONS, ...NODE_FLAGS].filter(Boolean).join(' ') };
  const jest = (args) => runToEnd(process.execPath, [program, ...args], { cwd: root, env });
  const args = process.argv.slice(2);
  process.exitCode = process.env.SECOND_TRY
    ? await withSecondTry(jest, args, { root, say: console.log })
    : await jest(args);
} catch (error) {
  reportFailure(error);
}
