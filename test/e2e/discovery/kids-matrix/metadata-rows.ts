import { translationsOf } from '../../../fakes/tmdb/tmdb-parts.js';
import { listedRow, nameOf, type MatrixRow, type MatrixTitle } from './matrix-row.js';

type Kind = 'movie' | 'tv';

const GERMAN = { language: 'de', country: 'DE' };

const pageOf = (...rows: readonly unknown[]): object => ({
  page: 1,
  results: rows,
  total_pages: 1,
  total_results: rows.length,
});
const DAMAGED_ROW = { id: 'no number', adult: false, genre_ids: [] };

/** Pages go up to 500, and ids have more digits than that; each case has a page of its own. */
const pageFor = ({ id }: MatrixTitle): number => id % 500;

const feed = (route: string, kind: Kind, call: string): MatrixRow => ({
  route: `GET ${route}`,
  kind,
  path: (title) => `${route}?page=${pageFor(title)}`,
  call: () => `GET /3${call}`,
  holding: (title) => pageOf(listedRow(title)),
  damaged: () => pageOf(DAMAGED_ROW),
});

const related = (kind: Kind, relation: 'recommendations' | 'similar'): MatrixRow => ({
  ...feed(`/api/media/${kind}/:id/${relation}`, kind, ''),
  path: ({ id }) => `/api/media/${kind}/${id + 1_000_000}/${relation}`,
  call: ({ id }) => `GET /3/${kind}/${id + 1_000_000}/${relation}`,
});

const SERIES_PARTS = { original_name: '', seasons: [], external_ids: { tvdb_id: null } };

const detail = (kind: Kind): MatrixRow => ({
  route: `GET /api/media/${kind}/:id`,
  kind,
  path: ({ id }) => `/api/media/${kind}/${id}`,
  call: ({ id }) => `GET /3/${kind}/${id}`,
  holding: ({ id }) => ({ id, title: nameOf(id), name: nameOf(id), ...SERIES_PARTS }),
  damaged: () => ({ id: 'no number' }),
  damagedError: 'metadata provider gave an answer that could not be read',
  hiddenStatus: 404,
});

const credits = (place: 'cast' | 'crew', kind: Kind): MatrixRow => ({
  route: 'GET /api/media/person/:id/credits',
  place: `${place}, ${kind}`,
  kind,
  path: ({ id }) => `/api/media/person/${id}/credits`,
  call: ({ id }) => `GET /3/person/${id}/combined_credits`,
  holding: (title) => ({ cast: [], crew: [], id: title.id, [place]: [listedRow(title)] }),
  damaged: ({ id }) => ({ cast: [], crew: [], id, [place]: [DAMAGED_ROW] }),
});

const words = (parameter: 'movies' | 'series', kind: Kind): MatrixRow => ({
  route: 'GET /api/titles/words',
  place: parameter,
  kind,
  path: ({ id }) => `/api/titles/words?${parameter}=${id}&language=de`,
  call: ({ id }) => `GET /3/${kind}/${id}`,
  holding: ({ id }) => ({ id, translations: translationsOf('title', [{ ...GERMAN, title: nameOf(id) }]) }),
  damaged: () => ({ id: 'no number' }),
  damagedError: 'metadata provider gave an answer that could not be read',
});

const collection: MatrixRow = {
  route: 'GET /api/media/collections/:id',
  kind: 'movie',
  path: ({ id }) => `/api/media/collections/${id}`,
  call: ({ id }) => `GET /3/collection/${id}`,
  holding: (title) => ({ id: title.id, name: 'All of them', parts: [listedRow(title)] }),
  damaged: ({ id }) => ({ id, name: 'All of them', parts: [DAMAGED_ROW] }),
  hiddenStatus: 404,
};

const episodes: MatrixRow = {
  ...detail('tv'),
  route: 'GET /api/media/tv/:id/episodes',
  path: ({ id }) => `/api/media/tv/${id}/episodes?season=1`,
  call: ({ id }) => `GET /3/tv/${id}/season/1`,
  holding: ({ id }) => ({ season_number: 1, episodes: [{ episode_number: 1, name: nameOf(id) }] }),
  damaged: () => ({ season_number: 'no number' }),
};

const search = (place: string, kind: Kind, row: (title: MatrixTitle) => object): MatrixRow => ({
  ...feed('/api/search', kind, '/search/multi'),
  place,
  path: ({ id }) => `/api/search?query=harbor%20${id}`,
  holding: (title) => pageOf(row(title)),
});

const person = (title: MatrixTitle) => ({
  id: title.id,
  media_type: 'person',
  adult: false,
  name: 'Ada',
  known_for: [listedRow(title)],
});

/** Every route that shows titles of the metadata provider. */
export const METADATA_ROWS: readonly MatrixRow[] = [
  feed('/api/discover/trending', 'movie', '/trending/all/day'),
  { ...feed('/api/discover/trending', 'tv', '/trending/all/week'), place: 'of a week', path: trendingWeek },
  feed('/api/discover/movies/popular', 'movie', '/movie/popular'),
  feed('/api/discover/movies/top-rated', 'movie', '/movie/top_rated'),
  feed('/api/discover/movies/now-playing', 'movie', '/movie/now_playing'),
  feed('/api/discover/movies/upcoming', 'movie', '/discover/movie'),
  { ...feed('/api/discover/movies', 'movie', '/discover/movie'), path: browsed('/api/discover/movies') },
  {
    ...feed('/api/discover/movies/filtered', 'movie', '/discover/movie'),
    path: browsed('/api/discover/movies/filtered', '&with_runtime.gte=1'),
  },
  feed('/api/discover/tv/popular', 'tv', '/tv/popular'),
  feed('/api/discover/tv/top-rated', 'tv', '/tv/top_rated'),
  feed('/api/discover/tv/on-the-air', 'tv', '/tv/on_the_air'),
  feed('/api/discover/tv/upcoming', 'tv', '/discover/tv'),
  { ...feed('/api/discover/tv', 'tv', '/discover/tv'), path: browsed('/api/discover/tv') },
  {
    ...feed('/api/discover/tv/filtered', 'tv', '/discover/tv'),
    path: browsed('/api/discover/tv/filtered', '&with_runtime.gte=1'),
  },
  search('a film', 'movie', listedRow),
  search('a series', 'tv', listedRow),
  search('known for a film', 'movie', person),
  search('known for a series', 'tv', person),
  detail('movie'),
  detail('tv'),
  related('movie', 'recommendations'),
  related('movie', 'similar'),
  related('tv', 'recommendations'),
  related('tv', 'similar'),
  collection,
  episodes,
  credits('cast', 'movie'),
  credits('crew', 'tv'),
  words('movies', 'movie'),
  words('series', 'tv'),
];

function trendingWeek(title: MatrixTitle): string {
  return `/api/discover/trending?time_window=week&page=${pageFor(title)}`;
}

function browsed(route: string, others = ''): (title: MatrixTitle) => string {
  return (title) => `${route}?with_keywords=${title.id}${others}`;
}
