import { MOST_LISTED } from '../digests/creators.js';
import { firstInOrder, byLetters, byName, inTurn, smallestFirst, type Order } from '../digests/name-order.js';
import { isHeld, type BoundBook } from './book-projection.js';

export interface PositionInSeries {
  readonly name: string;
  /** As it is written, `1`, `0.5` or `1-3`; empty where none is stated. */
  readonly position: string;
}

const MARK = ' #';
const SEPARATOR = '; ';

/** A longer text is cut off: a hostile manager may write one. */
const LONGEST_TEXT = 2_000;

/** A hostile manager may name hundreds of series for each of thousands of titles. */
const MOST_SERIES = 20;

/**
 * The series in a text of the book manager: `Tidal Atlas #1`, or several with semicolons between them, each split at its last `
 * #`. A semicolon may belong to a name: it separates only after a stated position.
 * Source: doc 2 section 4, Library digest rules, book-series; upstream Readarr facts, Series.
 */
export function seriesPositions(seriesTitle: string | null): readonly PositionInSeries[] {
  const text = (seriesTitle ?? '').slice(0, LONGEST_TEXT);
  const places: PositionInSeries[] = [];
  const add = (written: string, position: string): void => {
    const name = written.trim();
    if (name !== '') places.push({ name, position });
  };
  let start = 0;
  let from = 0;
  while (from < text.length) {
    if (places.length === MOST_SERIES) return places;
    const separator = text.indexOf(SEPARATOR, from);
    const end = separator < 0 ? text.length : separator;
    // The part alone is searched, as no earlier one has a mark; the space of the separator may begin one.
    const searched = from === start ? from : from - 1;
    const at = text.slice(searched, end).lastIndexOf(MARK);
    from = end + SEPARATOR.length;
    if (at < 0) continue;
    const mark = searched + at;
    add(text.slice(start, mark), text.slice(mark + MARK.length, end));
    start = from;
  }
  add(text.slice(start), '');
  return places;
}

export function leadingNumber(position: string): number | null {
  const [digits] = /^\s*\d+(?:\.\d+)?/.exec(position) ?? [];
  return digits === undefined ? null : Number(digits);
}

const byPosition: Order<string> = (one, other) => smallestFirst(leadingNumber(one), leadingNumber(other));

interface SeriesBook {
  readonly book: BoundBook;
  /** As it is written; empty where none is stated. */
  readonly position: string;
}

/** A series of a library. It has no id but its name. */
export interface BookSeries {
  readonly name: string;
  /** At most three, each once. See `shownPicture`. */
  readonly covers: readonly string[];
  /** Titles in the library; one that is there in two formats counts once. */
  readonly titleCount: number;
  /** Those with something on disk. */
  readonly availableCount: number;
}

export type SeriesSort = 'titles' | 'name';

const MOST_COVERS = 3;

/** By position, those without one last, then by their words. */
const BY_POSITION: Order<SeriesBook> = inTurn(
  (one, other) => byPosition(one.position, other.position),
  (one, other) => byName(one.book.title, other.book.title),
  (one, other) => byLetters(one.book.key, other.book.key),
);

/** Book one, then from 1 on, then below 1, then those without a position; in each of these what is owned first. */
const BY_COVER: Order<SeriesBook> = inTurn(
  (one, other) => coverRank(one) - coverRank(other),
  (one, other) => Number(isHeld(other.book)) - Number(isHeld(one.book)),
  (one, other) => smallestFirst(leadingNumber(one.position), leadingNumber(other.position)),
  (one, other) => byName(one.book.title, other.book.title),
  (one, other) => byLetters(one.book.key, other.book.key),
);

function coverRank({ position }: SeriesBook): number {
  const number = leadingNumber(position);
  if (number === null) return 3;
  if (number === 1) return 0;
  return number > 1 ? 1 : 2;
}

const BY_NAME: Order<BookSeries> = (one, other) => byName(one.name, other.name);

const ORDERS: Readonly<Record<SeriesSort, Order<BookSeries>>> = {
  titles: inTurn((one, other) => other.availableCount - one.availableCount, BY_NAME),
  name: BY_NAME,
};

/** Those with something on disk, in no order. Source: doc 2 section 4, Library digest rules, book-series. */
export function bookSeries(books: Iterable<BoundBook>): readonly BookSeries[] {
  return [...booksBySeries(books)]
    .map(([name, all]) => summaryOf(name, all))
    .filter(({ availableCount }) => availableCount > 0);
}

export function listSeries(
  all: readonly BookSeries[],
  sort: SeriesSort,
): { readonly series: readonly BookSeries[]; readonly total: number } {
  return { series: firstInOrder(all, MOST_LISTED, ORDERS[sort]), total: all.length };
}

/** Null when no title names it; nothing of it need be on disk. Source: doc 2 section 4, Library digest rules, book-series. */
export function seriesPage(
  books: Iterable<BoundBook>,
  name: string,
): { readonly series: BookSeries; readonly titles: readonly SeriesBook[] } | null {
  const all = booksBySeries(books).get(name);
  return all ? { series: summaryOf(name, all), titles: all.sort(BY_POSITION) } : null;
}

const summaryOf = (name: string, all: readonly SeriesBook[]): BookSeries => ({
  name,
  covers: coversOf(all),
  titleCount: all.length,
  availableCount: all.filter(({ book }) => isHeld(book)).length,
});

/** Each title once in a series, at the first place in it that it states. */
function booksBySeries(books: Iterable<BoundBook>): Map<string, SeriesBook[]> {
  const all = new Map<string, SeriesBook[]>();
  for (const book of books) {
    for (const { name, position } of seriesPositions(book.seriesTitle)) {
      const known = all.get(name);
      if (!known) all.set(name, [{ book, position }]);
      else if (known.at(-1)?.book !== book) known.push({ book, position });
    }
  }
  return all;
}

function coversOf(books: readonly SeriesBook[]): readonly string[] {
  const covers = [...books].sort(BY_COVER).flatMap(({ book }) => (book.cover === null ? [] : [book.cover]));
  return [...new Set(covers)].slice(0, MOST_COVERS);
}
