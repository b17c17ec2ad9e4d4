import type { LogFilter } from '../domain/log-filter.js';
import { adminKeys } from './admin-keys.js';
import { api, bodyOf, type Schemas } from './client.js';

export type { LogFilter } from '../domain/log-filter.js';

/** A line of the server's log. */
export type LogLine = Schemas['LogLineView'];

/** What the downloaded log is called. */
export const LOG_FILE = 'usher.log';

/** So many lines come at once. */
const LINES = 100;

/** The server's log, newest first, page by page. */
export const logQuery = ({ level, search }: LogFilter) => ({
  queryKey: adminKeys.log(level, search),
  queryFn: ({ pageParam }: { pageParam: number | undefined }) =>
    bodyOf(
      api.GET('/api/admin/log', {
        params: {
          query: {
            limit: LINES,
            level,
            ...(search === '' ? {} : { search }),
            ...(pageParam === undefined ? {} : { before: pageParam }),
          },
        },
      }),
    ),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (page: Schemas['LogView']): number | undefined => page.next_before,
});

/** All lines as a file. Who asks is told by a header, so that no link can have it. */
export const downloadLog = (): Promise<Blob> => bodyOf(api.GET('/api/admin/log/download', { parseAs: 'blob' }));
