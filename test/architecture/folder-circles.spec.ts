import { describe, expect, it } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A file of a module and its text. */
type Source = readonly [path: string, text: string];

const IMPORT = /^(?:import|export)\s[^;]*?from '(\.[^']+)'|^import '(\.[^']+)'/gm;

/** The module and the folder in it that a path belongs to. A file at the top of its module stands for itself. */
function placeOf(path: string): { readonly module: string; readonly folder: string } | null {
  const [, module = '', inside = ''] = /^src\/modules\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (inside === '') return null;
  return { module, folder: inside.includes('/') ? posix.dirname(inside) : inside.replace(/\.ts$/, '') };
}

/** Which folders of each module import which others. An import of a type counts too: it is a dependency as any other. */
function importsBetweenFolders(sources: readonly Source[]): ReadonlyMap<string, ReadonlyMap<string, Set<string>>> {
  const modules = new Map<string, Map<string, Set<string>>>();
  for (const [path, text] of sources) {
    const from = placeOf(path);
    if (!from) continue;
    for (const [, named, bare] of text.matchAll(IMPORT)) {
      const target = posix.normalize(posix.join(posix.dirname(path), named ?? bare ?? '')).replace(/\.js$/, '.ts');
      const to = placeOf(target);
      if (to?.module !== from.module || to.folder === from.folder) continue;
      const folders = modules.get(from.module) ?? new Map<string, Set<string>>();
      modules.set(from.module, folders);
      folders.set(from.folder, (folders.get(from.folder) ?? new Set<string>()).add(to.folder));
    }
  }
  return modules;
}

/** All that can be reached from a folder, itself only by a circle. */
function reachable(folders: ReadonlyMap<string, Set<string>>, start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...(folders.get(start) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...(folders.get(next) ?? []));
  }
  return reached;
}

/** The groups of folders of one module that reach each other, as `module: folder, folder`. */
function folderCircles(sources: readonly Source[]): readonly string[] {
  const circles = new Set<string>();
  for (const [module, folders] of importsBetweenFolders(sources)) {
    const reaches = new Map([...folders.keys()].map((folder) => [folder, reachable(folders, folder)]));
    for (const [folder, reached] of reaches) {
      if (!reached.has(folder)) continue;
      const group = [...reached].filter((other) => reaches.get(other)?.has(folder));
      circles.add(`${module}: ${group.sort().join(', ')}`);
    }
  }
  return [...circles].sort();
}

const sources = readdirSync(join(ROOT, 'src/modules'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/modules/${file.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.ts') && !path.endsWith('spec.ts'))
  .map((path): Source => [path, readFileSync(join(ROOT, path), 'utf8')]);

describe('the folders of a module', () => {
  it('import each other in one direction', () => {
    expect(folderCircles(sources)).toEqual([]);
  });
});

describe('a circle between folders is found', () => {
  it.each<readonly [string, readonly Source[], readonly string[]]>([
    [
      'of two folders, one of which imports a type',
      [
        ['src/modules/house/attic/beam.ts', "import type { Wall } from '../cellar/wall.js';"],
        ['src/modules/house/cellar/wall.ts', "import {\n  beam,\n} from '../attic/beam.js';"],
      ],
      ['house: attic, cellar'],
    ],
    [
      'of three, through a file at the top of the module',
      [
        ['src/modules/house/attic/beam.ts', "export { wall } from '../house.errors.js';"],
        ['src/modules/house/house.errors.ts', "import { wall } from './cellar/wall.js';"],
        ['src/modules/house/cellar/wall.ts', "import '../attic/beam.js';"],
      ],
      ['house: attic, cellar, house.errors'],
    ],
    [
      'of a folder and the one in it',
      [
        ['src/modules/house/attic/beam.ts', "import { nail } from './box/nail.js';"],
        ['src/modules/house/attic/box/nail.ts', "import { beam } from '../beam.js';"],
      ],
      ['house: attic, attic/box'],
    ],
  ])('%s', (_, tree, circles) => {
    expect(folderCircles(tree)).toEqual(circles);
  });

  it('and files of one folder, of two modules, or in one direction make none', () => {
    expect(
      folderCircles([
        ['src/modules/house/attic/beam.ts', "import { nail } from './nail.js';"],
        ['src/modules/house/attic/nail.ts', "import { beam } from './beam.js';\nimport '../cellar/wall.js';"],
        ['src/modules/house/cellar/wall.ts', "import { tree } from '../../garden/garden.public.js';"],
        ['src/modules/garden/garden.public.ts', "import { wall } from '../house/attic/beam.js';"],
        ['src/modules/house/house.module.ts', "import { beam } from './attic/beam.js';"],
        ['src/main.ts', "import { beam } from './modules/house/attic/beam.js';"],
      ]),
    ).toEqual([]);
  });
});
