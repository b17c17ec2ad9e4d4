import { describe, expect, it } from 'vitest';

/** The build's scripts are plain Node, without types. */
const SCRIPT: string = '../../scripts/second-try.mjs';

interface Script {
  withSecondTry(
    run: (args: readonly string[]) => Promise<Run>,
    args: readonly string[],
    surroundings: { readonly root: string; say(line: string): void },
  ): Promise<number>;
}

const { withSecondTry } = (await import(SCRIPT)) as Script;

/** How a run of the tests is to end: its exit code, and the suites that failed. */
interface Run {
  readonly code: number;
  readonly failed: readonly string[];
}

/** How it ended, what the runner was given each time, and what was said. */
async function tried(...runs: readonly Run[]) {
  const given: (readonly string[])[] = [];
  const said: string[] = [];
  const run = async (args: readonly string[]): Promise<Run> => {
    given.push(args);
    return runs[given.length - 1] ?? { code: 99, failed: [] };
  };
  const code = await withSecondTry(run, ['test/e2e'], { root: '/a', say: (line: string) => void said.push(line) });
  return { code, given, said };
}

describe('suites that fail in .ci/run', () => {
  it('are not looked for where all pass', async () => {
    const { code, given, said } = await tried({ code: 0, failed: [] });
    expect({ code, given, said }).toEqual({ code: 0, given: [['test/e2e']], said: [] });
  });

  it('are run once more by themselves, and named as unsteady where they pass then', async () => {
    const { code, given, said } = await tried(
      { code: 1, failed: ['/a/x.spec.ts', '/a/y.spec.ts'] },
      { code: 0, failed: [] },
    );
    expect(code).toBe(0);
    expect(given[1]).toEqual(['--maxWorkers=1', 'x.spec.ts', 'y.spec.ts']);
    expect(said.at(-1)).toMatch(/^UNSTEADY: .*: x\.spec\.ts, y\.spec\.ts$/);
  });

  it('fail the run where they fail again', async () => {
    const { code, given, said } = await tried({ code: 1, failed: ['/a/x.spec.ts'] }, { code: 1, failed: [] });
    expect([code, given.length]).toEqual([1, 2]);
    expect(said.join()).not.toContain('UNSTEADY');
  });

  it('fail the run at once where they are many', async () => {
    const many = [1, 2, 3, 4].map((n) => `/a/${n}.spec.ts`);
    const { code, given } = await tried({ code: 1, failed: many });
    expect([code, given.length]).toEqual([1, 1]);
  });

  it('fail the run at once where none failed and yet the runner did', async () => {
    expect(await tried({ code: 1, failed: [] })).toMatchObject({ code: 1, given: { length: 1 } });
  });
});
