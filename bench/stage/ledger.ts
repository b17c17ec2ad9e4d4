import type { Household } from './household.js';
import type { Row } from './insert-rows.js';
import { filmId, seriesId, tvdbIdOf } from './titles.js';

/** How large a ledger is, and of how many titles. */
export interface LedgerOrder {
  readonly requests: number;
  readonly films: number;
  readonly series: number;
  /** The first member has so many requests, whatever the size of the ledger. */
  readonly ofFirstMember: number;
}

const MINUTE_MS = 60_000;

/** What was asked for in years: seven in ten for films; four in five delivered, the others denied; a few of the newest wait. */
export async function fillLedger(household: Household, order: LedgerOrder): Promise<void> {
  const all = Array.from({ length: order.requests }, (_, number) => number);
  await household.insert(
    'request_log',
    all.map((number) => requestRow(household, order, number)),
  );
  await household.insert(
    'request_dispatch',
    all.map((number) => dispatchRow(order, number)),
  );
}

const isFilm = (number: number): boolean => number % 10 < 7;
const isDenied = (number: number): boolean => number % 5 === 4;
const waits = ({ requests }: LedgerOrder, number: number): boolean => number % 40 === 10 && number >= requests - 2_000;
const requestId = (number: number): number => number + 1;

/**
 * The first member's requests are spread evenly over the ledger, each for another title, as an account has one open
 * request for a title; so the first member gets the same answers in a ledger of any size. The others take turns.
 */
function requester({ members }: Household, { requests, ofFirstMember }: LedgerOrder, number: number) {
  const [first, ...others] = members;
  const every = Math.max(1, Math.floor(requests / ofFirstMember));
  // One further in each part of the ledger: whole steps would meet the same few titles again and again.
  const isOfFirst = number % every === Math.floor(number / every) % every;
  return isOfFirst ? first : others[number % others.length];
}

function requestRow(household: Household, order: LedgerOrder, number: number): Row {
  const { userId = 0, username = '' } = requester(household, order, number) ?? {};
  const requestedAt = Date.now() - (order.requests - number) * MINUTE_MS;
  const common = {
    id: requestId(number),
    user_id: userId,
    requester_name: username,
    quality_profile_id: 0,
    requested_at: requestedAt,
    ...(waits(order, number) ? WAITING : decided(number, requestedAt + MINUTE_MS)),
  };
  if (isFilm(number)) {
    const tmdbId = filmId(number % order.films);
    return { ...common, ...filmColumns(household, tmdbId, `Film ${tmdbId}`) };
  }
  return { ...common, ...seriesColumns(household, seriesId(number % order.series)) };
}

/** The columns of a request that waits for approval. */
export const WAITING: Row = { status: 'pending', approved_by: null, decided_at: null, completed_at: null };

const decided = (number: number, at: number): Row => ({
  status: isDenied(number) ? 'denied' : 'requested',
  approved_by: 1,
  decided_at: at,
  completed_at: isDenied(number) ? null : at,
});

/** The columns of a request that say which film it is for. */
export function filmColumns({ libraries }: Household, tmdbId: number, title: string): Row {
  return {
    media_type: 'movie',
    work_key: String(tmdbId),
    tmdb_id: tmdbId,
    title,
    instance_id: libraries.films,
    tvdb_id: null,
    season_scope: '',
    season_map: '',
    match_revision: null,
    match_provenance: null,
  };
}

/** The columns of a request that say which series it is for, and that all three seasons are meant. */
function seriesColumns({ libraries }: Household, tmdbId: number): Row {
  return {
    media_type: 'tv',
    work_key: String(tmdbId),
    tmdb_id: tmdbId,
    title: `Series ${tmdbId}`,
    instance_id: libraries.series,
    tvdb_id: tvdbIdOf(tmdbId),
    season_scope: 'all',
    season_map: '1:1,2:2,3:3',
    match_revision: 'bench',
    match_provenance: 'metadata',
  };
}

function dispatchRow(order: LedgerOrder, number: number): Row {
  const state = waits(order, number) ? 'approval' : isDenied(number) ? 'cancelled' : 'complete';
  return { request_id: requestId(number), format: '', state, attempts: state === 'complete' ? 1 : 0, message: '' };
}
