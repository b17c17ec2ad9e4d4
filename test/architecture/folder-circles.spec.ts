import { describe, expect, it } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A script has no types of its own. */
const SCRIPT: string = '../../scripts/folder-circles.mjs';

/** A file of a module and its text. */
type Source = readonly [path: string, text: string];

const { folderCircles } = (await import(SCRIPT)) as {
  readonly folderCircles: (sources: readonly Source[]) => readonly string[];
};

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
