/** A page of a feed or search. */
export interface MusicPage<T> {
  readonly results: readonly T[];
  readonly page: number;
  /** Where the provider has more, whatever was left out of this page. */
  readonly nextPage?: number;
  /** Who says so: the catalog or the charts. */
  readonly source: 'music_metadata' | 'music_charts';
  /** Why a page is empty, in words for people. */
  readonly emptyMessage?: string;
}

/** So many entries of a provider make a page. Source: doc 2 §4 Music. */
const ENTRIES_A_PAGE = 20;

/** The last page that anybody gets. */
const LAST_PAGE = 500;

/** Which entries of the provider make a page? */
export const spanOf = (page: number): { readonly limit: number; readonly offset: number } => ({
  limit: ENTRIES_A_PAGE,
  offset: (page - 1) * ENTRIES_A_PAGE,
});

/** More entries than these nobody can leaf through to. */
export const MOST_ENTRIES = LAST_PAGE * ENTRIES_A_PAGE;

/** What a provider has said of its entries. */
interface ProviderEntries {
  /** How many it has altogether. */
  readonly total: number;
  /** How many it gave for this page, before anything was left out. */
  readonly given: number;
}

/**
 * The page after this one, when the provider has entries for it. One that gave none has come to its end, whatever it counts.
 * Source: doc 2 §4 Music.
 */
export const nextPageOf = (page: number, { total, given }: ProviderEntries): number | undefined =>
  given > 0 && page * ENTRIES_A_PAGE < total && page < LAST_PAGE ? page + 1 : undefined;

/** What an empty page says: that there is nothing, or that it is further on. */
export function emptyMessageOf(
  { results, nextPage }: Pick<MusicPage<unknown>, 'results' | 'nextPage'>,
  nothing: string,
): string | undefined {
  if (results.length > 0) return undefined;
  return nextPage === undefined ? nothing : 'Nothing on this page fits; there is more on the next one.';
}
