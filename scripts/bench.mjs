/**
 * npm run bench [-- row ...] [--strict] [--smoke]: measures what ../shared/design/performance.md sets budgets for, and
 * prints each figure beside its budget. With --strict it ends with 1 when one is over; with --smoke it only shows that
 * the benchmarks run. See docs/performance.md.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportFailure, root, setUp } from './set-up.mjs';

const FLAGS = ['--strict', '--smoke'];
const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith('--'));

if (args.some((arg) => arg.startsWith('--') && !FLAGS.includes(arg))) {
  console.error('usage: npm run bench [-- row ...] [--strict] [--smoke]');
  process.exitCode = 2;
} else {
  try {
    await setUp({ builds: ['server', 'web', 'bench'], say: console.error });
    const { runBench } = await import(pathToFileURL(join(root, 'dist-bench', 'bench', 'run-bench.js')).href);
    const code = await runBench({
      root,
      names,
      strict: args.includes('--strict'),
      smoke: args.includes('--smoke'),
    });
    // A row that failed may have left servers of its stage open.
    process.exit(code);
  } catch (error) {
    reportFailure(error);
  }
}
