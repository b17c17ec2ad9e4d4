import type { QueryClient } from '@tanstack/svelte-query';
import type { CardTitle } from '../domain/card-title.js';
import { foundTitles } from '../domain/found-titles.js';
import { statusCalls } from '../domain/status-calls.js';
import type { KindOfTitle } from '../domain/title-key.js';
import { titleState, type TitleState } from '../domain/title-state.js';
import { api, bodyOf, publicApi, type Schemas } from './client.js';
import { keys, type NumberedKind } from './keys.js';

/** A request of the reader's own. */
export type OwnRequest = Schemas['OwnRequestView'];

/** A device on which the reader is signed in. */
export type OwnDevice = Schemas['OwnDeviceView'];

/** A request that waits for an administrator. */
export type PendingRequest = Schemas['PendingRequestView'];

/** The status of a title. */
export type TitleStatus = Schemas['TitleStatusView'];

/** Where a request is. */
export type Timeline = Schemas['TimelineView'];

/** Where the headline row comes from. */
export type FeaturedSource = Schemas['DiscoverySettingsView']['source'];

/** What is on a shelf. */
export interface TitleRow {
  readonly titles: readonly CardTitle[];
  /** Where it comes from, where an administrator chooses that. */
  readonly source?: FeaturedSource;
}

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

/** How much is coming down of what the reader may see. */
export const downloadsSummaryQuery = () => ({
  queryKey: keys.downloads('summary'),
  queryFn: () => bodyOf(api.GET('/api/downloads/summary')),
});

/** Where the reader is signed in. */
export const devicesQuery = () => ({ queryKey: keys.devices, queryFn: () => bodyOf(api.GET('/api/me/devices')) });

/** So many of the reader's own requests come at once. A page that isn't full is the last one. */
export const PAGE_OF_REQUESTS = 50;

const requestsAfter = (before: number | undefined, limit: number): Promise<OwnRequest[]> =>
  bodyOf(api.GET('/api/requests', { params: { query: { limit, ...(before === undefined ? {} : { before }) } } }));

/**
 * A page of the reader's own requests, newest first.
 *
 * @param before the number of a request that they follow; undefined for the newest
 */
export const requestsQuery = (before?: number) => ({
  queryKey: keys.requests(before),
  queryFn: () => requestsAfter(before, PAGE_OF_REQUESTS),
});

/** More are never answered at once. */
const MOST_REQUESTS = 100;

/** One of the reader's own requests; null where there is none with this number. Nearly always it is on the first page. */
export const requestQuery = (id: number) => ({
  queryKey: keys.request(id),
  queryFn: async (): Promise<OwnRequest | null> => {
    for (let before: number | undefined; ;) {
      const page = await requestsAfter(before, MOST_REQUESTS);
      const found = page.find(({ request_id: one }) => one === id);
      if (found) return found;
      before = page.at(-1)?.request_id;
      if (page.length < MOST_REQUESTS || before === undefined) return null;
    }
  },
});

/** Where a request is: one of the reader's own, or any where an administrator asks. */
export const timelineQuery = (id: number) => ({
  queryKey: keys.timeline(id),
  queryFn: () => bodyOf(api.GET('/api/requests/{id}/timeline', { params: { path: { id } } })),
});

/** The states of many titles, by their keys. The server leaves out unknown titles, and those that the account may not see. */
export const statusesQuery = (titles: readonly string[]) => ({
  queryKey: keys.statuses(titles),
  queryFn: async (): Promise<ReadonlyMap<string, TitleState>> => {
    const states = new Map<string, TitleState>();
    for (const query of statusCalls(titles)) {
      const { movies, series, albums, books } = await bodyOf(api.GET('/api/requests/statuses', { params: { query } }));
      const kinds = { movie: movies, tv: series, music: albums, book: books };
      for (const [kind, badges = {}] of Object.entries(kinds))
        for (const [id, badge] of Object.entries(badges)) states.set(`${kind}/${id}`, titleState(badge));
    }
    return states;
  },
});

/** What waits for a decision. */
export const pendingQuery = () => ({
  queryKey: keys.pending,
  queryFn: () => bodyOf(api.GET('/api/admin/requests')),
  // Of thousands, comparing each with what was there before takes longer than drawing the few that are seen.
  structuralSharing: false,
});

/** What everybody may still ask for, by account. Requests of any account may move it, so that it is read again with them. */
export const everybodysLimitsQuery = () => ({
  queryKey: keys.limits,
  queryFn: async (): Promise<ReadonlyMap<number, Schemas['PersonAllowancesView']>> => {
    const { users } = await bodyOf(api.GET('/api/admin/users/limits'));
    return new Map(users.map((user) => [user.user_id, user]));
  },
});

/** The status of a title, and of each library where the reader has several. */
export const statusQuery = (kind: NumberedKind, id: number) => ({
  queryKey: keys.status(kind, id),
  queryFn: () =>
    bodyOf(
      api.GET('/api/requests/{tmdb_id}/status', {
        params: { path: { tmdb_id: id }, query: { media_type: kind, include_instance_statuses: true } },
      }),
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

/** The titles of a shelf. */
export interface ListQuery {
  readonly queryKey: readonly unknown[];
  readonly queryFn: () => Promise<TitleRow>;
  readonly staleTime: number;
}

/** The row that comes first, from where an administrator has chosen. */
export const featuredQuery = (kind: NumberedKind): ListQuery => ({
  queryKey: keys.featured(kind),
  queryFn: async () => {
    const listed = await (kind === 'movie'
      ? bodyOf(api.GET('/api/discover/movies/featured'))
      : bodyOf(api.GET('/api/discover/tv/featured')));
    return { titles: foundTitles(listed, kind), source: listed.source };
  },
  staleTime: 5 * 60_000,
});

/** What may be chosen in a request for this library; undefined for the one that takes the reader's requests. */
export const optionsQuery = (kind: KindOfTitle, library: string | undefined) => ({
  queryKey: keys.options(kind, library),
  queryFn: () =>
    bodyOf(
      api.GET('/api/requests/options', {
        params: { query: { media_type: kind, ...(library === undefined ? {} : { instance_id: library }) } },
      }),
    ),
});

/** What a request would use of the allowances. */
export const previewQuery = (body: Schemas['CreateRequestBody']) => ({
  queryKey: keys.preview(body),
  queryFn: () => bodyOf(api.POST('/api/requests/preview', { body })),
});

/** After a request was made, decided or taken back: everything that shows it is read again. */
export function dropRequests(client: QueryClient): Promise<void> {
  const touched = ['requests', 'request', 'timeline', 'statuses', 'status', 'preview'].map((first) => [first]);
  return Promise.all([...touched, keys.administered].map((queryKey) => client.invalidateQueries({ queryKey }))).then(
    () => undefined,
  );
}
