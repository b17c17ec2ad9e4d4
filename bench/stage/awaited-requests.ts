import type { Household } from './household.js';
import type { Row } from './insert-rows.js';
import { filmColumns, seriesColumns } from './ledger.js';
import { filmId, seriesId } from './titles.js';

const MINUTE_MS = 60_000;
/** The administrator, who has decided everything. */
const ADMIN_ID = 1;
/** Of ten films of the library two have no file. */
const LACKED_FILM = 5;

/** How many requests there are, and of how many titles. */
interface AwaitedOrder {
  readonly requests: number;
  /** So many of them are accepted and not all there: seven in ten are for films. */
  readonly open: number;
  readonly films: number;
  readonly series: number;
}

/**
 * Requests of years, of which some are still open. Of the others one half was denied, the other is for films that have been
 * there for long, which has been seen.
 */
export async function fillAwaited(household: Household, order: AwaitedOrder): Promise<void> {
  const rows = Array.from({ length: order.requests }, (_, number) => requestRow(household, order, number));
  await household.insert('request_log', rows);
  await household.insert(
    'request_dispatch',
    rows.map(({ id, status }) => ({
      request_id: id ?? 0,
      format: '',
      state: status === 'denied' ? 'cancelled' : 'complete',
      attempts: status === 'denied' ? 0 : 1,
      message: '',
    })),
  );
}

/** Requests that are no longer open come first, as older ones are. */
function requestRow(household: Household, order: AwaitedOrder, number: number): Row {
  const { members } = household;
  const member = members[number % members.length];
  const ended = order.requests - order.open;
  const requestedAt = Date.now() - (order.requests - number) * MINUTE_MS;
  const isDenied = number < ended && number % 2 === 0;
  return {
    id: number + 1,
    user_id: member?.userId ?? ADMIN_ID,
    requester_name: member?.username ?? '',
    quality_profile_id: 0,
    requested_at: requestedAt,
    status: isDenied ? 'denied' : 'requested',
    approved_by: ADMIN_ID,
    decided_at: requestedAt + MINUTE_MS,
    completed_at: isDenied ? null : requestedAt + MINUTE_MS,
    ...(number < ended ? filmThere(household, order, number) : awaited(household, order, number - ended)),
  };
}

function filmThere(household: Household, { films }: AwaitedOrder, number: number): Row {
  const place = number % films;
  const tmdbId = filmId(place % LACKED_FILM === 0 ? place + 1 : place);
  return filmColumns(household, tmdbId, `Film ${tmdbId}`);
}

function awaited(household: Household, { films, series }: AwaitedOrder, number: number): Row {
  if (number % 10 < 7) {
    const tmdbId = filmId((number * LACKED_FILM) % films);
    return filmColumns(household, tmdbId, `Film ${tmdbId}`);
  }
  return seriesColumns(household, seriesId(number % series));
}
