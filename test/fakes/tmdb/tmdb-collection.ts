import type { TmdbFilm } from './tmdb-film.js';
import { titleRowOf } from './tmdb-parts.js';

/** Films that belong together, as the fake's state holds them. */
export interface TmdbCollection {
  backdrop_path: string | null;
  id: number;
  name: string;
  original_language: string;
  original_name: string;
  overview: string;
  poster_path: string | null;
  /** The ids of its films; one that the catalog doesn't hold is left out. */
  readonly parts: readonly number[];
}

/** What a test says about a collection; the rest is filled in. */
export type TmdbCollectionGiven = Partial<TmdbCollection> & Pick<TmdbCollection, 'id' | 'parts'>;

/** A whole collection out of what a test says about it. */
export function collectionOf(given: TmdbCollectionGiven): TmdbCollection {
  const name = given.name ?? 'Harbor Collection';
  return {
    backdrop_path: `/collection-backdrop-${given.id}.jpg`,
    name,
    original_language: 'en',
    original_name: name,
    overview: 'What happens in all of them.',
    poster_path: `/collection-${given.id}.jpg`,
    ...given,
  };
}

/** A film as a row of a collection, which names it as other lists name a series. Source: TMDB v3, GET /collection/{id}. */
export function collectionRowOf(film: TmdbFilm): Record<string, unknown> {
  const { original_title: original_name, release_date, title: name, video } = film;
  return { ...titleRowOf(film), media_type: 'movie', name, original_name, release_date, video };
}
