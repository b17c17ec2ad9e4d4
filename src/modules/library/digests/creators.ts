import { byLetters, byName, firstInOrder, inTurn, largestFirst, type Order } from './name-order.js';

/** An author or an artist of a library. */
export interface Creator {
  /** The manager's own id. */
  readonly recordId: number;
  /** The id by which the metadata service knows the creator; empty where the manager names none. */
  readonly foreignId: string;
  /** Empty where the manager reports none. */
  readonly name: string;
  /** See `shownPicture`. */
  readonly image: string | null;
  /** When the creator came into the library, in epoch milliseconds; null where that is unknown. */
  readonly addedAt: number | null;
}

export interface CountedCreator extends Creator {
  /** Titles in the library; one that is there in two formats counts once. */
  readonly titleCount: number;
  /** Those with something on disk. */
  readonly availableCount: number;
}

interface CountedTitle {
  /** The manager's own id of the creator; null where the manager names none. */
  readonly creatorId: number | null;
  readonly isHeld: boolean;
}

export type CreatorSort = 'titles' | 'name' | 'added';

/** The most creators, and the most series, of one answer. */
export const MOST_LISTED = 200;

/** Creators without a title are left out. Source: doc 2 section 4, Library digest rules, book-authors; doc 4 section 2, music-artists. */
export function countCreators(titles: Iterable<CountedTitle>, creators: Iterable<Creator>): readonly CountedCreator[] {
  const counts = new Map<number, { titles: number; held: number }>();
  for (const { creatorId, isHeld } of titles) {
    if (creatorId === null) continue;
    const count = counts.get(creatorId) ?? { titles: 0, held: 0 };
    count.titles += 1;
    if (isHeld) count.held += 1;
    counts.set(creatorId, count);
  }
  return [...creators].flatMap((creator) => {
    const count = counts.get(creator.recordId);
    return count ? [{ ...creator, titleCount: count.titles, availableCount: count.held }] : [];
  });
}

const BY_NAME: Order<CountedCreator> = inTurn(
  (one, other) => byName(one.name, other.name),
  (one, other) => byLetters(one.foreignId, other.foreignId),
  (one, other) => one.recordId - other.recordId,
);

const ORDERS: Readonly<Record<CreatorSort, Order<CountedCreator>>> = {
  titles: inTurn((one, other) => other.availableCount - one.availableCount, BY_NAME),
  name: BY_NAME,
  added: inTurn((one, other) => largestFirst(one.addedAt, other.addedAt), BY_NAME),
};

/**
 * The first 200: those with most titles on disk first, by name, or the newest first, those of unknown date last. The total
 * counts all.
 * Source: doc 2 section 4, Library digest rules, book-authors; doc 4 section 2, sort fallback.
 */
export function listCreators(
  all: readonly CountedCreator[],
  sort: CreatorSort,
): { readonly creators: readonly CountedCreator[]; readonly total: number } {
  return { creators: firstInOrder(all, MOST_LISTED, ORDERS[sort]), total: all.length };
}
