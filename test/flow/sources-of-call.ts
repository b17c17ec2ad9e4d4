import { Session } from 'node:inspector/promises';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Which sources of the server have run in a piece of work. */
export interface RunSources {
  /** Paths from src/, in the order of the alphabet. */
  readonly files: readonly string[];
  readonly functions: number;
  /** Classes that Nest puts together: services, repositories, guards, controllers, filters and their like. */
  readonly injectables: number;
}

const INJECTED = /^@(?:Injectable|Controller|Catch)\(/gm;

/** Runs a piece of work and counts by V8's precise coverage which functions of src/ have run meanwhile. */
export async function sourcesOf(work: () => Promise<unknown>): Promise<RunSources> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  const files = new Map<string, number>();
  for (const { url, functions } of result) {
    const [, path] = /\/(src\/.*\.ts)$/.exec(url) ?? [];
    const run = functions.filter(({ functionName, ranges: [range] }) => functionName !== '' && (range?.count ?? 0) > 0);
    if (path !== undefined && run.length > 0) files.set(path, (files.get(path) ?? 0) + run.length);
  }
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const injectables = [...files.keys()].flatMap((path) => readFileSync(root + path, 'utf8').match(INJECTED) ?? []);
  return {
    files: [...files.keys()].sort(),
    functions: [...files.values()].reduce((sum, count) => sum + count, 0),
    injectables: injectables.length,
  };
}
