import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBundle, type BundledPrograms } from './app/start/bundled-program.js';

/** With this the server ends as soon as it has kept what V8 has compiled: for building the container image. */
const AND_STOP = '--keep-compiled';

const folder = join(dirname(fileURLToPath(import.meta.url)), 'bundle');

/** Starts the server from one bundled file, or from its modules where that file can't be used. */
async function start(): Promise<void> {
  let bundle: BundledPrograms;
  let server: { readonly started?: Promise<boolean> };
  try {
    bundle = openBundle(folder);
    server = await bundle.run('server');
  } catch (fault) {
    process.stderr.write(`The server starts from its modules, which takes longer: ${reasonOf(fault)}\n`);
    process.setSourceMapsEnabled(true);
    await import('./main.js');
    return;
  }
  const listens = await server.started;
  if (listens && !bundle.isCompiled) keepCompiled(bundle);
  if (process.argv.includes(AND_STOP)) process.kill(process.pid, 'SIGTERM');
}

/** In a read-only container or a folder of somebody else each start compiles anew. */
function keepCompiled(bundle: BundledPrograms): void {
  try {
    bundle.keepCompiled();
  } catch (fault) {
    if (process.argv.includes(AND_STOP)) process.exitCode = 1;
    process.stderr.write(`What was compiled for this start can't be kept for the next: ${reasonOf(fault)}\n`);
  }
}

function reasonOf(fault: unknown): string {
  return fault instanceof Error ? fault.message.split('\n', 1).join('') : String(fault);
}

await start();
