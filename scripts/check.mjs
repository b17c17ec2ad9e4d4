/**
 * npm run check: everything that can be judged without running the program. All steps run, each ends in one line, and
 * a step that failed shows what it had to say.
 */
import { join } from 'node:path';
import { runAndListen } from './child-process.mjs';
import { reportFailure, root, setUp } from './set-up.mjs';

const STEPS = [
  { name: 'format', bin: 'prettier/bin/prettier.cjs', args: ['--check', '.'] },
  { name: 'lint', bin: 'eslint/bin/eslint.js', args: ['--max-warnings', '0', '.'] },
  { name: 'types', bin: 'typescript/bin/tsc', args: ['-p', 'tsconfig.json'] },
  {
    name: 'dependency rules',
    bin: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', '.dependency-cruiser.cjs', 'src', 'test', 'scripts', 'bench'],
  },
  { name: 'dead files, exports and packages', bin: 'knip/bin/knip.js', args: [] },
];

try {
  await setUp();
  for (const { name, bin, args } of STEPS) {
    const began = performance.now();
    const script = join(root, 'node_modules', ...bin.split('/'));
    const { code, output } = await runAndListen(process.execPath, [script, ...args], { cwd: root });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
    if (code === 0) continue;
    console.log(output.trimEnd());
    process.exitCode = 1;
  }
} catch (error) {
  reportFailure(error);
}
