/** Which folders of a module import each other in a circle: for npm run shape and test/architecture/folder-circles.spec.ts. */
import { posix } from 'node:path';

const IMPORT = /^(?:import|export)\s[^;]*?from '(\.[^']+)'|^import '(\.[^']+)'/gm;

/**
 * The sources that a source imports. An import of a type counts too: it is a dependency as any other.
 *
 * @param {string} path from the root of the checkout
 * @param {string} text
 * @returns {string[]} paths from the root, each once
 */
export function importsOf(path, text) {
  const named = [...text.matchAll(IMPORT)].map(([, from, bare]) => from ?? bare ?? '');
  return [...new Set(named.map((to) => posix.join(posix.dirname(path), to).replace(/\.js$/, '.ts')))];
}

/** `src/modules/requests`, or the folder of src/ that is no module. */
export const moduleOf = (/** @type {string} */ path) =>
  path
    .split('/')
    .slice(0, path.startsWith('src/modules/') ? 3 : 2)
    .join('/');

/**
 * The groups of folders of one module that reach each other, as `module: folder, folder`. A file at the top of its
 * module stands for itself.
 *
 * @param {readonly (readonly [path: string, text: string])[]} sources
 * @returns {readonly string[]} sorted
 */
export function folderCircles(sources) {
  const circles = new Set();
  for (const [module, folders] of importsBetweenFolders(sources)) {
    const reaches = new Map([...folders.keys()].map((folder) => [folder, reachable(folders, folder)]));
    for (const [folder, reached] of reaches) {
      if (!reached.has(folder)) continue;
      const group = [...reached].filter((other) => reaches.get(other)?.has(folder));
      circles.add(`${posix.basename(module)}: ${group.sort().join(', ')}`);
    }
  }
  return [...circles].sort();
}

/** Which folders of each module import which others. */
function importsBetweenFolders(sources) {
  const modules = new Map();
  for (const [path, text] of sources) {
    const module = moduleOf(path);
    const from = folderOf(path);
    for (const target of importsOf(path, text)) {
      const to = folderOf(target);
      if (moduleOf(target) !== module || to === from) continue;
      const folders = modules.get(module) ?? new Map();
      modules.set(module, folders);
      folders.set(from, (folders.get(from) ?? new Set()).add(to));
    }
  }
  return modules;
}

function folderOf(path) {
  const inside = path.slice(moduleOf(path).length + 1);
  return inside.includes('/') ? posix.dirname(inside) : inside.replace(/\.ts$/, '');
}

/** All that can be reached from a folder, itself only by a circle. */
function reachable(folders, start) {
  const reached = new Set();
  const waiting = [...(folders.get(start) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...(folders.get(next) ?? []));
  }
  return reached;
}
