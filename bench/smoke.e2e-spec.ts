import { describe, expect, it } from 'vitest';
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasFullCounts } from '../test/harness/full-counts.js';
import { BENCHES } from './all-benches.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs benchmarks as `npm run bench` does. */
function bench(...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_OPTIONS: '' };
    execFile(process.execPath, [join(root, 'scripts', 'bench.mjs'), ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    );
  });
}

/** For a run of this test alone, where nothing has built the server and the benchmarks before. */
const WITH_BUILDS_MS = 300_000;

describe('npm run bench', () => {
  it(
    'measures a real server beside its floor and prints both with what is allowed',
    async () => {
      const { code, output } = await bench('--smoke', 'idle-memory');
      expect(output).toMatch(/\| idle-memory +\| resident memory, idle +\| +[\d.]+ MiB \|.* MiB \|.* × \| +120 MiB \|/);
      expect(code).toBe(0);
    },
    WITH_BUILDS_MS,
  );

  it(
    'names the rows that there are when it is asked for another',
    async () => {
      expect(await bench('gardening')).toMatchObject({
        code: 2,
        output: expect.stringContaining('There is no benchmark gardening; there are start, idle-memory'),
      });
    },
    WITH_BUILDS_MS,
  );
});

// In `npm test` one row proves that the command works from its call to its exit code; `npm run test:all` runs the others.
if (hasFullCounts)
  it(
    'npm run bench measures every row, each figure with its unit',
    async () => {
      const { code, output } = await bench('--smoke');
      const lines = output.split('\n').filter((line) => /^\| [a-z-]+ +\| /.test(line) && !line.startsWith('| row '));
      const measured = lines.map((line) => line.split('|').map((cell) => cell.trim()));
      expect([...new Set(measured.map(([, row]) => row))]).toEqual(BENCHES.map(({ name }) => name));
      for (const [, row, what, figure] of measured)
        expect([row, what, figure]).toEqual([row, what, expect.stringMatching(/^[\d.]+ (?:ms|s|MiB|CLS|calls)$/)]);
      expect(code).toBe(0);
    },
    WITH_BUILDS_MS,
  );
