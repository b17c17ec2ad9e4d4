/** What a browse of films or series is cut down to, as the address has it; empty for no limit. */
export interface BrowseFilters {
  /** The number of a genre. */
  readonly genre: string;
  /** Four digits. */
  readonly year: string;
  /** ISO 639-1. */
  readonly language: string;
  /** The number of somebody who streams. */
  readonly provider: string;
}

/** The filters, by their names in the address and in the order in which they are offered. */
export const FILTERS = ['genre', 'year', 'language', 'provider'] as const satisfies readonly (keyof BrowseFilters)[];

const TAKES: Readonly<Record<keyof BrowseFilters, RegExp>> = {
  genre: /^[1-9]\d{0,9}$/,
  year: /^(?:18|19|20)\d{2}$/,
  language: /^[a-z]{2}$/,
  provider: /^[1-9]\d{0,9}$/,
};

/** The filters in an address; what one of them doesn't take filters nothing. */
export function filtersIn(query: URLSearchParams): BrowseFilters {
  const [genre, year, language, provider] = FILTERS.map((name) => {
    const value = query.get(name) ?? '';
    return TAKES[name].test(value) ? value : '';
  }) as [string, string, string, string];
  return { genre, year, language, provider };
}

/** Is anything filtered? */
export const isFiltered = (filters: BrowseFilters): boolean => FILTERS.some((name) => filters[name] !== '');

/**
 * The parameters of such a browse.
 *
 * @param region where somebody streams, of two letters
 */
export function browseQuery(kind: 'movie' | 'tv', { genre, year, language, provider }: BrowseFilters, region: string) {
  return {
    ...(genre === '' ? {} : { with_genres: genre }),
    ...(language === '' ? {} : { with_original_language: language }),
    ...(provider === '' ? {} : { with_watch_providers: provider, watch_region: region }),
    ...(year === '' ? {} : { [kind === 'movie' ? 'primary_release_year' : 'first_air_date_year']: Number(year) }),
  };
}

/** The years that are offered, the newest first: next year has titles, too. */
export const yearsUntil = (now: Date): readonly number[] =>
  Array.from({ length: now.getFullYear() + 1 - 1919 }, (_, at) => now.getFullYear() + 1 - at);

/** The country of the reader, where what is streamed is looked for; the United States where their browser names none. */
export function regionOf(languages: readonly string[]): string {
  for (const language of languages) {
    const [, region] = /-([A-Z]{2})$/.exec(language) ?? [];
    if (region !== undefined) return region;
  }
  return 'US';
}

/** A choice of a filter. */
export interface FilterChoice {
  /** As the address has it. */
  readonly value: string;
  readonly name: string;
}

type Entry = Readonly<Record<string, unknown>>;

/**
 * The choices in a list of the metadata provider's, in its order. The list comes from outside: what has no name, or no value that
 * the filter takes, is left out.
 */
export function choicesIn(
  list: readonly Entry[],
  filter: keyof BrowseFilters,
  { value, name }: { readonly value: string; readonly name: string },
): readonly FilterChoice[] {
  return list.flatMap((entry) => {
    const [own, label] = [entry[value], entry[name]];
    const choice = typeof own === 'number' || typeof own === 'string' ? String(own) : '';
    return TAKES[filter].test(choice) && typeof label === 'string' && label.trim() !== ''
      ? [{ value: choice, name: label.trim() }]
      : [];
  });
}
