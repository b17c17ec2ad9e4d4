import { smallestFirst, type Order } from '../digests/name-order.js';

/** A place in a series. */
export interface SeriesPlace {
  readonly name: string;
  /** As it is written, `1`, `0.5` or `1-3`; empty where none is stated. */
  readonly position: string;
}

const MARK = ' #';
const SEPARATOR = '; ';

/** More than series of a title are called; a longer text is cut off, as a hostile manager may write one. */
const LONGEST_TEXT = 2_000;

/** More series than a title belongs to. A hostile manager may name hundreds for each of thousands of titles. */
const MOST_SERIES = 20;

/**
 * The series that a text of the book manager names: `Tidal Atlas #1`, or several with semicolons between them. Each is
 * split at its last ` #`. None where the text is empty. Only the first 2,000 characters and the first 20
 * series are read.
 *
 * A semicolon separates only after a stated position: it may belong to a name.
 *
 * Source: doc 2 section 4, Library digest rules, book-series; upstream Readarr facts, Series.
 */
export function seriesPlaces(seriesTitle: string | null): readonly SeriesPlace[] {
  const text = (seriesTitle ?? '').slice(0, LONGEST_TEXT);
  const places: SeriesPlace[] = [];
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

/** The number with which a position begins; null where it begins with none. */
export function leadingNumber(position: string): number | null {
  const [digits] = /^\s*\d+(?:\.\d+)?/.exec(position) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Positions by their leading numbers; what states none comes last. */
export const byPosition: Order<string> = (one, other) => smallestFirst(leadingNumber(one), leadingNumber(other));
