/**
 * npm run shape: the structure of src/ in figures, a line for each module and one for all.
 *
 *   files       sources, without specs and migrations
 *   median, p90, max
 *               lines of a file
 *   1 importer  files that exactly one other file imports
 *   1 consumer  injectable classes whose file exactly one other file imports
 *   circles     pairs of folders of the module that import each other, straight or by way of others
 *
 * What only lists parts (a module file, the lists of entities and of sealed columns) is no importer.
 *
 *   npm run shape -- --list   names the files and folders behind the last three figures
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { root, setUp, reportFailure } from './set-up.mjs';

const WIRING = /(?:\.module|\.entities|(?:^|\/)sealed-columns|(?:^|\/)main)\.ts$/;
const HEADINGS = ['', 'files', 'median', 'p90', 'max', '1 importer', '1 consumer', 'circles'];

/** The sources by their paths from the root, each with its text and the sources that it imports. */
async function readSources() {
  const { default: typescript } = await import('typescript');
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
      const imports = typescript
        .preProcessFile(text, true, true)
        .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
        .map(({ fileName }) => posix.join(posix.dirname(path), fileName).replace(/\.js$/, '.ts'));
      return [path, { text, imports: [...new Set(imports)] }];
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

/** Pairs of folders that reach each other by imports, among the folders of one module. */
function circlesOf(module, sources) {
  const edges = new Map();
  for (const [path, { imports }] of sources) {
    if (moduleOf(path) !== module) continue;
    const from = dirname(path);
    for (const target of imports) {
      const to = dirname(target);
      if (moduleOf(target) !== module || to === from || from === module || to === module) continue;
      edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  const reached = new Map([...edges.keys()].map((from) => [from, reach(from, edges)]));
  return [...edges.keys()].flatMap((one) =>
    [...reached.get(one)].filter((other) => one < other && reached.get(other)?.has(one)).map((other) => [one, other]),
  );
}

function reach(from, edges) {
  const seen = new Set();
  const left = [...(edges.get(from) ?? [])];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    left.push(...(edges.get(next) ?? []));
  }
  return seen;
}

/** `src/modules/requests`, or the folder of src/ that is no module. */
const moduleOf = (path) =>
  path
    .split('/')
    .slice(0, path.startsWith('src/modules/') ? 3 : 2)
    .join('/');

const lines = (text) => text.split('\n').length - 1;
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function shapeOf(name, paths, sources, importers, circles) {
  const lengths = paths.map((path) => lines(sources.get(path).text)).sort((one, other) => one - other);
  const single = paths.filter((path) => importers.get(path) === 1 && !WIRING.test(path));
  const injectables = single.filter((path) => /^@Injectable\(/m.test(sources.get(path).text));
  const figures = [paths.length, at(lengths, 0.5), at(lengths, 0.9), lengths.at(-1), single.length, injectables.length];
  return { row: [name, ...figures, circles.length], single, injectables, circles };
}

function print(rows) {
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => `${row[column]}`.length)),
  );
  for (const row of [HEADINGS, ...rows])
    console.log(row.map((cell, column) => pad(`${cell}`, widths[column], column > 0)).join('  '));
}

const pad = (text, width, isFigure) => (isFigure ? text.padStart(width) : text.padEnd(width));

async function shape(isListed) {
  await setUp();
  const sources = await readSources();
  const importers = importersOf(sources);
  const modules = [...new Set([...sources.keys()].map(moduleOf))];
  const shapes = modules.map((module) => {
    const paths = [...sources.keys()].filter((path) => moduleOf(path) === module);
    return shapeOf(module, paths, sources, importers, circlesOf(module, sources));
  });
  const circles = shapes.flatMap((one) => one.circles);
  print([...shapes.map(({ row }) => row), shapeOf('all', [...sources.keys()], sources, importers, circles).row]);
  if (!isListed) return;
  for (const [heading, of] of [
    ['One importer:', shapes.flatMap(({ single }) => single)],
    ['Injectable, one consumer:', shapes.flatMap(({ injectables }) => injectables)],
    ['Folders that import each other:', circles.map(([one, other]) => `${one} and ${other}`)],
  ])
    console.log(['', heading, ...of.map((line) => `  ${line}`)].join('\n'));
}

await shape(process.argv.includes('--list')).catch(reportFailure);
