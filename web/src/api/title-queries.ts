import { foundTitles } from '../domain/found-titles.js';
import { titleKey } from '../domain/title-key.js';
import { api, bodyOf, type Schemas } from './client.js';
import { keys, type NumberedKind } from './keys.js';
import type { ListQuery } from './queries.js';

/** Titles that are listed beside one: those that resemble it, or that people who like it like, too. */
export const relatedQuery = (kind: NumberedKind, id: number, relation: 'similar' | 'recommendations'): ListQuery => ({
  queryKey: keys.related(kind, id, relation),
  queryFn: async () => ({ titles: foundTitles(await related(kind, id, relation), kind) }),
  staleTime: 30 * 60_000,
});

function related(kind: NumberedKind, id: number, relation: 'similar' | 'recommendations'): Promise<unknown> {
  const params = { params: { path: { id } } };
  if (kind === 'movie')
    return relation === 'similar'
      ? bodyOf(api.GET('/api/media/movie/{id}/similar', params))
      : bodyOf(api.GET('/api/media/movie/{id}/recommendations', params));
  return relation === 'similar'
    ? bodyOf(api.GET('/api/media/tv/{id}/similar', params))
    : bodyOf(api.GET('/api/media/tv/{id}/recommendations', params));
}

/** So many titles are asked for at once. */
export const MOST_WATCHED = 40;

/**
 * Where the reader may watch several films and series, by their keys: one call for all of them.
 *
 * @param films, series their numbers, separated by commas
 */
export const watchManyQuery = (films: string, series: string) => ({
  queryKey: ['watch', 'many', films, series],
  queryFn: async (): Promise<ReadonlyMap<string, readonly Schemas['WatchPlaceView'][]>> => {
    const query = {
      ...(films === '' ? {} : { movies: films }),
      ...(series === '' ? {} : { series }),
    };
    const found = await bodyOf(api.GET('/api/media-servers/watch/many', { params: { query } }));
    const entries = (kind: NumberedKind, places: typeof found.movies) =>
      Object.entries(places).map(([id, at]) => [titleKey(kind, id), at] as const);
    return new Map([...entries('movie', found.movies), ...entries('tv', found.series)]);
  },
  staleTime: 60_000,
});

/** Where the reader may watch a film or a series; title and year narrow the search. */
export const watchQuery = (kind: NumberedKind, id: number, title: string, year: string) => ({
  queryKey: keys.watch(kind, id),
  queryFn: () =>
    bodyOf(
      api.GET('/api/media-servers/watch', {
        params: { query: { media_type: kind, tmdb_id: id, title, ...(year === '' ? {} : { year: Number(year) }) } },
      }),
    ),
  staleTime: 60_000,
});

/** The episodes of a season, with what the reader's libraries have of each. Read again with the state of its series. */
export const episodesQuery = (id: number, season: number) => ({
  queryKey: [...keys.status('tv', id), 'season', season],
  queryFn: async () => {
    const params = { path: { id }, query: { season } };
    return (await bodyOf(api.GET('/api/media/tv/{id}/episodes', { params }))).episodes;
  },
});

/** A collection with its films, the oldest first. */
export const collectionQuery = (id: number) => ({
  queryKey: ['collection', id],
  queryFn: async () => {
    const found = await bodyOf(api.GET('/api/media/collections/{id}', { params: { path: { id } } }));
    return {
      name: found.name ?? '',
      overview: found.overview ?? '',
      backdrop: found.backdrop_path ?? '',
      poster: found.poster_path ?? '',
      titles: foundTitles({ results: found.parts }, 'movie'),
    };
  },
  staleTime: 30 * 60_000,
});

/** What the reader may still ask for. Read again with the prices of requests, which follow from it. */
export const ownAllowancesQuery = () => ({
  queryKey: ['preview', 'allowances'],
  queryFn: () => bodyOf(api.GET('/api/me/request-quotas')),
  staleTime: 60_000,
});

/** Where the reader may listen to an audiobook of a library. */
export const listenQuery = (library: string, id: string) => ({
  queryKey: ['listen', library, id],
  queryFn: () =>
    bodyOf(api.GET('/api/media-servers/listen', { params: { query: { instance_id: library, foreign_book_id: id } } })),
  staleTime: 60_000,
});
