/** A genre as the provider lists it. */
interface TmdbGenre {
  readonly id: number;
  readonly name: string;
}

/** Some of the provider's genres. */
export const GENRES: Readonly<Record<'movie' | 'tv', readonly TmdbGenre[]>> = {
  movie: [
    { id: 28, name: 'Action' },
    { id: 35, name: 'Comedy' },
    { id: 18, name: 'Drama' },
    { id: 10751, name: 'Family' },
    { id: 27, name: 'Horror' },
    { id: 9648, name: 'Mystery' },
  ],
  tv: [
    { id: 10759, name: 'Action & Adventure' },
    { id: 80, name: 'Crime' },
    { id: 18, name: 'Drama' },
    { id: 10762, name: 'Kids' },
    { id: 9648, name: 'Mystery' },
  ],
};

/** Who streams, by country and kind. */
export const WATCH_PROVIDERS: readonly {
  readonly region: string;
  readonly kind: 'movie' | 'tv';
  readonly row: object;
}[] = [
  { region: 'US', kind: 'movie', row: watchProvider('US', 8, 'DemoFlix') },
  { region: 'US', kind: 'tv', row: watchProvider('US', 9, 'DemoSeries') },
  { region: 'DE', kind: 'movie', row: watchProvider('DE', 10, 'DemoKino') },
  { region: 'DE', kind: 'tv', row: watchProvider('DE', 9, 'DemoSeries') },
];

/** The regions in which somebody streams. */
export const WATCH_REGIONS: readonly object[] = [
  { iso_3166_1: 'US', english_name: 'United States of America', native_name: 'United States' },
  { iso_3166_1: 'DE', english_name: 'Germany', native_name: 'Germany' },
];

/** Some of the languages that titles are in. */
export const LANGUAGES: readonly object[] = [
  { iso_639_1: 'en', english_name: 'English', name: 'English' },
  { iso_639_1: 'de', english_name: 'German', name: 'Deutsch' },
];

/** Keywords and companies that can be searched for. */
export const TERMS: Readonly<Record<'keyword' | 'company', readonly { readonly id: number; readonly name: string }[]>> =
  {
    keyword: [
      { id: 818, name: 'lighthouse' },
      { id: 825, name: 'storm' },
      { id: 7001, name: 'lighthouse keeper' },
    ],
    company: [company(9001, 'Tideline Pictures'), company(9002, 'Harbor House')],
  };

function company(id: number, name: string): { readonly id: number; readonly name: string } {
  const looks = { logo_path: '/logo.png', origin_country: 'US' };
  return { id, name, ...looks };
}

function watchProvider(region: string, provider_id: number, provider_name: string): object {
  const display_priorities = { [region]: 0 };
  return { display_priorities, display_priority: 0, logo_path: '/logo.jpg', provider_name, provider_id };
}
