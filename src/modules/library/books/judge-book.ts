import { UNKNOWN_TITLE, type Circumstances } from '../cache/library-kind.js';
import { judgeFormat, type FormatAvailability } from './book-availability.js';
import { keysOfId, nativeKey } from './book-keys.js';
import type { BookFormat, BoundBook } from './book-projection.js';

interface TitleGroup {
  /** See `identityKeys`. */
  readonly identityKeys: readonly string[];
}

/** The titles of a library by everything that identifies them; null where a key names several. */
export type TitlesByKey<Group> = ReadonlyMap<string, Group | null>;

/** The title that is meant; undefined when the library has none that is; `ambiguous` when several could be. */
export type Binding<Group> = Group | undefined | 'ambiguous';

/** Indexes the titles of a library. */
export function titlesByKey<Group extends TitleGroup>(groups: Iterable<Group>): TitlesByKey<Group> {
  const index = new Map<string, Group | null>();
  for (const group of groups) {
    for (const key of group.identityKeys) {
      const known = index.get(key);
      index.set(key, known === undefined || known === group ? group : null);
    }
  }
  return index;
}

/**
 * Which title of the library is meant? The exact native id decides when the library has it. Otherwise all other ids and ISBNs
 * that are known of it count, each in its own namespace. They have to name one title alone: when they name two, or one belongs
 * to two, nothing is bound. A title's words never count.
 * Source: doc 2 section 4, Requests rule 8.
 * @param foreignId `hc:<n>` or `bc:<n>`
 * @param known `identityKeys` of a lookup, or of a record that is gone
 */
export function bindBook<Group extends TitleGroup>(
  foreignId: string,
  known: readonly string[],
  titles: TitlesByKey<Group>,
): Binding<Group> {
  const [exact = '', ...implied] = keysOfId(foreignId);
  const filed = titles.get(exact);
  if (filed !== undefined) return filed ?? 'ambiguous';
  const found = new Set<Group>();
  for (const key of [...implied, ...known]) {
    const group = key.startsWith('native:') ? undefined : titles.get(key);
    if (group === null) return 'ambiguous';
    if (group !== undefined) found.add(group);
  }
  if (found.size > 1) return 'ambiguous';
  const [only] = found;
  return only;
}

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

export interface BookAvailability {
  readonly ebook: FormatAvailability;
  readonly audiobook: FormatAvailability;
  /** The id under which the library files the title, where it is another than the asked one; null otherwise. */
  readonly canonicalForeignId: string | null;
}

export interface BookIndex {
  readonly titles: TitlesByKey<BoundBook>;
  readonly records: ReadonlyMap<number, BoundBook>;
}

export interface ReadBooks extends Circumstances {
  readonly index: BookIndex;
}

const AMBIGUOUS: FormatAvailability = { known: false, reason: 'identity_ambiguous' };

export const UNKNOWN_BOOK: BookAvailability = {
  ebook: UNKNOWN_TITLE,
  audiobook: UNKNOWN_TITLE,
  canonicalForeignId: null,
};

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
 * The asked id decides where the library files a title under it. Otherwise a record that was made for a format says which title
 * is meant, also where it is filed under another id now. Without one, or when it is gone, what else the ids say decides
 * (`bindBook`): of the asked one, then of the one under which the title was filed. What no id finds is unavailable; what two
 * titles could be is unknown.
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
