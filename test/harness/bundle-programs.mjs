/**
 * Writes the programs that tests start as processes of their own into one file, as the build does with the server, and
 * beside it what V8 has compiled of it.
 *
 *   node bundle-programs.mjs FOLDER
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../scripts/bundle/bundle.mjs';
import { withLock } from '../../scripts/lock-file.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const launcher = join(root, 'test/harness/run-bundled.mjs');

/** Each by its name; a program begins as soon as it is loaded. */
const PROGRAMS = {
  'worker-process': 'test/kill/worker-process.mjs',
  'server-process': 'test/kill/server-process.mjs',
  'accounts-process': 'test/kill/accounts-process.mjs',
  'outbox-process': 'test/kill/outbox-process.mjs',
  'key-change-process': 'test/kill/key-change-process.mjs',
  'restore-process': 'test/kill/restore-process.mjs',
  'move-process': 'test/kill/move-process.mjs',
  'setbox-process': 'test/kill/setbox-process.mjs',
};

async function make(folder) {
  const fresh = `${folder}.new`;
  await bundle({ root, programs: PROGRAMS, to: fresh });
  const [code] = await once(fork(launcher, [fresh, 'server-process', 'keep-compiled'], { execArgv: [] }), 'exit');
  if (code !== 0) throw new Error('the bundled programs can not be loaded');
  renameSync(fresh, folder);
}

const [folder = ''] = process.argv.slice(2);
const say = () => undefined;
await withLock(join(dirname(folder), 'bundle.lock'), say, async () => {
  if (existsSync(folder)) return;
  // What was bundled of a state of the server that is no more.
  for (const name of readdirSync(dirname(folder)).filter((one) => !one.startsWith('bundle.lock')))
    rmSync(join(dirname(folder), name), { recursive: true, force: true });
  await make(folder);
});
