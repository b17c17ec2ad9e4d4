import type { QueryClient } from '@tanstack/svelte-query';
import { foundTitles, type FoundTitle } from '../domain/found-titles.js';
import { api, bodyOf, publicApi, type Schemas } from './client.js';

/** A request of the reader's own. */
export type OwnRequest = Schemas['OwnRequestView'];

/** A device on which the reader is signed in. */
export type OwnDevice = Schemas['OwnDeviceView'];

/** A request that waits for an administrator. */
export type PendingRequest = Schemas['PendingRequestView'];

/** The status of a title. */
export type TitleStatus = Schemas['TitleStatusView'];

/** The two kinds that have a number of the metadata provider. */
export type NumberedKind = FoundTitle['kind'];

/** How long until what moves is looked at again, in milliseconds. */
export const MOVING_EVERY_MS = 10_000;

/** The names under which answers are kept. A change of something drops them by their beginning. */
export const keys = {
  serverStatus: ['server-status'],
  config: ['config'],
  devices: ['devices'],
  requests: ['requests'],
  pending: ['admin', 'pending'],
  status: (kind: NumberedKind, id: number) => ['status', kind, id],
  title: (kind: NumberedKind, id: number) => ['title', kind, id],
  search: (query: string) => ['search', query],
  list: (list: TitleList) => ['list', list],
  options: (kind: NumberedKind) => ['options', kind],
  preview: (body: object) => ['preview', body],
} as const;

/** Lists of titles that pages show. */
export type TitleList = 'featured-films' | 'featured-series' | 'cinema' | 'top-films' | 'top-series';

const LISTS: Readonly<Record<TitleList, () => Promise<readonly FoundTitle[]>>> = {
  'featured-films': async () => foundTitles(await bodyOf(api.GET('/api/discover/movies/featured')), 'movie'),
  'featured-series': async () => foundTitles(await bodyOf(api.GET('/api/discover/tv/featured')), 'tv'),
  cinema: async () => foundTitles(await bodyOf(api.GET('/api/discover/movies/now-playing')), 'movie'),
  'top-films': async () => foundTitles(await bodyOf(api.GET('/api/discover/movies/top-rated')), 'movie'),
  'top-series': async () => foundTitles(await bodyOf(api.GET('/api/discover/tv/top-rated')), 'tv'),
};

/** What must be known before anybody signs in. */
export const serverStatusQuery = () => ({
  queryKey: keys.serverStatus,
  queryFn: () => bodyOf(publicApi.GET('/api/auth/status')),
});

/** What the server can do for the reader. */
export const configQuery = () => ({
  queryKey: keys.config,
  queryFn: () => bodyOf(api.GET('/api/config')),
  staleTime: 5 * 60_000,
});

/** Where the reader is signed in. */
export const devicesQuery = () => ({ queryKey: keys.devices, queryFn: () => bodyOf(api.GET('/api/me/devices')) });

/** The reader's own requests, newest first. */
export const requestsQuery = () => ({ queryKey: keys.requests, queryFn: () => bodyOf(api.GET('/api/requests')) });

/** What waits for a decision. */
export const pendingQuery = () => ({ queryKey: keys.pending, queryFn: () => bodyOf(api.GET('/api/admin/requests')) });

/** The status of a title. */
export const statusQuery = (kind: NumberedKind, id: number) => ({
  queryKey: keys.status(kind, id),
  queryFn: () =>
    bodyOf(
      api.GET('/api/requests/{tmdb_id}/status', { params: { path: { tmdb_id: id }, query: { media_type: kind } } }),
    ),
});

/** A film or a series as the metadata provider describes it: most of its members are passed on unchecked. */
export const titleQuery = (kind: NumberedKind, id: number) => ({
  queryKey: keys.title(kind, id),
  queryFn: (): Promise<Schemas['FilmDocument'] | Schemas['SeriesDocument']> =>
    kind === 'movie'
      ? bodyOf(api.GET('/api/media/movie/{id}', { params: { path: { id } } }))
      : bodyOf(api.GET('/api/media/tv/{id}', { params: { path: { id } } })),
  staleTime: 5 * 60_000,
});

/** The films and series that a text finds. */
export const searchQuery = (query: string) => ({
  queryKey: keys.search(query),
  queryFn: async () => foundTitles(await bodyOf(api.GET('/api/search', { params: { query: { query } } }))),
  staleTime: 60_000,
});

/** A list of titles. */
export const listQuery = (list: TitleList) => ({
  queryKey: keys.list(list),
  queryFn: LISTS[list],
  staleTime: 5 * 60_000,
});

/** What may be chosen in a request. */
export const optionsQuery = (kind: NumberedKind) => ({
  queryKey: keys.options(kind),
  queryFn: () => bodyOf(api.GET('/api/requests/options', { params: { query: { media_type: kind } } })),
});

/** What a request would use of the allowances. */
export const previewQuery = (body: Schemas['CreateRequestBody']) => ({
  queryKey: keys.preview(body),
  queryFn: () => bodyOf(api.POST('/api/requests/preview', { body })),
});

/** After a request was made, decided or taken back: everything that shows it is read again. */
export function dropRequests(client: QueryClient): Promise<void> {
  const touched = [keys.requests, keys.pending, ['status'], ['preview']];
  return Promise.all(touched.map((queryKey) => client.invalidateQueries({ queryKey }))).then(() => undefined);
}
