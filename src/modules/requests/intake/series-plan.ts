import { judgePilot, judgeSeasons, type SeriesAvailability } from '../../library/library.public.js';
import { covers } from '../../quotas/quotas.public.js';
import { pickSeasons, type SeasonMap } from '../../series-matching/series-matching.public.js';
import type { DispatchState } from '../jobs/dispatch-row.entity.js';
import type { SeasonSelection } from './season-selection.js';

/** A request of the same account for the same series in the same library that was accepted or awaits a decision. */
export interface OpenSeries {
  readonly id: number;
  readonly pending: boolean;
  readonly delivery: DispatchState;
  /** Id in the library's catalog. */
  readonly tvdbId: number;
  readonly seasons: SeasonMap;
  readonly work: SeasonSelection['work'];
}

/** What a library is known to say when a plan is made. */
export interface SeriesStates {
  /** Of a series of the library's catalog; unknown where nothing is known. */
  readonly of: (tvdbId: number) => SeriesAvailability;
  /**
   * The requests that were delivered before this was read, by id. It says nothing of later ones, so that no other
   * may be taken for gone.
   */
  readonly delivered: ReadonlySet<number>;
}

/** What a selection comes to, beside what stands and what the library holds. */
export type SeriesPlan =
  /** The library holds all of it: there is nothing to ask for and nothing to spend. */
  | { readonly kind: 'owned' }
  /** A request stands for it, and nothing is added to that. */
  | { readonly kind: 'repeats'; readonly requestId: number; readonly pending: boolean }
  /** These seasons are asked for; the delivered requests of `gone` have nothing left in the library. */
  | { readonly kind: 'asks'; readonly seasons: SeasonMap; readonly gone: readonly number[] };

/**
 * What is there to ask for, out of a selection? Neither what the library affirms to hold completely, nor what stands:
 * a request that awaits its decision is never widened, and an accepted one is asked beside, not again. A delivered
 * season that the library affirms to be gone makes room, if it was delivered before the library was read. Source: doc 4 sections 1.9, 1.12 and 1.15.
 *
 * @param target the id of the series in the library's catalog that the selection is for
 * @param standing newest first
 */
export function planSeries(
  { seasons, work }: Pick<SeasonSelection, 'seasons' | 'work'>,
  target: number,
  standing: readonly OpenSeries[],
  states: SeriesStates,
): SeriesPlan {
  const missing = [...seasons]
    .filter(([, number]) => !isHeld(states.of(target), number, work))
    .map(([source]) => source);
  if (missing.length === 0) return { kind: 'owned' };
  const waiting = standing.find(({ pending }) => pending);
  if (waiting) return { kind: 'repeats', requestId: waiting.id, pending: true };
  const isCovering = (request: OpenSeries, source: number): boolean =>
    covers(request.work, work) && seasonsLeft(request, states).has(source);
  const open = missing.filter((source) => !standing.some((request) => isCovering(request, source)));
  const newest = standing.find((request) => missing.some((source) => isCovering(request, source)));
  if (open.length === 0 && newest) return { kind: 'repeats', requestId: newest.id, pending: false };
  const gone = standing.filter(
    (request) => open.some((source) => request.seasons.has(source)) && seasonsLeft(request, states).size === 0,
  );
  return { kind: 'asks', seasons: pickSeasons(seasons, open), gone: gone.map(({ id }) => id) };
}

/** The seasons that a request still stands for: all, until the library affirms that a delivered one is gone. */
function seasonsLeft({ id, delivery, tvdbId, seasons, work }: OpenSeries, states: SeriesStates): SeasonMap {
  if (delivery !== 'complete' || !states.delivered.has(id)) return seasons;
  return new Map([...seasons].filter(([, number]) => !isGone(states.of(tvdbId), number, work)));
}

/** Does the library affirm that it holds all that is asked of a season, and that nothing of it would be missed? */
function isHeld(series: SeriesAvailability, season: number, work: SeasonSelection['work']): boolean {
  const state = stateOf(series, season, work);
  if (!state.known || state.status !== 'available') return false;
  return work === 'pilot' || !isMissingOut(series, season);
}

/** Are more episodes of a season to come, and nobody watches for them? */
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
