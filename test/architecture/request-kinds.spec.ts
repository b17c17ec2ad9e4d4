import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const MODULE = fileURLToPath(new URL('../../src/modules/requests', import.meta.url));

/** The folders of one media type each. */
const KINDS = ['films', 'series', 'books', 'albums'];

/** The folders that are the same for all media types. */
const SHARED = ['actions', 'changes', 'delivery', 'kinds', 'saved', 'status', 'timeline', 'transitions'];

/** Files of a shared folder that may name a media type, and why. */
const NAMING = new Map([
  ['saved/work.ts', 'declares the media types'],
  ['changes/request-entries.repository.ts', 'other tools are shown films and series alone'],
  ['changes/accepted-requests.repository.ts', 'seasons and formats are parts that arrive by themselves'],
  ['timeline/timeline.ts', 'the parts of each kind of title have their own word'],
  ['status/requested-titles.service.ts', 'a library keeps a series under another id than it is asked for by'],
  ['status/title-posters.service.ts', 'the metadata provider has one operation for each'],
]);

interface Source {
  readonly path: string;
  readonly folder: string;
  readonly text: string;
}

const sources: readonly Source[] = readdirSync(MODULE, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('spec.ts'))
  .map((path) => ({ path, folder: path.split('/')[0] ?? '', text: readFileSync(join(MODULE, path), 'utf8') }));

const importsFrom = ({ text }: Source, folder: string): boolean => text.includes(`'../${folder}/`);

describe('the kinds of titles in requests', () => {
  it('stand in one folder each', () => {
    const folders = new Set(sources.map(({ folder }) => folder));
    expect(KINDS.slice(0, 2).every((kind) => folders.has(kind))).toBe(true);
    expect([...folders].filter((folder) => !folder.includes('.')).sort()).toEqual(
      [...SHARED, ...KINDS.filter((kind) => folders.has(kind)), 'http', 'policy'].sort(),
    );
  });

  it('do not import each other', () => {
    const crossing = sources.flatMap((source) =>
      KINDS.filter((kind) => KINDS.includes(source.folder) && kind !== source.folder && importsFrom(source, kind)).map(
        (kind) => `${source.path} -> ${kind}`,
      ),
    );
    expect(crossing).toEqual([]);
  });

  it('are imported by no shared file', () => {
    const knowing = sources.filter(
      (source) => SHARED.includes(source.folder) && KINDS.some((kind) => importsFrom(source, kind)),
    );
    expect(knowing.map(({ path }) => path)).toEqual([]);
  });

  it('are named by no shared file', () => {
    const naming = sources
      .filter(({ folder, text }) => SHARED.includes(folder) && /'(?:movie|tv|book|music)'|\b(?:movie|tv):/.test(text))
      .map(({ path }) => path);
    expect(naming.filter((path) => !NAMING.has(path))).toEqual([]);
  });
});
