/** A film as the fake's state holds it: the provider's detail with every part that can be appended. */
export interface TmdbFilm {
  adult: boolean;
  backdrop_path: string | null;
  belongs_to_collection: object | null;
  budget: number;
  genres: readonly { readonly id: number; readonly name: string }[];
  homepage: string;
  id: number;
  imdb_id: string | null;
  origin_country: readonly string[];
  original_language: string;
  original_title: string;
  overview: string;
  popularity: number;
  poster_path: string | null;
  production_companies: readonly object[];
  production_countries: readonly object[];
  /** YYYY-MM-DD; empty where unknown. */
  release_date: string;
  revenue: number;
  runtime: number;
  spoken_languages: readonly object[];
  status: string;
  tagline: string;
  title: string;
  video: boolean;
  vote_average: number;
  vote_count: number;
  videos: { results: readonly object[] };
  credits: { cast: readonly object[]; crew: readonly object[] };
  release_dates: { results: readonly object[] };
}

/** What a test says about a film; the rest is filled in. */
export type TmdbFilmGiven = Partial<TmdbFilm> & Pick<TmdbFilm, 'id' | 'title'>;

/** The parts of a detail that come only when `append_to_response` names them. */
const PARTS = ['videos', 'credits', 'release_dates'] as const;

/** A whole film out of what a test says about it. */
export function filmOf(given: TmdbFilmGiven): TmdbFilm {
  const released = given.release_date ?? '2024-05-10';
  return {
    adult: false,
    backdrop_path: `/backdrop-${given.id}.jpg`,
    belongs_to_collection: {
      id: 990900,
      name: `${given.title} Collection`,
      poster_path: '/collection.jpg',
      backdrop_path: '/collection-backdrop.jpg',
    },
    budget: 4_000_000,
    genres: [
      { id: 18, name: 'Drama' },
      { id: 9648, name: 'Mystery' },
    ],
    homepage: '',
    imdb_id: `tt${String(given.id).padStart(7, '0')}`,
    origin_country: ['US'],
    original_language: 'en',
    original_title: given.title,
    overview: `What happens in ${given.title}.`,
    popularity: 21.4,
    poster_path: `/poster-${given.id}.jpg`,
    production_companies: [{ id: 9001, logo_path: '/logo.png', name: 'Tideline Pictures', origin_country: 'US' }],
    production_countries: [{ iso_3166_1: 'US', name: 'United States of America' }],
    release_date: released,
    revenue: 11_000_000,
    runtime: 108,
    spoken_languages: [{ english_name: 'English', iso_639_1: 'en', name: 'English' }],
    status: 'Released',
    tagline: '',
    video: false,
    vote_average: 7.3,
    vote_count: 311,
    videos: { results: [trailer(given.id)] },
    credits: { cast: [keeper(given.id)], crew: [director(given.id)] },
    release_dates: { results: released === '' ? [] : [theatrical('US', 'PG-13', released)] },
    ...given,
  };
}

/** The film as a row of a list. */
export function rowOf(film: TmdbFilm): Record<string, unknown> {
  const { adult, backdrop_path, id, original_language, original_title, overview, popularity } = film;
  const { poster_path, release_date, title, video, vote_average, vote_count } = film;
  return {
    adult,
    backdrop_path,
    genre_ids: film.genres.map((genre) => genre.id),
    id,
    original_language,
    original_title,
    overview,
    popularity,
    poster_path,
    release_date,
    title,
    video,
    vote_average,
    vote_count,
  };
}

/** The film as a row of a list that mixes films, series and people. */
export function mixedRowOf(film: TmdbFilm): Record<string, unknown> {
  return { ...rowOf(film), media_type: 'movie' };
}

/** The detail of the film, with the appended parts that were asked for. */
export function detailOf(film: TmdbFilm, appended: readonly string[]): Record<string, unknown> {
  const detail: Record<string, unknown> = { ...film };
  for (const part of PARTS) if (!appended.includes(part)) delete detail[part];
  return detail;
}

function trailer(filmId: number): object {
  return {
    iso_639_1: 'en',
    iso_3166_1: 'US',
    name: 'Official Trailer',
    key: `trailer${filmId}`,
    site: 'YouTube',
    size: 1080,
    type: 'Trailer',
    official: true,
    published_at: '2024-02-01T15:00:00.000Z',
    id: `video-${filmId}`,
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

function keeper(filmId: number): object {
  const part = { cast_id: 1, character: 'Keeper', credit_id: `cast-${filmId}`, order: 0 };
  return { ...person(990301, 'Ada Kroll', 'Acting'), ...part };
}

function director(filmId: number): object {
  const work = { credit_id: `crew-${filmId}`, department: 'Directing', job: 'Director' };
  return { ...person(990302, 'Lev Ardan', 'Directing'), ...work };
}

function theatrical(country: string, certification: string, day: string): object {
  const release = { certification, descriptors: [], iso_639_1: '', note: '', release_date: `${day}T00:00:00.000Z` };
  return { iso_3166_1: country, release_dates: [{ ...release, type: 3 }] };
}
