import { foundTitles } from '../domain/found-titles.js';
import { api, bodyOf } from './client.js';
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
