import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBundle, type BundledPrograms } from './app/start/bundled-program.js';

/** With this the server ends as soon as it has kept what V8 has compiled: for building the container image. */
const AND_STOP = '--keep-compiled';

const mustStop = process.argv.includes(AND_STOP);

const folder = join(dirname(fileURLToPath(import.meta.url)), 'bundle');

/** Starts the server from one bundled file, or from its modules where that file can't be used. */
async function start(): Promise<void> {
  let bundle: BundledPrograms;
  let server: { readonly started?: Promise<boolean> };
  try {
    bundle = openBundle(folder);
    server = await bundle.run('server');
  } catch (fault) {
    if (mustStop) return failBuild(`The bundled server can't be loaded: ${reasonOf(fault)}`);
    process.stderr.write(`The server starts from its modules, which takes longer: ${reasonOf(fault)}\n`);
    // Stacks of the bundle are mapped by a function of its own, which would keep Node's from its work.
    Reflect.deleteProperty(Error, 'prepareStackTrace');
    process.setSourceMapsEnabled(true);
    await import('./main.js');
    return;
  }
  // The server has said why and ends by itself with 1.
  if (!(await server.started)) return;
  if (!bundle.isCompiled) keepCompiled(bundle);
  if (mustStop) process.kill(process.pid, 'SIGTERM');
}

/** In a read-only container or a folder of somebody else each start compiles anew, as it is meant to. */
function keepCompiled(bundle: BundledPrograms): void {
  try {
    bundle.keepCompiled();
  } catch (fault) {
    const text = `What was compiled for this start can't be kept for the next: ${reasonOf(fault)}`;
    if (mustStop) failBuild(text);
    else if (!isForbidden(fault)) process.stderr.write(`${text}\n`);
  }
}

/** Ends the process with 1, although the server itself stops in good order. */
function failBuild(text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
  process.once('exit', () => (process.exitCode = 1));
}

function isForbidden(fault: unknown): boolean {
  return ['EROFS', 'EACCES', 'EPERM'].includes((fault as NodeJS.ErrnoException).code ?? '');
}

function reasonOf(fault: unknown): string {
  return fault instanceof Error ? fault.message.split('\n', 1).join('') : String(fault);
}

await start();
