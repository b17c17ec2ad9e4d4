import { judgePilot, judgeSeasons, type SeriesAvailability } from '../../library/library.public.js';
import { covers } from '../../quotas/quotas.public.js';
import { pickSeasons, type SeasonMap } from '../../series-matching/series-matching.public.js';
import type { DispatchState } from '../saved/job-rows.js';
import type { SeasonSelection } from './season-selection.js';

export interface OpenSeries {
  readonly id: number;
  readonly pending: boolean;
  readonly delivery: DispatchState;
  readonly tvdbId: number;
  readonly seasons: SeasonMap;
  readonly work: SeasonSelection['work'];
}

export interface SeriesStates {
  readonly of: (tvdbId: number) => SeriesAvailability;
  /** The ids of requests that were delivered before the library was read. Only these may be found deleted. */
  readonly delivered: ReadonlySet<number>;
}

export type SeriesPlan =
  | { readonly kind: 'owned' }
  | { readonly kind: 'repeats'; readonly requestId: number; readonly pending: boolean }
  /** These seasons are requested; the delivered requests in `gone` have nothing left in the library. */
  | { readonly kind: 'asks'; readonly seasons: SeasonMap; readonly gone: readonly number[] };

/**
 * What neither the library holds nor an open request covers. A pending request is never widened; beside accepted ones a
 * new one is made. A season that was delivered before the library was read, and is affirmed to be deleted, may be
 * requested again.
 * @param target the series in the library's catalog.
 * @param open newest first
 */
export function planSeries(
  { seasons, work }: Pick<SeasonSelection, 'seasons' | 'work'>,
  target: number,
  open: readonly OpenSeries[],
  states: SeriesStates,
): SeriesPlan {
  const missing = [...seasons]
    .filter(([, number]) => !isHeld(states.of(target), number, work))
    .map(([source]) => source);
  if (missing.length === 0) return { kind: 'owned' };
  const waiting = open.find(({ pending }) => pending);
  if (waiting) return { kind: 'repeats', requestId: waiting.id, pending: true };
  const isCovering = (request: OpenSeries, source: number): boolean =>
    covers(request.work, work) && seasonsLeft(request, states).has(source);
  const uncovered = missing.filter((source) => !open.some((request) => isCovering(request, source)));
  const newest = open.find((request) => missing.some((source) => isCovering(request, source)));
  if (uncovered.length === 0 && newest) return { kind: 'repeats', requestId: newest.id, pending: false };
  const gone = open.filter(
    (request) => uncovered.some((source) => request.seasons.has(source)) && seasonsLeft(request, states).size === 0,
  );
  return { kind: 'asks', seasons: pickSeasons(seasons, uncovered), gone: gone.map(({ id }) => id) };
}

/** The seasons that a request still covers: all, except delivered ones that the library affirms to be deleted. */
function seasonsLeft({ id, delivery, tvdbId, seasons, work }: OpenSeries, states: SeriesStates): SeasonMap {
  if (delivery !== 'complete' || !states.delivered.has(id)) return seasons;
  return new Map([...seasons].filter(([, number]) => !isGone(states.of(tvdbId), number, work)));
}

/** Does the library affirm that it holds all of a season, and is no future episode left unmonitored? */
function isHeld(series: SeriesAvailability, season: number, work: SeasonSelection['work']): boolean {
  const state = stateOf(series, season, work);
  if (!state.known || state.status !== 'available') return false;
  return work === 'pilot' || !isMissingOut(series, season);
}

function isMissingOut(series: SeriesAvailability, season: number): boolean {
  const found = series.known && series.seasons.find(({ seasonNumber }) => seasonNumber === season);
  return found !== false && found?.known === true && found.unwatchedToCome === true;
}

function isGone(series: SeriesAvailability, season: number, work: SeasonSelection['work']): boolean {
  const state = stateOf(series, season, work);
  return state.known && state.status === 'unavailable';
}

function stateOf(series: SeriesAvailability, season: number, work: SeasonSelection['work']) {
  return work === 'pilot' ? judgePilot(series, season) : judgeSeasons(series, [season]);
}
