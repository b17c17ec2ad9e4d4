/**
 * Runs one of the programs that bundle-programs.mjs has bundled:
 *
 *   node run-bundled.cjs FOLDER PROGRAM
 *
 * With `keep-compiled` behind that it keeps what V8 has compiled until the program says that it is loaded, and ends.
 */
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { join } = require('node:path');
const { Script } = require('node:vm');

const [folder, program, keep] = process.argv.slice(2);
const file = join(folder, 'programs.cjs');
const compiled = join(folder, `compiled-${process.version}`);

// V8 itself refuses what it hasn't compiled in this way, and compiles anew.
const cachedData = existsSync(compiled) ? readFileSync(compiled) : undefined;
const script = new Script(wrap(readFileSync(file, 'utf8')), { filename: file, cachedData });

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
