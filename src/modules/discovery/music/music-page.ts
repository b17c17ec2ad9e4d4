export interface MusicPage<T> {
  readonly results: readonly T[];
  readonly page: number;
  /** Where the provider has more, whatever was left out of this page. */
  readonly nextPage?: number;
  readonly source: 'music_metadata' | 'music_charts';
  readonly emptyMessage?: string;
}

const ENTRIES_A_PAGE = 20;

const LAST_PAGE = 500;

export const spanOf = (page: number): { readonly limit: number; readonly offset: number } => ({
  limit: ENTRIES_A_PAGE,
  offset: (page - 1) * ENTRIES_A_PAGE,
});

export const MOST_ENTRIES = LAST_PAGE * ENTRIES_A_PAGE;

interface ProviderEntries {
  readonly total: number;
  /** How many it gave for this page, before anything was left out. */
  readonly given: number;
}

/** A provider that gave nothing has come to its end, whatever it counts. */
export const nextPageOf = (page: number, { total, given }: ProviderEntries): number | undefined =>
  given > 0 && page * ENTRIES_A_PAGE < total && page < LAST_PAGE ? page + 1 : undefined;

export function emptyMessageOf(
  { results, nextPage }: Pick<MusicPage<unknown>, 'results' | 'nextPage'>,
  nothing: string,
): string | undefined {
  if (results.length > 0) return undefined;
  return nextPage === undefined ? nothing : 'Nothing on this page fits; there is more on the next one.';
}

const pageOf =
  (source: MusicPage<unknown>['source']) =>
  <T>(results: readonly T[], page: number, entries: ProviderEntries, nothing: string): MusicPage<T> => {
    const nextPage = nextPageOf(page, entries);
    return { results, page, nextPage, source, emptyMessage: emptyMessageOf({ results, nextPage }, nothing) };
  };

export const catalogPage = pageOf('music_metadata');

export const chartPage = pageOf('music_charts');
