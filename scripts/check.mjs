/**
 * npm run check: everything that can be judged without running the program. All steps run, two at a time, each ends in
 * one line, and a step that failed shows what it had to say.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runAndListen } from './child-process.mjs';
import { reportFailure, root, setUp } from './set-up.mjs';
import { writeTypes } from './web/write-types.mjs';

/** In the order of what they take, so that both cores have work to the end. */
const STEPS = [
  // Types are checked with the rules that need them: see oxlint.config.mjs.
  { name: 'lint and types', bin: 'oxlint/bin/oxlint', args: ['--config', 'oxlint.config.mjs'] },
  {
    name: 'types of the web app',
    bin: 'svelte-check/bin/svelte-check',
    args: ['--workspace', 'web', '--tsconfig', 'tsconfig.json', '--fail-on-warnings', '--output', 'human', '--tsgo'],
  },
  {
    name: 'dependency rules',
    bin: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', '.dependency-cruiser.cjs', 'src', 'test', 'scripts', 'bench'],
  },
  { name: 'lint of the web app', bin: 'eslint/bin/eslint.js', args: ['--max-warnings', '0', 'web'] },
  { name: 'format', bin: 'oxfmt/bin/oxfmt', args: ['--check'] },
  { name: 'dead files, exports and packages', bin: 'knip/bin/knip.js', args: [] },
  { name: 'shape', script: 'scripts/shape.mjs', args: ['--check'] },
];

const AT_ONCE = 2;

/** Each step has one core: a second checker within one process works out again what the first one knows. */
const ON_ONE_CORE = { ...process.env, GOMAXPROCS: '1' };

const waiting = [...STEPS];

try {
  // The types of the web app's calls are those of the built server's description.
  await setUp({ builds: ['server'], database: false });
  await writeTypes();
  // What svelte-check makes of components that are no more, it would look at again.
  await rm(join(root, 'web', '.svelte-check'), { recursive: true, force: true });
  await Promise.all(Array.from({ length: AT_ONCE }, runWaiting));
} catch (error) {
  reportFailure(error);
}

async function runWaiting() {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await run(step);
}

async function run({ name, bin, script, args }) {
  const began = performance.now();
  const program = script ? join(root, script) : join(root, 'node_modules', ...bin.split('/'));
  const { code, output } = await runAndListen(process.execPath, [program, ...args], { cwd: root, env: ON_ONE_CORE });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
  if (code === 0) return;
  console.log(output.trimEnd());
  process.exitCode = 1;
}
