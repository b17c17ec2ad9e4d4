import { accountKeys } from './account-queries.js';
import { api, bodyOf, type Schemas } from './client.js';
import type { NumberedKind } from './keys.js';

/** A title of which the reader wants to be told. */
export type Follow = Schemas['FollowView'];

/** The titles that the reader follows. */
export const followsQuery = () => ({
  queryKey: accountKeys.follows,
  queryFn: async (): Promise<readonly Follow[]> => (await bodyOf(api.GET('/api/notifications/follows'))).follows,
  staleTime: 60_000,
});

const named = (kind: NumberedKind, id: number) => ({ path: { mediaType: kind, tmdbId: id } });

/** Follows a title in the library to which a request of the reader would go. */
export const follow = (kind: NumberedKind, id: number): Promise<Follow> =>
  bodyOf(api.PUT('/api/notifications/follows/{mediaType}/{tmdbId}', { params: named(kind, id) }));

/** Ends that, in every library. */
export const unfollow = (kind: NumberedKind, id: number) =>
  bodyOf(api.DELETE('/api/notifications/follows/{mediaType}/{tmdbId}', { params: named(kind, id) }));
