/**
 * Runs one of the programs that bundle-programs.mjs has bundled:
 *
 *   node run-bundled.mjs FOLDER PROGRAM
 *
 * With `keep-compiled` behind that it keeps what V8 has compiled until the program says that it is loaded, and ends.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

const [folder, program, keep] = process.argv.slice(2);
const file = join(folder, 'programs.cjs');
const compiled = join(folder, `compiled-${process.version}`);

// V8 itself refuses what it hasn't compiled in this way, and compiles anew.
const cachedData = existsSync(compiled) ? readFileSync(compiled) : undefined;
const script = new Script(Module.wrap(readFileSync(file, 'utf8')), { filename: file, cachedData });

if (keep === 'keep-compiled') {
  process.send = () => {
    writeFileSync(compiled, script.createCachedData());
    process.exit();
  };
}

const bundled = { exports: {} };
script.runInThisContext()(bundled.exports, createRequire(file), bundled, file, folder);
process.argv.splice(1, 3, file);
bundled.exports.programs[program]();
