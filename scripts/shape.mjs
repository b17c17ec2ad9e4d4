/**
 * npm run shape: the structure of src/ in figures, a line for each module and one for all.
 *
 *   files       sources, without specs and migrations
 *   median, p90, max
 *               lines of a file
 *   1 importer  files that exactly one other file imports
 *   1 consumer  injectable classes whose file exactly one other file imports
 *   circles     groups of folders of the module that import each other, straight or by way of others
 *
 * What only lists parts (a module file, the lists of providers, formats, entities and sealed columns) is no importer.
 *
 * Below the table: lines of code and of comments, classes that Nest puts together, and three figures that only fall:
 * files of at most 40 lines with one importer and no spec; injectables with one consumer, no state and no lifecycle;
 * functions that are named by a participle.
 *
 *   npm run shape -- --list    names the files, classes, functions and folders behind the figures
 *   npm run shape -- --check   fails where a figure is above its ceiling in shape-ceilings.mjs, and below it too: then the
 *                              ceiling comes down with it
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { folderCircles, importsOf, moduleOf } from './folder-circles.mjs';
import { root } from './set-up.mjs';
import { CEILINGS } from './shape-ceilings.mjs';

const WIRING = /(?:\.module|\.entities|-providers|-formats|(?:^|\/)sealed-columns|(?:^|\/)main)\.ts$/;
const HEADINGS = ['', 'files', 'median', 'p90', 'max', '1 importer', '1 consumer', 'circles'];

/** The sources by their paths from the root, each with its text and the sources that it imports. */
function readSources() {
  const paths = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('spec.ts'))
    .map((entry) =>
      relative(root, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    )
    .filter((path) => !path.startsWith('src/migrations/'));
  return new Map(
    paths.sort().map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return [path, { text, imports: importsOf(path, text) }];
    }),
  );
}

/** How many files that aren't wiring import each file. */
function importersOf(sources) {
  const importers = new Map([...sources.keys()].map((path) => [path, 0]));
  for (const [path, { imports }] of sources) {
    if (WIRING.test(path)) continue;
    for (const target of imports) if (importers.has(target)) importers.set(target, importers.get(target) + 1);
  }
  return importers;
}

const lines = (text) => text.split('\n').length - 1;
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function shapeOf(name, paths, sources, importers, circles) {
  const lengths = paths.map((path) => lines(sources.get(path).text)).sort((one, other) => one - other);
  const single = paths.filter((path) => importers.get(path) === 1 && !WIRING.test(path));
  const injectables = single.filter((path) => /^@Injectable\(/m.test(sources.get(path).text));
  const figures = [paths.length, at(lengths, 0.5), at(lengths, 0.9), lengths.at(-1), single.length, injectables.length];
  return { row: [name, ...figures, circles.length], single, injectables };
}

function print(rows) {
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => `${row[column]}`.length)),
  );
  for (const row of [HEADINGS, ...rows])
    console.log(row.map((cell, column) => pad(`${cell}`, widths[column], column > 0)).join('  '));
}

const pad = (text, width, isFigure) => (isFigure ? text.padStart(width) : text.padEnd(width));

/** A file this short reads as well in its only importer. */
const SHORT_FILE = 40;

/** A past participle by itself: it doesn't say what the function does. */
const PARTICIPLE = /^(?:[a-z]+ed|kept|written|known|held|made|seen|told|taken|given|found|left|begun|sent)$/;
const FUNCTION =
  /^(?:export )?(?:async )?function\*? (\w+)|^ {2}(?:private |protected |static |override |async )*(\w+)(?:<[^>]*>)?\([^;]*\{$/gm;
const NO_FUNCTION = new Set(['if', 'for', 'while', 'switch', 'catch', 'constructor']);

/** A member that holds a value, or a method that begins or ends with the server. */
const STATE =
  /^ {2}(?:private |protected |readonly |static )*\w+\??(?:: [^(]+)?(?: = |;$)|^ {2}(?:async )?on(?:Module|Application)/m;
const CONSTRUCTOR = /^ {2}constructor\([\s\S]*?^ {2}\) \{/gm;

/** Does a class keep something between calls, or begin and end with the server? */
const hasState = (text) => STATE.test(injectableIn(text).replace(CONSTRUCTOR, ''));
const injectableIn = (text) => /^@Injectable\([\s\S]*?^\}/m.exec(text)?.[0] ?? '';

/** The figures that only fall, each with what it counts. */
function offences(sources, single, injectables) {
  const short = single.filter(
    (path) => lines(sources.get(path).text) <= SHORT_FILE && !existsSync(join(root, path.replace(/\.ts$/, '.spec.ts'))),
  );
  const stateless = injectables.filter((path) => !hasState(sources.get(path).text));
  const participles = [...sources].flatMap(([path, { text }]) =>
    [...text.matchAll(FUNCTION)]
      .map(([, name, method]) => name ?? method)
      .filter((name) => !NO_FUNCTION.has(name) && PARTICIPLE.test(name))
      .map((name) => `${path}: ${name}`),
  );
  return {
    'short files with one importer': short,
    'injectables with one consumer and no state': stateless,
    participles,
  };
}

/** Lines of code and lines of comments. */
function linesOf(sources) {
  let [code, comments] = [0, 0];
  for (const { text } of sources.values())
    for (const line of text.split('\n').map((one) => one.trim())) {
      if (line === '') continue;
      if (/^(?:\/\/|\/\*|\*)/.test(line)) comments += 1;
      else code += 1;
    }
  return { code, comments };
}

const COMPOSED = /^@(?:Injectable|Controller|Catch|WebSocketGateway)\(/gm;

function shape(isListed, isChecked) {
  const sources = readSources();
  const importers = importersOf(sources);
  const circles = folderCircles([...sources].map(([path, { text }]) => [path, text]));
  const modules = [...new Set([...sources.keys()].map(moduleOf))];
  const shapes = modules.map((module) => {
    const paths = [...sources.keys()].filter((path) => moduleOf(path) === module);
    const own = circles.filter((circle) => circle.startsWith(`${basename(module)}: `));
    return shapeOf(module, paths, sources, importers, own);
  });
  const single = shapes.flatMap((one) => one.single);
  const injectables = shapes.flatMap((one) => one.injectables);
  const falling = offences(sources, single, injectables);
  if (isChecked) return check(falling);
  print([...shapes.map(({ row }) => row), shapeOf('all', [...sources.keys()], sources, importers, circles).row]);
  const { code, comments } = linesOf(sources);
  const composed = [...sources.values()].flatMap(({ text }) => text.match(COMPOSED) ?? []).length;
  console.log(`\n${code} lines of code, ${comments} of comments, ${composed} classes that Nest puts together`);
  for (const [name, of] of Object.entries(falling)) console.log(`${of.length} ${name}`);
  if (!isListed) return;
  for (const [heading, of] of [
    ['One importer:', single],
    ['Injectable, one consumer:', injectables],
    ['Folders that import each other:', circles],
    ...Object.entries(falling),
  ])
    console.log(['', heading, ...of.map((line) => `  ${line}`)].join('\n'));
}

function check(falling) {
  for (const [name, of] of Object.entries(falling)) {
    const ceiling = CEILINGS[name];
    if (of.length === ceiling) continue;
    console.log(
      of.length > ceiling
        ? `${of.length} ${name}; there may be ${ceiling}: npm run shape -- --list names them`
        : `${of.length} ${name}: write that in scripts/shape-ceilings.mjs, where ${ceiling} stands`,
    );
    process.exitCode = 1;
  }
}

shape(process.argv.includes('--list'), process.argv.includes('--check'));
