/** The kinds that a search has tabs for. */
export type SearchKind = 'all' | 'films' | 'series' | 'books' | 'music' | 'people';

/** How much of a kind was found. */
export interface KindCount {
  /** `…` until that is known; undefined where there may be some, and none was seen yet. */
  readonly count: number | '…' | undefined;
  /** Is there more than was counted? */
  readonly hasMore: boolean;
}

interface Found {
  /** What the mixed list has so far: undefined until its first page is there. */
  readonly main:
    | {
        readonly titles: readonly { readonly kind: string }[];
        readonly people: readonly unknown[];
        readonly total?: number | undefined;
      }
    | undefined;
  readonly hasMore: boolean;
  /** May the provider's own count be told? */
  readonly isCounted: boolean;
  /** How many books and albums; null where they aren't looked for, undefined until that is known. */
  readonly books: number | null | undefined;
  readonly music: number | null | undefined;
  readonly hasMoreMusic: boolean;
}

/**
 * How much of each kind a search has found. Films, series and people come mixed and page by page, so that of each only those on the
 * pages that were read are known; how many there are together, the provider says.
 */
export function kindCounts(found: Found): Readonly<Record<SearchKind, KindCount>> {
  const { main, hasMore, isCounted, books, music, hasMoreMusic } = found;
  const counted = (count: number | null | undefined, more: boolean): KindCount =>
    count === undefined
      ? { count: '…', hasMore: false }
      : { count: count === 0 && more ? undefined : (count ?? 0), hasMore: more };
  const ofKind = (kind: string): KindCount =>
    counted(main?.titles.filter((title) => title.kind === kind).length, hasMore);
  const read = main && main.titles.length + main.people.length;
  const isTold = hasMore && isCounted && main?.total !== undefined;
  const mixed = isTold ? main?.total : read;
  const isPending = mixed === undefined || books === undefined || music === undefined;
  return {
    all: isPending
      ? { count: '…', hasMore: false }
      : { count: mixed + (books ?? 0) + (music ?? 0), hasMore: (hasMore && !isTold) || hasMoreMusic },
    films: ofKind('movie'),
    series: ofKind('tv'),
    people: counted(main?.people.length, hasMore),
    books: counted(books, false),
    music: counted(music, hasMoreMusic),
  };
}
