import type { DownloadQueue } from '../cache/download-queue.js';
import { bindBook, titlesByKey, type Binding, type TitlesByKey } from './bind-book.js';
import { judgeFormat, type FormatAvailability } from './book-availability.js';
import { keysOfId, nativeKey } from './book-keys.js';
import type { BookFormat, BoundBook } from './book-projection.js';

/** A title that is asked about. */
export interface AskedBook {
  /** The id that was asked for, `hc:<n>` or `bc:<n>`. */
  readonly foreignId: string;
  /** What else is known of the title, as `identityKeys` says it. */
  readonly identityKeys?: readonly string[];
  /** The id under which the library filed the title when it was delivered; null where it is not known. */
  readonly canonicalForeignId?: string | null;
  /** The manager's own ids of the records that were made or found for the title; null where there is none. */
  readonly recordIds?: Readonly<Partial<Record<BookFormat, number | null>>>;
}

/** The current status of a title in one library. */
export interface BookAvailability {
  readonly ebook: FormatAvailability;
  readonly audiobook: FormatAvailability;
  /** The id under which the library files the title, where it is another than the asked one; null otherwise. */
  readonly canonicalForeignId: string | null;
}

/** The titles of a library, to find one by what identifies it or by the id of a record. */
export interface BookIndex {
  readonly titles: TitlesByKey<BoundBook>;
  readonly records: ReadonlyMap<number, BoundBook>;
}

/** What a library says at one moment. */
export interface ReadBooks {
  readonly index: BookIndex;
  /** Are there records whose title can't be read? */
  readonly hasUnplaced: boolean;
  /** Null when the queue can't be read. */
  readonly queue: DownloadQueue | null;
}

const UNREADABLE: FormatAvailability = { known: false, reason: 'library_unavailable' };

const AMBIGUOUS: FormatAvailability = { known: false, reason: 'identity_ambiguous' };

/** The status of every title of a library that can't be read. */
export const UNKNOWN_BOOK: BookAvailability = { ebook: UNREADABLE, audiobook: UNREADABLE, canonicalForeignId: null };

/** Indexes the titles of a library. */
export function bookIndex(books: Iterable<BoundBook>): BookIndex {
  const all = [...books];
  const records = new Map<number, BoundBook>();
  for (const book of all) {
    for (const held of [book.ebook, book.audiobook, book.unresolved]) {
      for (const recordId of held?.recordIds ?? NONE) records.set(recordId, book);
    }
  }
  return { titles: titlesByKey(all), records };
}

/**
 * The status of a title in both formats.
 *
 * The asked id decides where the library files a title under it. Otherwise a record that was made for a format says which
 * title is meant, also where it is filed under another id now. Without one, or when the record is gone, what else the ids say decides
 * (`bindBook`): of the asked one, then of the one under which the title was filed. What no id finds is unavailable; what
 * two titles could be is unknown.
 *
 * Source: doc 2 section 4, Requests rules 7 and 8, and section 3 (a record that is gone heals to unavailable).
 */
export function judgeBook(asked: AskedBook, { index, hasUnplaced, queue }: ReadBooks): BookAvailability {
  const { ebook, audiobook } = bindFormats(asked, index);
  const judge = (book: Binding<BoundBook>, format: BookFormat): FormatAvailability =>
    book === 'ambiguous' ? AMBIGUOUS : judgeFormat(book, format, { queue, hasUnplaced });
  const filed = [ebook, audiobook].find((book) => book !== undefined && book !== 'ambiguous');
  return {
    ebook: judge(ebook, 'ebook'),
    audiobook: judge(audiobook, 'audiobook'),
    canonicalForeignId: filed && isOther(filed, asked) ? filed.foreignBookId : null,
  };
}

/** The title that is meant, for each format: see {@link judgeBook}. */
export function bindFormats(asked: AskedBook, index: BookIndex): Readonly<Record<BookFormat, Binding<BoundBook>>> {
  const byIds = bindByIds(asked, index.titles);
  const [native = ''] = keysOfId(asked.foreignId);
  const isExact = Boolean(index.titles.get(native));
  const boundBy = (format: BookFormat): Binding<BoundBook> => {
    const recordId = isExact ? null : (asked.recordIds?.[format] ?? null);
    return (recordId === null ? undefined : index.records.get(recordId)) ?? byIds;
  };
  return { ebook: boundBy('ebook'), audiobook: boundBy('audiobook') };
}

function bindByIds(asked: AskedBook, titles: TitlesByKey<BoundBook>): Binding<BoundBook> {
  const { foreignId, identityKeys = NO_KEYS, canonicalForeignId = null } = asked;
  const bound = bindBook(foreignId, identityKeys, titles);
  return bound === undefined && canonicalForeignId !== null ? bindBook(canonicalForeignId, NO_KEYS, titles) : bound;
}

const isOther = (filed: BoundBook, { foreignId }: AskedBook): boolean =>
  filed.foreignBookId !== '' && nativeKey(filed.foreignBookId) !== nativeKey(foreignId);

const NONE: readonly number[] = [];
const NO_KEYS: readonly string[] = [];
