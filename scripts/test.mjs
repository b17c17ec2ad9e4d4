/**
 * npm test [-- PATH ... | --changed | options of Vitest]: brings the checkout up to date, builds what the chosen tests
 * start as processes of their own, and runs them. The end of the run says what they cost: see docs/testing.md.
 */
import { join } from 'node:path';
import { builtSources } from './built-sources.mjs';
import { runAndListen } from './child-process.mjs';
import { leftOut } from './left-out.mjs';
import { withSecondTry } from './second-try.mjs';
import { reportFailure, root, setUp } from './set-up.mjs';
import { CostReport } from './test-report.mjs';
import { buildsOf } from './test-builds.mjs';

/**
 * @param {readonly string[]} args as after `npm test --`
 * @returns {Promise<number>} the exit code
 */
async function test(args) {
  await setUp({ database: false });
  for (const { what, why } of leftOut()) console.log(`Left out: ${what} (${why}).`);
  return process.env.SECOND_TRY ? withSecondTry(run, args, { root, say: console.log }) : (await run(args)).code;
}

/** Do tests import what is built? The first try decides it, so that a second one runs the same code. */
let importsBuilt;

/** Runs Vitest to its end: its exit code, and the files in which a test failed. */
async function run(args) {
  const { createVitest, parseCLI } = await import('vitest/node');
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  const chosenBy = options.changed ? await byChanges(options.changed) : {};
  const costs = new CostReport(console.log, {
    hasBudgets: !['FULL_COUNTS', 'EACH_STEP', 'TEST_POSTGRES_URL'].some((name) => process.env[name]),
  });
  const reporters = ['default', costs];
  const given = { ...options, ...chosenBy, root, watch: false, reporters };
  const vitest = await createVitest(
    'test',
    given,
    builtSources(() => importsBuilt === true),
  );
  try {
    const chosen = await vitest.getRelevantTestSpecifications(filter);
    if (chosen.length === 0) {
      console.log('No file of tests is meant by that.');
      return { code: options.changed ? 0 : 1, failed: [] };
    }
    const builds = await buildsOf(chosen.map(({ moduleId }) => moduleId));
    await setUp({ builds });
    // What imports a changed file is found in the sources, which are compiled for that.
    importsBuilt ??= !options.changed && builds.includes('server');
    const { testModules, unhandledErrors } = await vitest.start(filter);
    const failed = testModules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId);
    const isGood = failed.length + unhandledErrors.length + costs.overBudget.length === 0;
    return { code: isGood ? 0 : 1, failed };
  } finally {
    await vitest.close();
  }
}

/** Tests that import the whole application, and so every file of it. */
const OF_THE_WHOLE = /^(?:test\/(?:e2e|kill|browser)|bench)\//;

const OF_PAGES = /^(?:web|test\/browser)\//;

/**
 * Files that differ from a commit, or from the last one, and the tests that import them. Those of the whole application
 * are among them only where they have changed themselves: they import everything.
 */
async function byChanges(since) {
  const git = async (...args) => (await runAndListen('git', args, { cwd: root })).output.split('\n').filter(Boolean);
  const differing = await git('diff', '--name-only', typeof since === 'string' ? since : 'HEAD');
  const files = [...differing, ...(await git('ls-files', '--others', '--exclude-standard'))];
  const ofTheWhole = files.filter((file) => OF_THE_WHOLE.test(file) && file.endsWith('spec.ts'));
  const modules = new Set(files.flatMap((file) => /^src\/modules\/([^/]+)\//.exec(file)?.[1] ?? []));
  for (const module of modules) console.log(`Not among them: npm test -- test/e2e/${module}`);
  if (files.some((file) => OF_PAGES.test(file))) console.log('Not among them: npm run test:browser');
  return {
    changed: undefined,
    related: files.map((file) => join(root, file)),
    include: ['src/**/*.spec.ts', 'test/{architecture,contracts,demo,fakes,harness}/**/*.spec.ts', ...ofTheWhole],
  };
}

await test(process.argv.slice(2)).then((code) => (process.exitCode = code), reportFailure);
