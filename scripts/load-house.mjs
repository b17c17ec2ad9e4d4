/**
 * npm run load-house [-- REQUESTS]: opens the household of the benchmarks, with so many requests in its ledger (10,000
 * where nothing is said), for a load run from outside. Prints its address, process, key and bearer as one line of JSON,
 * and goes on until it is interrupted. See docs/performance.md.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportFailure, root, setUp } from './set-up.mjs';

const requests = Number(process.argv[2] ?? 10_000);

if (!Number.isInteger(requests) || requests < 1) {
  console.error('usage: npm run load-house [-- REQUESTS]');
  process.exitCode = 2;
} else {
  try {
    await setUp({ builds: ['server', 'bench'], say: console.error });
    const { openLoadHouse } = await import(pathToFileURL(join(root, 'dist-bench', 'bench', 'load-house.js')).href);
    await openLoadHouse({ root, requests });
  } catch (error) {
    reportFailure(error);
  }
}
