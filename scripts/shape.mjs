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
 * What only lists parts (a module file, the lists of providers, entities and sealed columns) is no importer.
 *
 *   npm run shape -- --list   names the files and folders behind the last three figures
 */
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { folderCircles, importsOf, moduleOf } from './folder-circles.mjs';
import { root } from './set-up.mjs';

const WIRING = /(?:\.module|\.entities|-providers|(?:^|\/)sealed-columns|(?:^|\/)main)\.ts$/;
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

function shape(isListed) {
  const sources = readSources();
  const importers = importersOf(sources);
  const circles = folderCircles([...sources].map(([path, { text }]) => [path, text]));
  const modules = [...new Set([...sources.keys()].map(moduleOf))];
  const shapes = modules.map((module) => {
    const paths = [...sources.keys()].filter((path) => moduleOf(path) === module);
    const own = circles.filter((circle) => circle.startsWith(`${basename(module)}: `));
    return shapeOf(module, paths, sources, importers, own);
  });
  print([...shapes.map(({ row }) => row), shapeOf('all', [...sources.keys()], sources, importers, circles).row]);
  if (!isListed) return;
  for (const [heading, of] of [
    ['One importer:', shapes.flatMap(({ single }) => single)],
    ['Injectable, one consumer:', shapes.flatMap(({ injectables }) => injectables)],
    ['Folders that import each other:', circles],
  ])
    console.log(['', heading, ...of.map((line) => `  ${line}`)].join('\n'));
}

shape(process.argv.includes('--list'));
