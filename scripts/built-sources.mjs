/**
 * Where the server is built anyway, tests import what was built: Node loads that by itself, so that nothing is compiled
 * once more. What a test imports is the same module either way, for every file of the run.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './set-up.mjs';

const SOURCES = join(root, 'src') + sep;
const BUILT = join(root, 'dist') + sep;

/**
 * Options of Vite with which imports of `src/` lead to what `dist/` has for them.
 *
 * @param {() => boolean} isUsed asked at each import: the tests are chosen before anything is built
 * @returns {import('vitest/config').ViteUserConfig}
 */
export function builtSources(isUsed) {
  const plugin = {
    name: 'built-sources',
    enforce: 'pre',
    resolveId(imported, importer) {
      if (!isUsed() || importer === undefined || !/^\.{1,2}\/.*\.js$/.test(imported)) return null;
      const file = resolve(dirname(importer), imported);
      if (!file.startsWith(SOURCES)) return null;
      const built = join(BUILT, relative(SOURCES, file));
      return existsSync(built) ? built : null;
    },
    // What was compiled for a run without this imports other files, and so it does once this says something else.
    configureVitest({ experimental_defineCacheKeyGenerator: addToKey }) {
      addToKey(() => (isUsed() ? ownHash : undefined));
    },
  };
  return { plugins: [plugin], test: { server: { deps: { external: [isBuiltFile] } } } };
}

const ownHash = createHash('sha256')
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .digest('hex');

const isBuiltFile = new RegExp(`^${BUILT.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}.*\\.js$`);
