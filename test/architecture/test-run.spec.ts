import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hasFullCounts } from '../harness/full-counts.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The build's scripts are plain Node, without types. */
const load = async <T>(name: string): Promise<T> => (await import(`../../scripts/${name}.mjs`)) as T;
const { buildsOf } = await load<{ buildsOf(files: readonly string[]): Promise<readonly string[]> }>('test-builds');
const { BUDGETS, CostReport, WHOLE_RUN } = await load<{
  readonly BUDGETS: readonly { readonly seconds: number; readonly hasOwnCommand?: boolean }[];
  readonly CostReport: new (say: (line: string) => void) => Report;
  readonly WHOLE_RUN: number;
}>('test-report');
const { leftOut } = await load<{ leftOut(): readonly { readonly pattern: string }[] }>('left-out');

const { killsFor, modulesOf, sometimesKilled } = await load<{
  killsFor(kills: readonly string[], changed: readonly string[] | null): readonly string[];
  modulesOf(file: string): readonly string[];
  sometimesKilled(): readonly string[];
}>('kill-list');
const { AREAS } = await load<{
  readonly AREAS: Readonly<Record<string, { readonly files: readonly string[]; readonly specs: readonly string[] }>>;
}>('mutation-areas');
const killFile = (name: string): string => `test/kill/${name}.spec.ts`;

interface Report {
  readonly overBudget: readonly string[];
  onTestRunEnd(modules: readonly object[]): void;
}

const builds = (...files: readonly string[]) => buildsOf(files.map((file) => join(ROOT, file)));

const KILLS = ['series-random-moments', 'outbox-two-workers', 'setbox-server', 'restore-steps'].map(killFile);

describe('which tests that kill processes run', () => {
  it.each<[string, readonly string[] | null, readonly string[]]>([
    ['nobody says what has changed', null, KILLS],
    ['deliveries have changed', ['src/modules/requests/delivery/delivery-worker.job.ts'], KILLS.slice(0, 2)],
    [
      'set-top boxes have changed',
      ['src/modules/setbox/boxes/boxes.service.ts', 'README.md'],
      [killFile('setbox-server')],
    ],
    ['one of them has changed', [killFile('restore-steps')], [killFile('restore-steps')]],
    ['something that every module needs has changed', ['src/core/database/database.ts'], KILLS],
    ['a fake has changed', ['test/fakes/radarr/radarr-fake.ts'], KILLS],
    ['a page and its tests have changed', ['web/src/pages/Home.svelte', 'test/browser/web-app.e2e-spec.ts'], []],
  ])('where %s', (_, changed, expected) => {
    expect(killsFor(KILLS, changed)).toEqual(expected);
  });

  it('of every one it is known which modules it is about', () => {
    expect(sometimesKilled().length).toBeGreaterThan(10);
    // These two run in every run, but at one step.
    expect(sometimesKilled()).toEqual(
      expect.arrayContaining([killFile('outbox-named-steps'), killFile('account-named-steps')]),
    );
    for (const file of sometimesKilled()) expect(() => modulesOf(file)).not.toThrow();
    expect(() => modulesOf(killFile('new'))).toThrow('kill-list');
  });
});

describe('what npm test builds before it runs chosen files', () => {
  it('is nothing for a unit test', async () => {
    expect(await builds('src/core/text/name-key.spec.ts', 'test/architecture/file-names.spec.ts')).toEqual([]);
  });

  it.each([
    ['whose answers are held against the description that the build writes', 'test/e2e/auth/login.e2e-spec.ts'],
    ['that kills the built server', 'test/kill/whole-server.spec.ts'],
    ['that starts a built program', 'test/e2e/app/restore.e2e-spec.ts'],
  ])('is the server for a file %s', async (_, file) => {
    expect(await builds(file)).toEqual(['server']);
  });

  it('is the server and the benchmarks for the tests of the benchmarks', async () => {
    expect([...(await builds('bench/smoke.e2e-spec.ts'))].sort()).toEqual(['bench', 'server']);
  });
});

describe('the end of a run', () => {
  /** A file of tests as Vitest reports it. */
  const file = (path: string, cpuSeconds: number, tests = 10) => ({
    moduleId: join(ROOT, path),
    meta: () => ({ cpuSeconds }),
    diagnostic: () => ({ duration: cpuSeconds * 1_000 }),
    children: { allTests: () => Array.from({ length: tests }) },
  });

  function reported(...modules: readonly object[]) {
    const said: string[] = [];
    const report = new CostReport((line) => said.push(line));
    report.onTestRunEnd(modules);
    return { said, overBudget: report.overBudget };
  }

  it('names the fifteen slowest files, the slowest first, and the processor time of 100 tests', () => {
    const { said } = reported(...Array.from({ length: 20 }, (_, n) => file(`src/${n}.spec.ts`, n / 10)));
    const named = said.flatMap((line) => /src\/(\d+)\.spec\.ts$/.exec(line)?.[1] ?? []);
    expect(named).toEqual(Array.from({ length: 15 }, (_, n) => String(19 - n)));
    expect(said.at(-1)).toBe('19 s of processor time, 9.5 s per 100 tests');
  });

  it('names an area whose files took more than it may, in all', () => {
    const { overBudget } = reported(
      ...['a', 'b', 'c', 'd'].map((name) => file(`test/e2e/requests/${name}.e2e-spec.ts`, 90)),
      file('src/modules/auth/a.spec.ts', 90),
      file(killFile('outbox-random-moments'), 90),
    );
    expect(overBudget).toEqual(['e2e/requests took 360.0 s of processor time; it may take 113 s']);
  });

  it('lets a busy machine count up to half more than an area may take', () => {
    const [first, second] = [file('test/e2e/requests/a.e2e-spec.ts', 113), file('test/e2e/requests/b.e2e-spec.ts', 56)];
    expect(reported(first, second).overBudget).toEqual([]);
    expect(reported(first, second, file('test/e2e/requests/c.e2e-spec.ts', 1)).overBudget).toHaveLength(1);
  });

  it('issue 44: the areas of npm test have its time among them, so that a new suite makes room for itself', () => {
    const shared = BUDGETS.filter(({ hasOwnCommand }) => !hasOwnCommand);
    expect(shared.reduce((total, { seconds }) => total + seconds, 0)).toBeLessThanOrEqual(WHOLE_RUN);
  });
});

describe('what a run leaves out', () => {
  it.runIf(!hasFullCounts)('issue 44: is the browser tests, unless they are asked for, and most kills', () => {
    const patterns = leftOut().map(({ pattern }) => pattern);
    expect(patterns).toEqual(expect.arrayContaining(['test/browser/**', 'test/other-browsers/**']));
    expect(patterns.some((pattern) => pattern.startsWith('test/kill/'))).toBe(true);
  });
});

describe('what mutation testing changes', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).map((path) => `src/${path}`);
  const patterns = Object.entries(AREAS).flatMap(([area, { files: changed, specs }]) =>
    [...changed, ...specs].map((pattern) => [area, pattern] as const),
  );

  it.each(patterns)('issue 44: in the area %s there are files named %s, each part of it', (_area, pattern) => {
    for (const path of spelledOut(pattern)) {
      const named = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
      expect([path, files.some((file) => named.test(file))]).toEqual([path, true]);
    }
  });
});

/** A pattern with `{a,b}` as one without braces for each of them. */
function spelledOut(pattern: string): readonly string[] {
  const [braces, inside] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (braces === undefined || inside === undefined) return [pattern];
  return inside.split(',').flatMap((one) => spelledOut(pattern.replace(braces, one)));
}
