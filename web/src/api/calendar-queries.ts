import { BASE_PATH } from '../app/base-path.js';
import {
  calendarDays,
  dayOf,
  libraryEpisodes,
  libraryFilms,
  listedFilms,
  listedSeasons,
  type CalendarDays,
  type CalendarEntry,
} from '../domain/calendar.js';
import { failureOf } from '../domain/failure.js';
import type { OwnLibrary } from '../domain/own-libraries.js';
import { authorizedFetch } from '../session/session.svelte.js';
import { api, bodyOf } from './client.js';

/** So many days are looked ahead, which is as many as the list provider is asked for. */
const DAYS_AHEAD = 31;

const DAY_MS = 86_400_000;

/** What comes next, and which libraries couldn't be asked. */
interface Calendar {
  readonly days: CalendarDays;
  readonly failed: readonly string[];
}

/** What comes next into these libraries: one call for each. @throws ApiFailure where none of them answers */
export const ownCalendarQuery = (films: readonly OwnLibrary[], series: readonly OwnLibrary[]) => ({
  queryKey: ['calendar', 'own', ...films.map(({ id }) => id), ...series.map(({ id }) => id)],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Calendar> => {
    const [from, to] = [new Date(), new Date(Date.now() + DAYS_AHEAD * DAY_MS)];
    const span = [dayOf(from), dayOf(to)] as const;
    const query = new URLSearchParams({ start: span[0], end: to.toISOString(), includeSeries: 'true' });
    const libraries = [
      ...films.map((library) => ({ library, read: (answer: unknown) => libraryFilms(answer, span) })),
      ...series.map((library) => ({ library, read: libraryEpisodes })),
    ];
    const asked = await Promise.allSettled(
      libraries.map(async ({ library, read }) => read(await calendarOf(library.id, query, signal))),
    );
    const [refused] = asked.filter((one) => one.status === 'rejected');
    if (refused && asked.every(({ status }) => status === 'rejected')) throw refused.reason;
    const entries = asked.flatMap((one): readonly CalendarEntry[] => (one.status === 'fulfilled' ? one.value : []));
    return {
      days: calendarDays(entries, span[0]),
      failed: libraries.filter((_, at) => asked[at]?.status === 'rejected').map(({ library }) => library.name),
    };
  },
  staleTime: 5 * 60_000,
});

async function calendarOf(library: string, query: URLSearchParams, signal: AbortSignal): Promise<unknown> {
  const path = `${BASE_PATH}/api/instances/${encodeURIComponent(library)}/api/v3/calendar?${query}`;
  const answered = await authorizedFetch(new Request(path, { signal }));
  const body: unknown = await answered.json().catch(() => undefined);
  if (!answered.ok) throw failureOf(answered.status, answered.headers, body);
  return body;
}

/** What comes out in the world, as the list provider has it: films, and seasons that begin. */
export const worldCalendarQuery = (kind: 'movie' | 'tv') => ({
  queryKey: ['calendar', 'world', kind],
  queryFn: async (): Promise<Calendar> => {
    const type = kind === 'movie' ? ('movies' as const) : ('shows' as const);
    const params = { query: { type, days: DAYS_AHEAD } };
    const rows = await bodyOf(api.GET('/api/listprov/calendar', { params }));
    const entries = kind === 'movie' ? listedFilms(rows) : listedSeasons(rows);
    return { days: calendarDays(entries, dayOf(new Date())), failed: [] };
  },
  staleTime: 5 * 60_000,
});
