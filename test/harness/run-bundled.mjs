/**
 * Runs one of the programs that bundle-programs.mjs has bundled:
 *
 *   node run-bundled.mjs FOLDER PROGRAM
 *
 * With `keep-compiled` behind that it keeps what V8 has compiled until the program says that it is loaded, and ends.
 */
import { join } from 'node:path';
import { openBundle } from '../../dist/app/start/bundled-program.js';

const [folder, program, keep] = process.argv.slice(2);
const bundle = openBundle(folder);

if (keep === 'keep-compiled') {
  process.send = () => {
    bundle.keepCompiled();
    process.exit();
  };
}

process.argv.splice(1, 3, join(folder, 'programs.cjs'));
await bundle.run(program);
