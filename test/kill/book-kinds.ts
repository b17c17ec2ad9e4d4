import { BOTH_PLACES, type ChaptarrFake } from '../fakes/chaptarr/chaptarr-fake.js';
import type { ChaptarrFormat, ChaptarrWriter } from '../fakes/chaptarr/chaptarr-catalog.js';

/**
 * What a library knows of a book before anybody asks for it, what is asked, and so what delivering it takes. The owner
 * wants all formats, and a second member the first one.
 *
 * | book | the library | asked | its delivery |
 * |---|---|---|---|
 * | unknown | lacks it and its author | ebook | adds it, with a search |
 * | both | likewise | both | adds each, with a search |
 * | late | likewise, and the author comes later | ebook | asks, waits, then searches |
 * | sibling | has the audiobook | ebook | adds it to the author who is there |
 * | placeless | has the audiobook, its author has no place for ebooks | ebook | gives the author places, then adds |
 * | put_aside | has it, unwatched | ebook | watches it, then searches |
 * | awaited | has it, watched, without a file | ebook | sends nothing |
 * | held | has it, unwatched, with a file | ebook | sends nothing |
 */
export type BookKind = 'unknown' | 'both' | 'late' | 'sibling' | 'placeless' | 'put_aside' | 'awaited' | 'held';

/** The title as it is put in place. */
interface TitleGiven {
  readonly foreignBookId: string;
  readonly author: ChaptarrWriter;
}

/** A kind of book: how it comes to be, what is asked, and how it must end. */
export interface BookCase {
  given(fake: ChaptarrFake, title: TitleGiven): void;
  readonly formats: readonly [ChaptarrFormat, ...ChaptarrFormat[]];
  /** Formats that are watched in the end. */
  readonly watched: readonly ChaptarrFormat[];
  /** Is there something to change? Then each format is paid for and searched for once or twice. */
  readonly isChanged: boolean;
}

const EBOOK = ['ebook'] as const;
const AUDIOBOOK = { format: 'audiobook', monitored: true, hasFile: true } as const;
const ADDED = { formats: EBOOK, watched: EBOOK, isChanged: true };
const BESIDE = { formats: EBOOK, watched: ['ebook', 'audiobook'] as const, isChanged: true };
const { ebookQualityProfileId: _q, ebookMetadataProfileId: _m, ebookRootFolderPath: _r, ...PLACES } = BOTH_PLACES;

/** Every kind. */
export const BOOK_CASES: Readonly<Record<BookKind, BookCase>> = {
  unknown: { given: () => undefined, ...ADDED },
  both: { given: () => undefined, formats: ['ebook', 'audiobook'], watched: ['ebook', 'audiobook'], isChanged: true },
  late: { given: (fake, { author }) => fake.given.lateAuthor(author.foreignAuthorId), ...ADDED },
  sibling: { given: (fake, title) => void fake.given.book({ ...title, ...AUDIOBOOK }), ...BESIDE },
  placeless: {
    given: (fake, title) => {
      fake.given.author(title.author, PLACES);
      fake.given.book({ ...title, ...AUDIOBOOK });
    },
    ...BESIDE,
  },
  put_aside: { given: (fake, title) => void fake.given.book({ ...title, format: 'ebook' }), ...ADDED },
  awaited: {
    given: (fake, title) => void fake.given.book({ ...title, format: 'ebook', monitored: true }),
    ...{ formats: EBOOK, watched: EBOOK, isChanged: false },
  },
  held: {
    given: (fake, title) => void fake.given.book({ ...title, format: 'ebook', hasFile: true }),
    ...{ formats: EBOOK, watched: [], isChanged: false },
  },
};
