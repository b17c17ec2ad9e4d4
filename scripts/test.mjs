/**
 * npm test [-- PATH ... | --changed | options of Vitest]: brings the checkout up to date, builds what the chosen tests
 * start as processes of their own, and runs them. The end of the run says what they cost: see docs/testing.md.
 */
import { pathToFileURL } from 'node:url';
import { leftOut } from './left-out.mjs';
import { withSecondTry } from './second-try.mjs';
import { reportFailure, root, setUp } from './set-up.mjs';
import { CostReport } from './test-report.mjs';
import { buildsOf } from './test-builds.mjs';

/**
 * @param {readonly string[]} args as after `npm test --`
 * @returns {Promise<number>} the exit code
 */
export async function test(args) {
  await setUp();
  for (const { what, why } of leftOut()) console.log(`Left out: ${what} (${why}).`);
  return process.env.SECOND_TRY ? withSecondTry(run, args, { root, say: console.log }) : (await run(args)).code;
}

/** Runs Vitest to its end: its exit code, and the files in which a test failed. */
async function run(args) {
  const { createVitest, parseCLI } = await import('vitest/node');
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  const costs = new CostReport(console.log, { hasBudgets: !process.env.FULL_COUNTS });
  const vitest = await createVitest('test', { ...options, root, watch: false, reporters: ['default', costs] });
  try {
    const chosen = await vitest.getRelevantTestSpecifications(filter);
    await setUp({ builds: await buildsOf(chosen.map(({ moduleId }) => moduleId)) });
    const { testModules, unhandledErrors } = await vitest.start(filter);
    const failed = testModules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId);
    const isGood = failed.length + unhandledErrors.length + costs.overBudget.length === 0;
    return { code: isGood ? 0 : 1, failed };
  } finally {
    await vitest.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  await test(process.argv.slice(2)).then((code) => (process.exitCode = code), reportFailure);
