import { KEYWORDS, titleOf, titleRowOf, type TmdbTitle, translationsOf, withParts } from './tmdb-parts.js';

/** A film as the fake's state holds it: the provider's detail with every part that can be appended. */
export interface TmdbFilm extends TmdbTitle {
  belongs_to_collection: object | null;
  budget: number;
  imdb_id: string | null;
  original_title: string;
  /** YYYY-MM-DD; empty where unknown. */
  release_date: string;
  revenue: number;
  runtime: number;
  title: string;
  video: boolean;
  release_dates: { results: readonly object[] };
  keywords: { keywords: readonly object[] };
}

/** What a test says about a film; the rest is filled in. */
export type TmdbFilmGiven = Partial<TmdbFilm> & Pick<TmdbFilm, 'id' | 'title'>;

/** The parts of a detail that come only when `append_to_response` names them. */
const PARTS = ['videos', 'credits', 'release_dates', 'keywords', 'translations', 'watch/providers'];

/** A whole film out of what a test says about it. */
export function filmOf(given: TmdbFilmGiven): TmdbFilm {
  const released = given.release_date ?? '2024-05-10';
  return {
    ...titleOf(given.id, given.title),
    belongs_to_collection: {
      id: 990900,
      name: `${given.title} Collection`,
      poster_path: '/collection.jpg',
      backdrop_path: '/collection-backdrop.jpg',
    },
    budget: 4_000_000,
    imdb_id: `tt${String(given.id).padStart(7, '0')}`,
    original_title: given.title,
    release_date: released,
    revenue: 11_000_000,
    runtime: 108,
    status: 'Released',
    video: false,
    release_dates: { results: released === '' ? [] : [theatrical('US', 'PG-13', released)] },
    keywords: { keywords: KEYWORDS },
    translations: translationsOf('title', [{ language: 'en', country: 'US' }]),
    ...given,
  };
}

/** The film as a row of a list. */
export function filmRowOf(film: TmdbFilm): Record<string, unknown> {
  const { original_title, release_date, title, video } = film;
  return { ...titleRowOf(film), original_title, release_date, title, video };
}

/** The detail of the film, with the appended parts that were asked for. */
export function filmDetailOf(film: TmdbFilm, appended: readonly string[]): Record<string, unknown> {
  return withParts(film, PARTS, appended);
}

function theatrical(country: string, certification: string, day: string): object {
  const release = { certification, descriptors: [], iso_639_1: '', note: '', release_date: `${day}T00:00:00.000Z` };
  return { iso_3166_1: country, release_dates: [{ ...release, type: 3 }] };
}
