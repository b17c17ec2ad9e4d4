import { api, bodyOf } from './client.js';
import { keys, type NumberedKind } from './keys.js';

/** The set-top boxes that the reader may use, and whether the server can reach any. Not for children, who are refused. */
export const tvsQuery = () => ({
  queryKey: keys.tvs,
  queryFn: () => bodyOf(api.GET('/api/setboxes')),
  staleTime: 5 * 60_000,
});

const named = (id: string) => ({ params: { path: { id } } });

/** Shows the page of a title on a box. It takes up to 40 seconds where the box has to wake first. */
export const openOnTv = (box: string, kind: NumberedKind, id: number) =>
  bodyOf(api.POST('/api/setboxes/{id}/open', { ...named(box), body: { media_type: kind, tmdb_id: id } }));

/** Sends once more what was opened just now. */
export const openOnceMore = (box: string, confirmation: string) =>
  bodyOf(api.POST('/api/setboxes/{id}/confirm-open', { ...named(box), body: { confirmation_id: confirmation } }));
