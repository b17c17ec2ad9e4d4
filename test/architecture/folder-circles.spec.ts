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
      'of two folders where one imports a type',
      [
        ['src/modules/titles/lists/rows.ts', "import type { Cap } from '../ratings/caps.js';"],
        ['src/modules/titles/ratings/caps.ts', "import {\n  rows,\n} from '../lists/rows.js';"],
      ],
      ['titles: lists, ratings'],
    ],
    [
      'of three, through a file at the top of the module',
      [
        ['src/modules/titles/lists/rows.ts', "export { caps } from '../titles.errors.js';"],
        ['src/modules/titles/titles.errors.ts', "import { caps } from './ratings/caps.js';"],
        ['src/modules/titles/ratings/caps.ts', "import '../lists/rows.js';"],
      ],
      ['titles: lists, ratings, titles.errors'],
    ],
    [
      'of a folder and the one in it',
      [
        ['src/modules/titles/lists/rows.ts', "import { size } from './pages/size.js';"],
        ['src/modules/titles/lists/pages/size.ts', "import { rows } from '../rows.js';"],
      ],
      ['titles: lists, lists/pages'],
    ],
  ])('%s', (_, tree, circles) => {
    expect(folderCircles(tree)).toEqual(circles);
  });

  it('and files of one folder, of two modules, or in one direction make none', () => {
    expect(
      folderCircles([
        ['src/modules/titles/lists/rows.ts', "import { size } from './size.js';"],
        ['src/modules/titles/lists/size.ts', "import { rows } from './rows.js';\nimport '../ratings/caps.js';"],
        ['src/modules/titles/ratings/caps.ts', "import { person } from '../../people/people.public.js';"],
        ['src/modules/people/people.public.ts', "import { caps } from '../titles/lists/rows.js';"],
        ['src/modules/titles/titles.module.ts', "import { rows } from './lists/rows.js';"],
        ['src/main.ts', "import { rows } from './modules/titles/lists/rows.js';"],
      ]),
    ).toEqual([]);
  });
});
