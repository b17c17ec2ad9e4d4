import type { HistoryFilter, PastRequest } from '../domain/history-filter.js';
import { api, bodyOf, type Schemas } from './client.js';
import { keys } from './keys.js';

/** A page of past requests, with everybody who has requested something. */
export type HistoryPage = Schemas['RequestHistoryView'];

/** So many past requests come at once. */
const PAGE_OF_HISTORY = 50;

/** Past requests, newest first, page by page. */
export const historyQuery = (filter: HistoryFilter) => ({
  queryKey: keys.history(filter),
  queryFn: ({ pageParam }: { pageParam: number | undefined }) =>
    bodyOf(
      api.GET('/api/admin/requests/history', {
        params: {
          query: { ...filter, limit: PAGE_OF_HISTORY, ...(pageParam === undefined ? {} : { before: pageParam }) },
        },
      }),
    ),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (page: HistoryPage): number | undefined => page.next_before,
});

/** Anybody's request; null where there is none with this number. */
export const askedQuery = (id: number) => ({
  queryKey: keys.asked(id),
  queryFn: async (): Promise<PastRequest | null> => {
    const params = { query: { before: id + 1, limit: 1 } };
    const { requests } = await bodyOf(api.GET('/api/admin/requests/history', { params }));
    return requests.find((request) => request.id === id) ?? null;
  },
});
