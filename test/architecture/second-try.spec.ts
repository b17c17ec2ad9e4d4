import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** The build's scripts are plain Node, without types. */
const SCRIPT: string = '../../scripts/second-try.mjs';

interface Script {
  withSecondTry(
    jest: (args: readonly string[]) => Promise<number>,
    args: readonly string[],
    surroundings: { readonly root: string; say(line: string): void },
  ): Promise<number>;
}

const { withSecondTry } = (await import(SCRIPT)) as Script;

/** What Jest is to do at each of its runs: its exit code, and the suites that its report calls failed. */
interface Run {
  readonly code: number;
  readonly failed?: readonly string[];
}

/** How it ended, what Jest was given each time, and what was said. */
async function tried(...runs: readonly Run[]) {
  const given: (readonly string[])[] = [];
  const said: string[] = [];
  const jest = async (args: readonly string[]): Promise<number> => {
    const { code, failed } = runs[given.length] ?? { code: 99 };
    given.push(args);
    const report = args[args.indexOf('--outputFile') + 1];
    const suites = [{ name: '/a/good.spec.ts', status: 'passed' }];
    const testResults = [...suites, ...(failed ?? []).map((name) => ({ name, status: 'failed' }))];
    if (failed && report) await writeFile(report, JSON.stringify({ testResults }));
    return code;
  };
  const code = await withSecondTry(jest, ['test/e2e'], { root: '/a', say: (line: string) => void said.push(line) });
  return { code, given, said };
}

describe('suites that fail in .ci/run', () => {
  it('are not looked for where all pass, and nothing of the report is left behind', async () => {
    const { code, given, said } = await tried({ code: 0, failed: [] });
    expect([code, given.length, said]).toEqual([0, 1, []]);
    expect(given[0]?.[0]).toBe('test/e2e');
    expect(existsSync(dirname(given[0]?.at(-1) ?? ''))).toBe(false);
  });

  it('are run once more by themselves, and named as unsteady where they pass then', async () => {
    const { code, given, said } = await tried({ code: 1, failed: ['/a/x.spec.ts', '/a/y.spec.ts'] }, { code: 0 });
    expect(code).toBe(0);
    expect(given[1]).toEqual(['--runInBand', '--runTestsByPath', '/a/x.spec.ts', '/a/y.spec.ts']);
    expect(said.at(-1)).toMatch(/^UNSTEADY: .*: x\.spec\.ts, y\.spec\.ts$/);
  });

  it('fail the run where they fail again', async () => {
    const { code, given, said } = await tried({ code: 1, failed: ['/a/x.spec.ts'] }, { code: 1 });
    expect([code, given.length]).toEqual([1, 2]);
    expect(said.join()).not.toContain('UNSTEADY');
  });

  it('fail the run at once where they are many', async () => {
    const many = [1, 2, 3, 4].map((n) => `/a/${n}.spec.ts`);
    const { code, given } = await tried({ code: 1, failed: many });
    expect([code, given.length]).toEqual([1, 1]);
  });

  it('fail the run at once where Jest itself failed, with or without a report', async () => {
    for (const run of [{ code: 137 }, { code: 1, failed: [] }])
      expect(await tried(run)).toMatchObject({ code: run.code, given: { length: 1 } });
  });
});
