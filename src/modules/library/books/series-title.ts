import { smallestFirst, type Order } from '../digests/name-order.js';

/** A place in a series. */
export interface SeriesPlace {
  readonly name: string;
  /** As it is written, `1`, `0.5` or `1-3`; empty where none is stated. */
  readonly position: string;
}

const MARK = ' #';

/**
 * The series that a text of the book manager names: `Tidal Atlas #1`, or several with semicolons between them. Each is
 * split at its last ` #`. None where the text is empty.
 *
 * A semicolon separates only after a stated position: it may belong to a name.
 *
 * Source: doc 2 section 4, Library digest rules, book-series; upstream Readarr facts, Series.
 */
export function seriesPlaces(seriesTitle: string | null): readonly SeriesPlace[] {
  const places: SeriesPlace[] = [];
  let open = '';
  for (const part of (seriesTitle ?? '').split('; ')) {
    open = open === '' ? part : `${open}; ${part}`;
    const at = open.lastIndexOf(MARK);
    if (at < 0) continue;
    places.push({ name: open.slice(0, at).trim(), position: open.slice(at + MARK.length) });
    open = '';
  }
  places.push({ name: open.trim(), position: '' });
  return places.filter(({ name }) => name !== '');
}

/** The number with which a position begins; null where it begins with none. */
export function leadingNumber(position: string): number | null {
  const [digits] = /^\s*\d+(?:\.\d+)?/.exec(position) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Positions by their leading numbers; what states none comes last. */
export const byPosition: Order<string> = (one, other) => smallestFirst(leadingNumber(one), leadingNumber(other));
