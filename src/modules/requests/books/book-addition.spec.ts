import { describe, expect, it } from 'vitest';
import type { ChaptarrAuthorRecord } from '../../../clients/chaptarr/chaptarr-author.js';
import { additionOf, authorWithDestination, completeDestination } from './book-addition.js';
import type { ChaptarrEdition } from '../../../clients/chaptarr/chaptarr-book.js';
import type { ChaptarrLookup } from '../../../clients/chaptarr/chaptarr-addition.js';

const PLACES = { qualityProfileId: 1, metadataProfileId: 2, rootFolderPath: '/books' };

type Print = readonly [id: string | null, format: 'ebook' | 'audiobook' | null, monitored?: boolean];

function lookup(
  prints: readonly Print[],
  author: object | null = { foreignAuthorId: 'hc:9', name: 'Ines' },
): ChaptarrLookup {
  const editions = prints.map(([foreignEditionId, format, monitored = false]) => ({
    foreignEditionId,
    format,
    monitored,
  }));
  return {
    foreignBookId: 'hc:1',
    author,
    editions: editions as readonly Partial<ChaptarrEdition>[] as readonly ChaptarrEdition[],
    record: {
      id: 0,
      foreignBookId: 'hc:1',
      genres: ['x'],
      editions,
      author: { foreignAuthorId: 'hc:9', name: 'Ines' },
    },
  } as unknown as ChaptarrLookup;
}

describe('additionOf', () => {
  it('doc4 §1.16 body: what was found goes back with one edition watched, its search, and nothing else of the author', () => {
    const body = additionOf(
      lookup([
        ['hc:edition:1', 'ebook'],
        ['hc:edition:2', 'ebook', true],
      ]),
      'ebook',
      { monitored: true },
    );
    expect(body).toEqual({
      id: 0,
      foreignBookId: 'hc:1',
      genres: ['x'],
      mediaType: 'ebook',
      monitored: true,
      ebookMonitored: true,
      audiobookMonitored: false,
      editions: [
        { foreignEditionId: 'hc:edition:1', format: 'ebook', monitored: false, manualAdd: false },
        { foreignEditionId: 'hc:edition:2', format: 'ebook', monitored: true, manualAdd: true },
      ],
      author: {
        foreignAuthorId: 'hc:9',
        name: 'Ines',
        monitored: true,
        addOptions: {
          monitor: 'specificBook',
          mediaType: 'ebook',
          booksToMonitor: ['hc:1'],
          monitored: true,
          searchForMissingBooks: false,
        },
      },
      addOptions: { addType: 'manual', searchForNewBook: true },
    });
  });

  it.each<readonly [string, readonly Print[], string | null]>([
    [
      'the one that the lookup takes',
      [
        ['a', 'ebook'],
        ['b', 'ebook', true],
      ],
      'b',
    ],
    [
      'else the first of the format',
      [
        ['p', null, true],
        ['x', 'audiobook', true],
        ['a', 'ebook'],
        ['b', 'ebook'],
      ],
      'a',
    ],
    [
      'else the first that names no format',
      [
        ['x', 'audiobook', true],
        ['p', null],
      ],
      'p',
    ],
    ['none of the other format', [['x', 'audiobook', true]], null],
    ['none without an id', [[null, 'ebook', true]], null],
    ['none at all', [], null],
  ])('doc4 §1.16 body: the edition is %s', (_, prints, wanted) => {
    const body = additionOf(lookup(prints), 'ebook', {});
    const watched = (body?.editions as readonly { monitored: boolean; foreignEditionId: string }[] | undefined)?.filter(
      ({ monitored }) => monitored,
    );
    expect(watched?.map(({ foreignEditionId }) => foreignEditionId) ?? null).toEqual(wanted === null ? null : [wanted]);
  });

  it('a lookup that names no author can not be added', () => {
    expect(additionOf(lookup([['a', 'ebook']], null), 'ebook', {})).toBeNull();
  });
});

describe('authorWithDestination', () => {
  const author = (monitored: boolean | null): ChaptarrAuthorRecord =>
    ({
      monitored,
      record: { id: 5, monitored, monitorNewItems: 'all', tags: [4], ebookMonitorFuture: true },
    }) as unknown as ChaptarrAuthorRecord;

  it('doc2 §4 rule 6: an author who is watched keeps everything, and gets the places of the format', () => {
    expect(authorWithDestination(author(true), 'audiobook', PLACES)).toEqual({
      ...author(true).record,
      audiobookQualityProfileId: 1,
      audiobookMetadataProfileId: 2,
      audiobookRootFolderPath: '/books',
    });
    expect(authorWithDestination(author(null), 'ebook', PLACES)).toMatchObject(author(null).record);
  });

  it.each([
    ['who is new', null],
    ['whom nobody watches', author(false)],
  ] as const)('issue 20 §3: an author %s is watched, and nothing at large of theirs', (_, one) => {
    expect(authorWithDestination(one, 'ebook', PLACES)).toMatchObject({
      monitored: true,
      monitorNewItems: 'none',
      ebookMonitorExisting: 0,
      ebookMonitorFuture: false,
      audiobookMonitorExisting: 0,
      audiobookMonitorFuture: false,
      ebookRootFolderPath: '/books',
    });
  });
});

describe('completeDestination', () => {
  it('an author has places of a format only with all three of them', () => {
    expect(completeDestination(PLACES)).toEqual(PLACES);
    for (const missing of Object.keys(PLACES)) expect(completeDestination({ ...PLACES, [missing]: null })).toBeNull();
  });
});
