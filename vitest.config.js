import { dirname } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { swc } from './scripts/compile-tests.mjs';
import { leftOut } from './scripts/left-out.mjs';
import { keepTemporaryFilesInMemory } from './scripts/memory-folder.mjs';

keepTemporaryFilesInMemory();

/** Where the files lie that take longest; the last one to begin decides when the run ends. */
const LONGEST_FIRST = ['/test/kill/', '/bench/', '/test/e2e/app/', '/test/e2e/'];

class LongestFirst extends BaseSequencer {
  async sort(files) {
    const rank = ({ moduleId }) => {
      const at = LONGEST_FIRST.findIndex((folder) => moduleId.includes(folder));
      return at === -1 ? LONGEST_FIRST.length : at;
    };
    const sorted = await super.sort(files);
    // The files of a folder follow each other, so that one application serves those that can share it.
    const folders = [...new Set(sorted.map(({ moduleId }) => dirname(moduleId)))];
    const place = ({ moduleId }) => folders.indexOf(dirname(moduleId));
    return sorted.sort((one, other) => rank(one) - rank(other) || place(one) - place(other));
  }
}

/** Two kinds of files: `*.spec.ts` beside the code or under test/, `*.e2e-spec.ts` under test/e2e. */
export default defineConfig({
  plugins: [swc],
  oxc: false,
  test: {
    include: ['{src,test,bench,web/src}/**/*.{spec,e2e-spec}.ts'],
    exclude: leftOut().map(({ pattern }) => pattern),
    // One process for each core that loads a module once, and not once for each file: see docs/testing.md.
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    // A young generation that holds what a test makes: the collector took a tenth of all processor time.
    execArgv: ['--max-semi-space-size=64', '--enable-source-maps'],
    runner: 'test/harness/costed-runner.ts',
    setupFiles: process.env.TEST_POSTGRES_URL ? ['test/harness/drop-test-databases.ts'] : [],
    sequence: { hooks: 'list', sequencer: LongestFirst },
    // For a machine that does other things besides: a test waits on work and never on time.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    slowTestThreshold: 60_000,
    // What was compiled is kept, so that a run of one file begins at once.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
  },
});
