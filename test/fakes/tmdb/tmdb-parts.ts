/** A company, a network, a country: nothing that a test looks into. */
type Anything = object;

/** What the details of films and series have in common, with the parts that can be appended to either. */
export interface TmdbTitle {
  adult: boolean;
  backdrop_path: string | null;
  genres: readonly { readonly id: number; readonly name: string }[];
  homepage: string;
  id: number;
  origin_country: readonly string[];
  original_language: string;
  overview: string;
  popularity: number;
  poster_path: string | null;
  production_companies: readonly Anything[];
  production_countries: readonly Anything[];
  spoken_languages: readonly Anything[];
  status: string;
  tagline: string;
  vote_average: number;
  vote_count: number;
  videos: { results: readonly Anything[] };
  credits: { cast: readonly Anything[]; crew: readonly Anything[] };
  translations: { translations: readonly Anything[] };
  /** By country. */
  'watch/providers': { results: Readonly<Record<string, Anything>> };
}

/** What a test says of a title in a language. */
interface TmdbTranslationGiven {
  /** ISO 639-1. */
  readonly language: string;
  /** ISO 3166-1. */
  readonly country: string;
  /** Empty where it is as in the original. */
  readonly title?: string;
  readonly overview?: string;
}

/** Translations of a film (`title`) or a series (`name`), as they are appended to it. */
export const translationsOf = (
  member: 'title' | 'name',
  given: readonly TmdbTranslationGiven[],
): TmdbTitle['translations'] => ({
  translations: given.map(({ language, country, title = '', overview = '' }) => ({
    iso_3166_1: country,
    iso_639_1: language,
    name: language === 'de' ? 'Deutsch' : language,
    english_name: language === 'de' ? 'German' : language,
    data: {
      homepage: '',
      overview,
      ...(member === 'title' && { runtime: 0 }),
      tagline: '',
      [member]: title,
    },
  })),
});

/** What every title is about. */
export const KEYWORDS: readonly object[] = [
  { id: 818, name: 'lighthouse' },
  { id: 825, name: 'storm' },
];

/** The common fields of a title, filled in. */
export function titleOf(id: number, name: string): Omit<TmdbTitle, 'status' | 'translations'> {
  return {
    adult: false,
    backdrop_path: `/backdrop-${id}.jpg`,
    genres: [
      { id: 18, name: 'Drama' },
      { id: 9648, name: 'Mystery' },
    ],
    homepage: '',
    id,
    origin_country: ['US'],
    original_language: 'en',
    overview: `What happens in ${name}.`,
    popularity: 21.4,
    poster_path: `/poster-${id}.jpg`,
    production_companies: [{ id: 9001, logo_path: '/logo.png', name: 'Tideline Pictures', origin_country: 'US' }],
    production_countries: [{ iso_3166_1: 'US', name: 'United States of America' }],
    spoken_languages: [{ english_name: 'English', iso_639_1: 'en', name: 'English' }],
    tagline: '',
    vote_average: 7.3,
    vote_count: 311,
    videos: { results: [trailer(id)] },
    credits: { cast: [keeper(id)], crew: [director(id)] },
    'watch/providers': { results: { US: streamedBy('DemoFlix', 8) } },
  };
}

/** Who streams a title in a country. */
const streamedBy = (name: string, id: number): object => ({
  link: 'https://www.themoviedb.org/movie/1/watch?locale=US',
  flatrate: [{ logo_path: '/demoLogo.jpg', provider_id: id, provider_name: name, display_priority: 0 }],
});

/** The common fields of a title as a row of a list. */
export function titleRowOf(title: TmdbTitle): Record<string, unknown> {
  const { adult, backdrop_path, genres, id, original_language, overview } = title;
  const { popularity, poster_path, vote_average, vote_count } = title;
  return {
    adult,
    backdrop_path,
    genre_ids: genres.map((genre) => genre.id),
    id,
    original_language,
    overview,
    popularity,
    poster_path,
    vote_average,
    vote_count,
  };
}

/** A detail with those of its appendable parts that were asked for. */
export function withParts(
  title: object,
  parts: readonly string[],
  appended: readonly string[],
): Record<string, unknown> {
  const left = new Set(parts.filter((part) => !appended.includes(part)));
  return Object.fromEntries(Object.entries(title).filter(([name]) => !left.has(name)));
}

function trailer(titleId: number): object {
  return {
    iso_639_1: 'en',
    iso_3166_1: 'US',
    name: 'Official Trailer',
    key: `trailer${titleId}`,
    site: 'YouTube',
    size: 1080,
    type: 'Trailer',
    official: true,
    published_at: '2024-02-01T15:00:00.000Z',
    id: `video-${titleId}`,
  };
}

function person(id: number, name: string, department: string): object {
  return {
    adult: false,
    gender: 1,
    id,
    known_for_department: department,
    name,
    original_name: name,
    popularity: 5.1,
    profile_path: null,
  };
}

function keeper(titleId: number): object {
  const part = { cast_id: 1, character: 'Keeper', credit_id: `cast-${titleId}`, order: 0 };
  return { ...person(990301, 'Ada Kroll', 'Acting'), ...part };
}

function director(titleId: number): object {
  const work = { credit_id: `crew-${titleId}`, department: 'Directing', job: 'Director' };
  return { ...person(990302, 'Lev Ardan', 'Directing'), ...work };
}
