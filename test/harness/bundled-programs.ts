import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The programs that can be had as one bundled file. The server is bundled by its build: `dist/start.js`. */
export type BundledProgram =
  | 'worker-process'
  | 'server-process'
  | 'accounts-process'
  | 'outbox-process'
  | 'key-change-process'
  | 'restore-process'
  | 'move-process'
  | 'setbox-process';

const root = fileURLToPath(new URL('../../', import.meta.url));
const harness = join(root, 'test', 'harness');
const BUILT = join(root, 'dist', '.built');

let folder: string | undefined;

/**
 * What Node is called with to run a program of the built server from one file, in a quarter of the time: nothing else
 * differs. The file is written when it is first asked for, and again when the server or a program has changed.
 *
 * @throws Error when the server isn't built
 */
export function bundled(program: BundledProgram): readonly [script: string, ...args: string[]] {
  folder ??= bundleOnce();
  return [join(harness, 'run-bundled.mjs'), folder, program];
}

function bundleOnce(): string {
  if (!existsSync(BUILT))
    throw new Error('these tests start the built server: run `npm test`, or `npm run build` before the runner alone');
  const made = join(root, '.cache', 'programs', contents());
  if (!existsSync(made)) execFileSync(process.execPath, [join(harness, 'bundle-programs.mjs'), made]);
  return made;
}

/** Changes with everything that goes into the file. */
function contents(): string {
  const kill = join(root, 'test', 'kill');
  const programs = readdirSync(kill).filter((name) => name.endsWith('.mjs'));
  const hash = createHash('sha256').update(process.version);
  for (const file of [
    BUILT,
    ...programs.toSorted().map((name) => join(kill, name)),
    ...['bundle-programs.mjs', 'run-bundled.mjs'].map((name) => join(harness, name)),
  ])
    hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
