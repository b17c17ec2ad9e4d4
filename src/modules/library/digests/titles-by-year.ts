import { byName, inTurn, largestFirst, type Order } from './name-order.js';

/** A title with the year in which it came out, or will. */
interface DatedTitle {
  readonly title: string;
  /** Null where it is unknown. */
  readonly year: number | null;
}

/** Years further ahead than this are no dates, but placeholders. Source: doc 4 section 2, book-author. */
const YEARS_AHEAD = 5;

/**
 * The newest titles first. Those without a year trail, and so do those whose year lies more than five ahead. Titles of
 * one year are ordered by name.
 *
 * Source: doc 4 section 2, book-author.
 *
 * @param now epoch milliseconds
 */
export function newestYearFirst<T extends DatedTitle>(titles: Iterable<T>, now: number): readonly T[] {
  const latest = new Date(now).getUTCFullYear() + YEARS_AHEAD;
  const yearOf = ({ year }: DatedTitle): number | null => (year !== null && year <= latest ? year : null);
  const order: Order<DatedTitle> = inTurn(
    (one, other) => largestFirst(yearOf(one), yearOf(other)),
    (one, other) => byName(one.title, other.title),
  );
  return [...titles].sort(order);
}

/** The year of a moment in UTC, as the managers write release days; null without one. */
export const yearOf = (moment: number | null): number | null =>
  moment === null ? null : new Date(moment).getUTCFullYear();
