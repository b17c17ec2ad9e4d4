/** Compares two values: less than 0 when the first comes first. */
export type Order<T> = (one: T, other: T) => number;

const COLLATOR = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Names as people sort them: without regard to case and accents, numbers by their value. Equal ones by their letters. */
export const byName: Order<string> = (one, other) => COLLATOR.compare(one, other) || byLetters(one, other);

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
