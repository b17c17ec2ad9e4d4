/**
 * Writes programs and every package that they use into one file: a process that loads fifteen hundred modules works for
 * two seconds before it does anything else. Packages with compiled parts stay outside. `src/app/start/bundled-program.ts`
 * runs the file. See docs/adr/0012-one-bundled-file.md.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compactMap } from './compact-map.mjs';
import { loadedLater } from './loaded-later.mjs';

/** Packages with compiled parts of their own, and packages that others ask for and that aren't installed. */
const LEFT_OUTSIDE = ['sqlite3', '@node-rs/argon2', 'pg-native', /^@nestjs\/(microservices|platform-socket\.io)/];

const ENTRY = '\0programs';

/** Where the bundle's own code finds the root of the checkout. */
const ROOT_URL = '__programsRootUrl';

/**
 * @param {object} options
 * @param {string} options.root the checkout
 * @param {Readonly<Record<string, string>>} options.programs files below the root, by name; a program begins as soon as
 *   it is loaded
 * @param {string} options.to the folder that the files go into
 */
export async function bundle({ root, programs, to }) {
  const { rolldown } = await loadBundler();
  const made = await rolldown({
    input: ENTRY,
    cwd: root,
    platform: 'node',
    external: LEFT_OUTSIDE,
    plugins: [entry(root, programs), compiledBefore, placesOf(root), loadedLater],
    logLevel: 'silent',
  });
  // Names of classes stand in logs and errors, and migrations and entities are known by them.
  const keepNames = { function: true, class: true };
  const { output } = await made.generate({
    format: 'cjs',
    codeSplitting: false,
    keepNames: true,
    minify: { mangle: { keepNames }, compress: { keepNames }, codegen: { removeWhitespace: true } },
    sourcemap: 'hidden',
    intro: `const ${ROOT_URL} = require("node:url").pathToFileURL(require("node:path").join(__dirname, ${JSON.stringify(`${relative(to, root)}/`)}));`,
  });
  await made.close();
  const [{ code, map }] = output;
  const { ascii, columnOf } = inAscii(code);
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, 'places.map'), compactMap(map, { columnOf, nameOf: nameOfSource(root) }));
  writeFileSync(join(to, 'programs.cjs'), ascii);
}

/** The bundler that Vite comes with. */
async function loadBundler() {
  const vite = createRequire(import.meta.resolve('vite'));
  return import(pathToFileURL(vite.resolve('rolldown')).href);
}

/** What the file holds: `programs`, a function for each that loads it. */
function entry(root, programs) {
  const loads = Object.entries(programs).map(
    ([name, file]) => `${JSON.stringify(name)}: () => import(${JSON.stringify(join(root, file))}),`,
  );
  return {
    name: 'entry',
    resolveId: (id) => (id === ENTRY ? id : null),
    load: (id) => (id === ENTRY ? `export const programs = {\n${loads.join('\n')}\n};` : null),
  };
}

/** Compiled code of our own has a map to its sources beside it. */
const compiledBefore = {
  name: 'compiled-before',
  load(id) {
    if (id.startsWith('\0') || id.includes('node_modules') || !existsSync(`${id}.map`)) return null;
    return { code: readFileSync(id, 'utf8'), map: readFileSync(`${id}.map`, 'utf8') };
  },
};

/** A module that asks for its own address gets the one before bundling, relative to the root: the checkout may be moved. */
const placesOf = (root) => ({
  name: 'places',
  transform: {
    filter: { code: /import\.meta\.url|__dirname|__filename/ },
    handler(code, id) {
      if (id.startsWith('\0')) return null;
      const url = `new URL(${JSON.stringify(slashes(relative(root, id)))},${ROOT_URL}).href`;
      const path = `require("node:url").fileURLToPath(${url})`;
      return code
        .replaceAll('createRequire(import.meta.url)(', 'require(')
        .replaceAll('import.meta.url', url)
        .replaceAll(/\b__dirname\b/g, `require("node:path").dirname(${path})`)
        .replaceAll(/\b__filename\b/g, path);
    },
  },
});

/**
 * The engine keeps a text as long as its functions live, in two bytes for each character where one of them is beyond
 * Latin. So they are written as escapes, which mean the same within a string, a pattern and a name.
 */
function inAscii(code) {
  const escaped = new Map();
  const lines = code.split('\n').map((line, number) => {
    const columns = [];
    const text = line.replaceAll(/[^\0-\x7f]/g, (unit, at) => {
      const escape = `u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
      // A backslash that comes before it already begins the escape.
      const written = isEscaped(line, at) ? escape : `\\${escape}`;
      columns.push({ after: at, more: written.length - 1 });
      return written;
    });
    if (columns.length > 0) escaped.set(number, columns);
    return text;
  });
  const columnOf = (line, column) =>
    (escaped.get(line) ?? []).reduce((moved, { after, more }) => (after < column ? moved + more : moved), column);
  return { ascii: lines.join('\n'), columnOf };
}

/** After an odd number of backslashes. */
function isEscaped(line, at) {
  let backslashes = 0;
  while (line[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

/** The bundler tells sources from the folder that it would write to by itself: dist. */
const nameOfSource = (root) => (source) => slashes(relative(root, join(root, 'dist', source)));

const slashes = (path) => path.split(sep).join('/');
