import { adminKeys } from './admin-keys.js';
import { api, bodyOf, type Schemas } from './client.js';
import { keys } from './keys.js';

/** An accepted request whose delivery waits. */
export type ParkedRequest = Schemas['ParkedRequestView'];

/** Which series of the library's catalog a series is. */
export type TvMatch = Schemas['TvMatchResponse'];

/** A match with the seasons of both catalogs. */
export type ViewedMatch = Schemas['ViewedTvMatchView'];

/** A series of the library's catalog that may be meant. */
export type TvCandidate = Schemas['TvCandidatesView']['candidates'][number];

/** A change of a match. */
export type MatchChange = Pick<Schemas['TvMatchResponse'], 'revision'> & {
  readonly mode: 'custom' | 'paused' | 'default';
  readonly tvdb_id?: number;
  readonly season_map?: Record<string, number>;
};

/** The requests that are on their way and wait for something. */
export const parkedQuery = () => ({
  queryKey: keys.parked,
  queryFn: () => bodyOf(api.GET('/api/admin/requests/waiting')),
});

/** So many corrections come at once. */
const PAGE_OF_MATCHES = 50;

/** The corrections of matches, page by page. */
export const matchesQuery = () => ({
  queryKey: keys.matches,
  queryFn: ({ pageParam }: { pageParam: number | undefined }) =>
    bodyOf(
      api.GET('/api/admin/tv-matches', {
        params: { query: { limit: PAGE_OF_MATCHES, ...(pageParam === undefined ? {} : { before: pageParam }) } },
      }),
    ),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (page: Schemas['TvMatchListView']): number | undefined => page.next_before,
});

/** The match of a series as it is now, for a library; by the household's own where none is named. */
export const matchQuery = (tmdbId: number, instance: string | undefined) => ({
  queryKey: adminKeys.match(tmdbId, instance),
  queryFn: () =>
    bodyOf(
      api.GET('/api/admin/tv-matches/{tmdb_id}', {
        params: { path: { tmdb_id: tmdbId }, query: instance === undefined ? {} : { instance_id: instance } },
      }),
    ),
});

/** The series of the library's catalog with such a name. */
export const candidatesQuery = (name: string, instance: string | undefined) => ({
  queryKey: adminKeys.candidates(name, instance),
  queryFn: async (): Promise<readonly TvCandidate[]> => {
    const query = { q: name, ...(instance === undefined ? {} : { instance_id: instance }) };
    return (await bodyOf(api.GET('/api/admin/tv-matches/candidates', { params: { query } }))).candidates;
  },
  enabled: name !== '',
  staleTime: 60_000,
});

/** The requests that were made with an earlier match, as of the moment of a change: each row says what became of it. */
export const repairsQuery = (tmdbId: number, instance: string | undefined) => ({
  queryKey: adminKeys.repairs(tmdbId, instance),
  queryFn: async () => {
    const query = instance === undefined ? {} : { instance_id: instance };
    const params = { path: { tmdb_id: tmdbId }, query };
    return (await bodyOf(api.GET('/api/admin/tv-matches/{tmdb_id}/repairs', { params }))).repairs;
  },
});

/** Changes which series is meant. */
export const changeMatch = (tmdbId: number, instance: string | undefined, change: MatchChange) =>
  bodyOf(
    api.PUT('/api/admin/tv-matches/{tmdb_id}', {
      params: { path: { tmdb_id: tmdbId } },
      body: { ...change, ...(instance === undefined ? {} : { instance_id: instance }) },
    }),
  );

/** Gives a request the match as it is now. */
export const repairRequest = (id: number, revision: string) =>
  bodyOf(api.POST('/api/admin/requests/{id}/repair-tv-match', { params: { path: { id } }, body: { revision } }));

/** Asks the library again, takes a request back, or lets it wait for the library once more. */
export async function actOnDelivery(id: number, action: 'retry' | 'cancel' | 'wait'): Promise<void> {
  const params = { path: { id } };
  if (action === 'wait') await bodyOf(api.POST('/api/admin/requests/{id}/wait', { params }));
  else await bodyOf(api.POST('/api/requests/{id}/delivery', { params, body: { action } }));
}
