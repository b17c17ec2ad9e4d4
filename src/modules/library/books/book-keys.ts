import type { ChaptarrBook, ChaptarrEdition } from '../../../clients/chaptarr/chaptarr-book.js';
import { isbn13Of } from './book-numbers.js';

/** What a record or a lookup says about which title it is. A text is null where it says nothing. */
export type IdentifiedBook = Pick<
  ChaptarrBook,
  'foreignBookId' | 'foreignEditionId' | 'hardcoverBookId' | 'goodreadsBookId' | 'goodreadsWorkId' | 'openLibraryWorkId'
> & {
  readonly editions: readonly Pick<ChaptarrEdition, 'foreignEditionId' | 'isbn13' | 'isbn10' | 'asin'>[];
};

/** The book catalog's prefix in its own feed, and in the ids of the book manager: they are one. */
const ASKED = 'bc:';
const NATIVE = 'hc:';

const EDITION = ':edition:';

/** Prefixes of ids that name a work when a title is filed under them; others name an edition. */
const OF_WORKS: ReadonlySet<string> = new Set([NATIVE, 'gr:', 'ol:']);

/**
 * An id of a title in the one form in which ids are compared: `bc:7` and `hc:7` are the same. Null for what is no id.
 * Source: issue of books and albums, work identity; upstream Chaptarr facts, Provider ids.
 */
export function nativeKey(foreignId: string | null): string | null {
  const text = foreignId?.trim() ?? '';
  return isMeaningful(text) ? withPrefix(text) : null;
}

/**
 * What identifies a title, as `native:`, `work:`, `edition:` and `isbn13:` keys. An id of a work is none of an edition, even of
 * one provider. Placeholders such as 0 are left out.
 * Source: doc 2 section 4, Requests rule 8; doc 4 section 2, identity_keys.
 */
export function identityKeys(book: IdentifiedBook): readonly string[] {
  const keys = [...keysOfId(book.foreignBookId)];
  // A title is mostly filed under the id of its work: then this would say the same again.
  if (book.hardcoverBookId !== book.foreignBookId) add(keys, 'work:', idOf('hc:', book.hardcoverBookId));
  add(keys, 'work:', idOf('gr:', book.goodreadsWorkId));
  add(keys, 'work:', idOf('ol:', book.openLibraryWorkId));
  const edition = editionKey(book.foreignEditionId);
  if (edition !== null) keys.push(edition);
  add(keys, 'edition:', editionOf('gr:', book.goodreadsBookId));
  for (const { foreignEditionId, isbn13, isbn10, asin } of book.editions) {
    add(keys, 'edition:', editionOf('hc:', foreignEditionId));
    add(keys, 'edition:', idOf('az:', asin));
    add(keys, 'isbn13:', isbn13Of(isbn13));
    add(keys, 'isbn13:', isbn13Of(isbn10));
  }
  return book.editions.length === 0 ? keys : [...new Set(keys)];
}

/** The `identityKeys` that an id alone says: the native key first, then its work or edition. Empty for what is no id. */
export function keysOfId(foreignId: string | null): readonly string[] {
  const native = nativeKey(foreignId);
  if (native === null) return [];
  if (native.includes(EDITION)) return [`native:${native}`, `edition:${native.replace(EDITION, ':')}`];
  return OF_WORKS.has(prefixOf(native)) ? [`native:${native}`, `work:${native}`] : [`native:${native}`];
}

/** The key of an edition of the library's own catalog. Null for what is no id. */
export function editionKey(foreignEditionId: string | null): string | null {
  const id = editionOf('hc:', foreignEditionId);
  return id === null ? null : `edition:${id}`;
}

function add(keys: string[], namespace: string, id: string | null): void {
  if (id !== null) keys.push(`${namespace}${id}`);
}

const editionOf = (prefix: string, id: string | null): string | null => idOf(prefix, id)?.replace(EDITION, ':') ?? null;

/** One without a prefix gets that of its field. Null for what is no id. */
function idOf(prefix: string, id: string | null): string | null {
  const text = id?.trim() ?? '';
  if (!isMeaningful(text)) return null;
  if (text.startsWith(prefix)) return text;
  return text.includes(':') ? withPrefix(text) : `${prefix}${text}`;
}

function withPrefix(text: string): string {
  if (text.startsWith(NATIVE)) return text;
  const prefix = prefixOf(text);
  return `${prefix === ASKED ? NATIVE : prefix}${text.slice(prefix.length)}`;
}

/** With its colon, in small letters; empty without a prefix. */
const prefixOf = (text: string): string => text.slice(0, text.indexOf(':') + 1).toLowerCase();

/** Does the id name anything? Nothing, and zero, don't. */
function isMeaningful(text: string): boolean {
  const last = text.at(-1);
  return last !== undefined && ((last !== '0' && last !== ':') || !PLACEHOLDER.test(text));
}

const PLACEHOLDER = /^(?:[a-z]+:)?(?:edition:)?0*$/i;
