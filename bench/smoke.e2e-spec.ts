import { describe, expect, it } from 'vitest';
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasFullCounts } from '../test/harness/full-counts.js';

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

const FIGURE = /^[\d.]+ (?:ms|MiB)$/;

describe('npm run bench', () => {
  it(
    'measures a real server beside its floor and prints both with what is allowed',
    async () => {
      const { code, output } = await bench('--smoke', 'idle-memory');
      expect(output).toMatch(
        /\| idle-memory +\| resident memory, idle +\| +[\d.]+ MiB \|.* MiB \|.* × \| +170 MiB \| +120 MiB \|/,
      );
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
  describe('npm run bench, every row', () => {
    it(
      'measures how long the first look at libraries takes',
      async () => {
        const { code, output } = await bench('--smoke', 'library-digest');
        expect(output).toMatch(/\| library-digest +\| cold digests of both libraries +\| +[\d.]+ ms \|/);
        expect(code).toBe(0);
      },
      WITH_BUILDS_MS,
    );

    it(
      'measures books and albums beside their floors',
      async () => {
        const { code, output } = await bench(
          '--smoke',
          'book-reads',
          'book-submissions',
          'book-projection',
          'album-projection',
        );
        const lines = output.split('\n').filter((line) => /^\| (?:book|album)-/.test(line));
        const measured = lines.map((line) => line.split('|').map((cell) => cell.trim()));
        expect(measured.map(([, row, what]) => [row, what])).toEqual([
          ['book-reads', 'status of a book'],
          ['book-reads', 'status of an album'],
          ['book-reads', 'list of 30 books'],
          ['book-reads', 'longest stall by it'],
          ['book-submissions', 'submitting both formats'],
          ['book-submissions', 'joining shared work'],
          ['book-projection', 'cold projection of 60 records'],
          ['book-projection', 'longest stall by it'],
          ['book-projection', 'what is kept of it'],
          ['album-projection', 'cold projection of 30 albums'],
          ['album-projection', 'longest stall by it'],
          ['album-projection', 'what is kept of it'],
        ]);
        for (const [, , what, figure, , floor, ratio] of measured) {
          expect([what, figure]).toEqual([what, expect.stringMatching(FIGURE)]);
          if (ratio) expect([what, floor]).toEqual([what, expect.stringMatching(FIGURE)]);
        }
        expect(code).toBe(0);
      },
      WITH_BUILDS_MS,
    );

    it(
      'measures what goes through the proxy, for a member and for kids accounts, beside its floors',
      async () => {
        const { code, output } = await bench('--smoke', 'proxy-library', 'proxy-memory');
        const lines = output.split('\n').filter((line) => line.startsWith('| proxy-'));
        const measured = lines.map((line) => line.split('|').map((cell) => cell.trim()));
        expect(measured.map(([, row, what]) => [row, what])).toEqual([
          ['proxy-library', 'list of 30 films'],
          ['proxy-library', 'longest stall by it'],
          ['proxy-library', 'the same, all judged and shown'],
          ['proxy-library', 'longest stall by it'],
          ['proxy-library', 'the same, half of them hidden'],
          ['proxy-memory', 'extra memory for 30 films'],
          ['proxy-memory', 'the same, all judged and shown'],
        ]);
        for (const [, , what, figure, , floor] of measured)
          expect([what, figure, floor]).toEqual([what, expect.stringMatching(FIGURE), expect.stringMatching(FIGURE)]);
        expect(code).toBe(0);
      },
      WITH_BUILDS_MS,
    );

    it(
      'measures lists of media accounts beside their floor, and the memory of an import',
      async () => {
        const { code, output } = await bench('--smoke', 'media-accounts', 'media-import');
        const lines = output.split('\n').filter((line) => line.startsWith('| media-'));
        const measured = lines.map((line) => line.split('|').map((cell) => cell.trim()));
        expect(measured.map(([, row, what]) => [row, what])).toEqual([
          ['media-accounts', 'somebody’s four servers'],
          ['media-accounts', 'all 20 linked accounts on four servers'],
          ['media-import', 'extra memory for an import of 20'],
        ]);
        for (const [, row, what, figure, , floor] of measured) {
          expect([what, figure]).toEqual([what, expect.stringMatching(FIGURE)]);
          if (row === 'media-accounts') expect([what, floor]).toEqual([what, expect.stringMatching(FIGURE)]);
        }
        expect(code).toBe(0);
      },
      WITH_BUILDS_MS,
    );

    it(
      'measures the web app: its routes beside their floors, and its pages in a slow browser',
      async () => {
        const { code, output } = await bench('--smoke', 'web');
        const lines = output.split('\n').filter((line) => line.startsWith('| web '));
        const measured = lines.map((line) => line.split('|').map((cell) => cell.trim()));
        expect(measured.map(([, , what]) => what)).toEqual([
          'a script of the web app',
          'states of 100 titles, to the status of one',
          'a timeline, to the status of a title',
          'kept of 80 posters',
          'Home, first visit, largest part drawn',
          'Home, second visit, the same',
          'Home, what moves by itself',
          'other pages, what moves by itself at most',
          'Home, calls of a first visit',
          'typing in search, slowest interaction',
          'opening a request’s sheet, slowest interaction',
          'scrolling 300 requests, slowest interaction',
        ]);
        for (const [, , what, figure] of measured)
          expect([what, figure]).toEqual([what, expect.stringMatching(/^[\d.]+ (?:ms|s|MiB|CLS|calls)$/)]);
        expect(code).toBe(0);
      },
      WITH_BUILDS_MS,
    );

    it(
      'measures notifications beside servers that tell nothing',
      async () => {
        const rows = ['availability-sweep', 'deciding', 'dead-channel', 'notification-memory'];
        const { code, output } = await bench('--smoke', ...rows);
        const lines = output.split('\n').filter((line) => rows.some((row) => line.startsWith(`| ${row} `)));
        const measured = lines.map((line) => line.split('|').map((cell) => cell.trim()));
        expect(measured.map(([, , what]) => what)).toEqual([
          'more by chat and push, idle',
          'resident memory, both sent once',
          'heap with both, collected',
          'submitting a film',
          'refusing it',
          'approving it, with its delivery',
          'submitting a film, and told',
          'refusing it, and told',
          'approving it, with its delivery, and told',
          '10 posts, beside 20 for a dead channel',
          'the same, processor time',
          'unchanged, 60 open of 300',
          'the same, 20 times',
          'the first after a start',
        ]);
        for (const [, , what, figure] of measured)
          expect([what, figure]).toEqual([what, expect.stringMatching(/^-?[\d.]+ (?:ms|s|MiB|writes)$/)]);
        expect(measured.find(([, , what]) => what === 'the same, 20 times')?.[3]).toBe('0.00 writes');
        expect(code).toBe(0);
      },
      WITH_BUILDS_MS,
    );

    it(
      'measures what other tools read, while the household goes on living',
      async () => {
        const { code, output } = await bench('--smoke', 'tracker-reads');
        const lines = output.split('\n').filter((line) => line.startsWith('| tracker-reads '));
        const measured = lines.map((line) => line.split('|').map((cell) => cell.trim()));
        expect(measured.map(([, , what]) => what)).toEqual(
          expect.arrayContaining(['status', '20 requests', 'counts of requests', 'film, provider cached', '20 people']),
        );
        for (const [, , what, figure] of measured)
          expect([what, figure]).toEqual([what, expect.stringMatching(FIGURE)]);
        expect(code).toBe(0);
      },
      WITH_BUILDS_MS,
    );
  });
