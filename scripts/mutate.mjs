/**
 * npm run mutate [-- AREA | PATH ...]: changes the code a little, one place at a time, and lists the changes that no
 * unit spec notices. It is run by hand: an area takes minutes, and a person judges what it finds.
 *
 * An AREA is a row of scripts/mutation-areas.mjs; without an argument all of them run. A PATH is a file or a folder in src/, tried
 * with the specs that lie beside it. The same with the code around each change: .cache/mutate/<area>.html.
 */
import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, posix, relative } from 'node:path';
import { AREAS } from './mutation-areas.mjs';
import { reportFailure, root, setUp, SetUpFailure } from './set-up.mjs';

/** The least share of changes that the specs of an area notice. */
const LEAST_PERCENT = 90;

/** What a spec noticed, and what none did. Everything else makes no working program and counts for nothing. */
const NOTICED = ['Killed', 'Timeout'];
const UNNOTICED = ['Survived', 'NoCoverage'];

/** What no unit spec reads. A spec of src/ may use the harness in test/. */
const NOT_COPIED = [
  '.cache',
  '.ci',
  '.git',
  'bench',
  'coverage',
  'data',
  'dist*',
  'docker',
  'docs',
  'test/{architecture,browser,contracts,e2e}',
  // What the unit specs read of those.
  '!test/e2e/proxy/member-reads.ts',
];

/** The area of this name, or else what lies at this path. */
function areaOf(target) {
  if (Object.hasOwn(AREAS, target)) return { name: target, ...AREAS[target] };
  const path = relative(root, join(root, target)).replaceAll('\\', '/');
  if (!path.startsWith('src/') || !existsSync(join(root, path)))
    throw new SetUpFailure(`${target} is neither in src/ nor an area (${Object.keys(AREAS).join(', ')}).`);
  const name = path.replaceAll('/', '-');
  return statSync(join(root, path)).isDirectory()
    ? { name, files: [`${path}/**/*.ts`], specs: [`${path}/**/*.spec.ts`] }
    : { name, files: [path], specs: [posix.join(posix.dirname(path), '*.spec.ts')] };
}

async function mutate({ name, files, specs }) {
  const { Stryker } = await import('@stryker-mutator/core');
  const began = performance.now();
  // Not as Stryker's own option for that: with it, no change to what is made as a module loads ever takes effect (9.6.1).
  process.env.MUTATE_SPECS = JSON.stringify(specs);
  const mutants = await new Stryker({
    mutate: [...files, '!**/*.spec.ts'],
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutate.config.js', related: false },
    coverageAnalysis: 'perTest',
    concurrency: Number(process.env.MUTATE_WORKERS ?? Math.max(1, availableParallelism() - 1)),
    // A mutant that never ends is noticed by the count of its rounds; the clock is for what doesn't come back at all.
    timeoutMS: 5_000,
    ignorePatterns: NOT_COPIED,
    tempDirName: '.cache/mutate/sandbox',
    reporters: ['html', process.stdout.isTTY ? 'progress' : 'progress-append-only'],
    htmlReporter: { fileName: `.cache/mutate/${name}.html` },
    disableTypeChecks: false,
    allowConsoleColors: false,
    logLevel: 'error',
  }).runMutationTest();
  report(name, mutants, (performance.now() - began) / 60_000);
  return mutants;
}

function report(name, mutants, minutes) {
  const count = (...states) => mutants.filter(({ status }) => states.includes(status)).length;
  console.log(
    `${name}: ${percentOf(mutants).toFixed(1)} % noticed (${count('Killed')} failed a test, ${count('Timeout')} never ` +
      `ended, ${count(...UNNOTICED)} unnoticed) in ${minutes.toFixed(1)} minutes`,
  );
  for (const { status, fileName, location, mutatorName, replacement } of mutants) {
    if (!UNNOTICED.includes(status)) continue;
    const at = `${relative(root, fileName)}:${location.start.line}:${location.start.column}`;
    const why = status === 'NoCoverage' ? ' (no test comes here)' : '';
    console.log(`  ${at} ${mutatorName}: ${(replacement ?? '').replaceAll(/\s+/g, ' ')}${why}`);
  }
}

function percentOf(mutants) {
  const counted = mutants.filter(({ status }) => [...NOTICED, ...UNNOTICED].includes(status));
  return counted.length === 0
    ? 100
    : (100 * counted.filter(({ status }) => NOTICED.includes(status)).length) / counted.length;
}

try {
  const targets = process.argv.slice(2);
  const areas = (targets.length > 0 ? targets : Object.keys(AREAS)).map(areaOf);
  await setUp();
  process.chdir(root);
  const below = [];
  for (const area of areas) if (percentOf(await mutate(area)) < LEAST_PERCENT) below.push(area.name);
  console.log(
    'For each change above: add the row to the spec that fails with it, or delete the code that nothing needs. A change ' +
      'that makes no difference to anyone may stay.',
  );
  if (below.length > 0) {
    console.log(`Below ${LEAST_PERCENT} %: ${below.join(', ')}`);
    process.exitCode = 1;
  }
} catch (error) {
  reportFailure(error);
}
