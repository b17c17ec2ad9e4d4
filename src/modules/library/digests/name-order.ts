/** Compares two values: less than 0 when the first comes first. */
export type Order<T> = (one: T, other: T) => number;

const COLLATOR = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** More than names have. A hostile manager may write longer ones, and comparing those takes long. */
const COMPARED_LETTERS = 200;

/**
 * Names as people sort them: without regard to case and accents, numbers by their value. Equal ones by their letters. Only
 * their first 200 characters are compared.
 */
export const byName: Order<string> = (one, other) => {
  const [first, second] = [one.slice(0, COMPARED_LETTERS), other.slice(0, COMPARED_LETTERS)];
  return COLLATOR.compare(first, second) || byLetters(first, second);
};

/** Texts by their letters alone: the last resort that makes an order total. */
export const byLetters: Order<string> = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

/** Larger numbers first; what has none comes last. */
export const largestFirst: Order<number | null> = (one, other) =>
  one === null || other === null ? smallestFirst(one, other) : other - one;

/** Smaller numbers first; what has none comes last. */
export const smallestFirst: Order<number | null> = (one, other) => {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one - other;
};

/** The first order that decides. */
export const inTurn =
  <T>(...orders: readonly Order<T>[]): Order<T> =>
  (one, other) => {
    for (const order of orders) {
      const decided = order(one, other);
      if (decided !== 0) return decided;
    }
    return 0;
  };

/** The first of them in this order, at most so many. Those that are equal in it keep theirs. No more than so many are ever sorted. */
export function firstInOrder<T>(all: Iterable<T>, count: number, order: Order<T>): readonly T[] {
  const first: T[] = [];
  for (const one of all) {
    const last = first.at(-1);
    if (first.length >= count && last !== undefined && order(last, one) <= 0) continue;
    first.splice(placeOf(one, first, order), 0, one);
    if (first.length > count) first.pop();
  }
  return first;
}

/** Where it belongs among what is sorted: behind those that are equal. */
function placeOf<T>(one: T, sorted: readonly T[], order: Order<T>): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (order(sorted[middle] as T, one) <= 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** A title with the year in which it came out, or will. */
interface DatedTitle {
  readonly title: string;
  /** Null where it is unknown. */
  readonly year: number | null;
}

/** Years further ahead than this are no dates, but placeholders. */
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
