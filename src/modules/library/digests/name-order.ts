/** Compares two values: less than 0 when the first comes first. */
export type Order<T> = (one: T, other: T) => number;

const COLLATOR = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** More than names have. A hostile manager may write longer ones, and comparing those takes long. */
const COMPARED_LETTERS = 200;

/** Names as people sort them: regardless of case and accents, numbers by value. Only the first 200 characters are compared. */
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

export const inTurn =
  <T>(...orders: readonly Order<T>[]): Order<T> =>
  (one, other) => {
    for (const order of orders) {
      const decided = order(one, other);
      if (decided !== 0) return decided;
    }
    return 0;
  };

/** Equal ones keep their order. No more than so many are ever sorted. */
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

function placeOf<T>(one: T, sorted: readonly T[], order: Order<T>): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (order(sorted[middle] as T, one) <= 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

interface DatedTitle {
  readonly title: string;
  /** Null where it is unknown. */
  readonly year: number | null;
}

/** Years further ahead than this are no dates, but placeholders. */
const YEARS_AHEAD = 5;

/**
 * The newest first, by name in a year. Those without a year, or with one more than five ahead, come last.
 * Source: doc 4 section 2, book-author.
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
