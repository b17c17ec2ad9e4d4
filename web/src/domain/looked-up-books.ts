import type { CatalogTitle } from './card-title.js';
import { bookCover } from './catalog-titles.js';
import { catalogId } from './title-key.js';

/** The forms in which a book is requested. */
export type BookFormat = 'ebook' | 'audiobook';

/** What a book's page says of it. */
export interface BookFacts extends CatalogTitle {
  readonly overview: string;
  /** As it is written; empty for none. */
  readonly series: string;
  /** The formats that the library's metadata names; empty where it names none. */
  readonly formats: readonly BookFormat[];
}

type Entry = Readonly<Record<string, unknown>>;

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** An id that names a book and makes an address; `hc:0` and the like name none. */
const ID = /^[A-Za-z]+:[1-9][\w:-]{0,90}$/;

/**
 * The books in an answer of a book library's lookup, in its order: both formats of a title are one book. The answer comes from
 * outside: what has no id or no title is left out.
 */
export function lookedUpBooks(answer: unknown): readonly BookFacts[] {
  const books = new Map<string, BookFacts>();
  for (const entry of Array.isArray(answer) ? (answer as unknown[]).filter(isEntry) : []) {
    const book = bookOf(entry);
    if (!book) continue;
    const known = books.get(book.id);
    books.set(book.id, known ? { ...known, formats: [...new Set([...known.formats, ...book.formats])] } : book);
  }
  return [...books.values()];
}

function bookOf(entry: Entry): BookFacts | undefined {
  const id = text(entry.foreignBookId);
  const title = text(entry.title);
  if (!ID.test(id) || title === '') return undefined;
  const cover = coverOf(entry.images);
  const { mediaType: format } = entry;
  return {
    kind: 'book',
    id: catalogId('book', id),
    title,
    by: isEntry(entry.author) ? text(entry.author.authorName) : '',
    year: /^(?!0001)\d{4}(?=-)/.exec(text(entry.releaseDate))?.[0] ?? '',
    overview: text(entry.overview),
    series: text(entry.seriesTitle),
    formats: format === 'ebook' || format === 'audiobook' ? [format] : [],
    ...(cover === undefined ? {} : { cover }),
  };
}

function coverOf(images: unknown): string | undefined {
  const covers = Array.isArray(images) ? (images as unknown[]).filter(isEntry) : [];
  return covers
    .flatMap(({ remoteUrl, url }) => [bookCover(text(remoteUrl)), bookCover(text(url))])
    .find((cover) => cover !== undefined);
}
