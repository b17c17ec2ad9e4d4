import type { NumberedKind } from './keys.js';
import { statusCalls } from '../domain/status-calls.js';
import { titleKey } from '../domain/title-key.js';
import { watchPlaces, type WatchPlaces } from '../domain/watch-places.js';
import { api, bodyOf } from './client.js';

/** So many are asked about at once. Source: GET /api/media-servers/watch/many */
const MOST_TITLES = 40;

/** Where the reader may watch several films and series, by their keys: one call for a screen. */
export const watchManyQuery = (titles: readonly { readonly kind: NumberedKind; readonly id: number }[]) => {
  const asked = titles.slice(0, MOST_TITLES).map(({ kind, id }) => titleKey(kind, id));
  return {
    queryKey: ['watch-many', asked],
    queryFn: async (): Promise<ReadonlyMap<string, WatchPlaces>> => {
      const [query = {}] = statusCalls(asked);
      const { movies, series } = await bodyOf(api.GET('/api/media-servers/watch/many', { params: { query } }));
      return new Map([
        ...Object.entries(movies).map(([id, places]) => [`movie/${id}`, watchPlaces(places)] as const),
        ...Object.entries(series).map(([id, places]) => [`tv/${id}`, watchPlaces(places)] as const),
      ]);
    },
    enabled: asked.length > 0,
    staleTime: 60_000,
  };
};
