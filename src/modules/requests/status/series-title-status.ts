import { judgeSeasons, UNKNOWN_SERIES, type SeriesAvailability } from '../../library/library.public.js';
import { mapSeasons, type TvMatch } from '../../series-matching/series-matching.public.js';
import { withCounterparts, type SeasonNumbers, seasonNow } from './series-request-status.js';
import {
  isOnItsWay,
  isOpenStatus,
  statusNow,
  statusUnknown,
  type LiveState,
  type SavedState,
  type SeasonNow,
  type StatusNow,
  type StatusUnknownReason,
} from './request-status.js';

/** A request of somebody for a series, as far as it tells where the series stands. */
export interface SeasonsRequest extends SavedState {
  /** The metadata provider's numbers of the seasons that it is for. */
  readonly seasons: readonly number[];
}

/** Which series of a library's catalog it is, and its regular seasons at the metadata provider; or why neither. */
export type SeriesIdentity =
  | { readonly match: TvMatch & { readonly tvdbId: number }; readonly seasons: readonly number[] }
  | { readonly problem: StatusUnknownReason };

/**
 * Where a whole series stands for the one who made these requests for it. Source: doc 4 sections 4.2 and 4.6.
 *
 * A season that a pending request covers is pending; one that was accepted, and that the library can't know of yet, is
 * requested; the specials are told where the library has them, and never count. The series is as the library judges
 * its seasons together, unless one of them is pending: then it is what its shown seasons come to, by the same rule
 * that joins the formats of a book (doc 4 section 4.3).
 *
 * What can't be told is shown as saved: a series that isn't matched, or a season of it; a library that numbers the
 * seasons otherwise, or can't be read.
 *
 * @param requests newest first
 */
export function seriesTitleNow<R extends SeasonsRequest>(
  identity: SeriesIdentity,
  series: SeriesAvailability,
  requests: readonly R[],
): StatusNow {
  const standing = openRequest(requests);
  const asked = requests.filter(isOpenStatus).flatMap(({ seasons }) => seasons);
  if ('problem' in identity) {
    const seasons = inOrder(asked).map((source) => seasonOf({ source, target: null }, UNKNOWN_SERIES, requests));
    return { ...statusUnknown(standing, identity.problem), seasons };
  }
  const { map, unmapped } = mapSeasons(identity.match, inOrder([...identity.seasons, ...asked]));
  const mapped = [...map].map(([source, target]) => ({ source, target }));
  const numbers = [...withCounterparts(mapped, series), ...unmapped.map((source) => ({ source, target: null }))];
  const seasons = numbers
    .sort((one, other) => one.source - other.source)
    .map((season) => seasonOf(season, series, requests));
  const specials = identity.match.seasons === 'same' ? specialsOf(series) : [];
  const whole = together(series, numbers);
  return { ...titleNow(whole, seasons, standing), seasons: [...specials, ...seasons] };
}

/** The request that a series is answered with: one that awaits approval, else one on its way, else the newest. */
export function openRequest<R extends SavedState>(requests: readonly R[]): R | null {
  return requests.find(({ status }) => status === 'pending') ?? requests.find(isOnItsWay) ?? requests[0] ?? null;
}

function titleNow(whole: LiveState, seasons: readonly SeasonNow[], standing: SavedState | null): StatusNow {
  if (!whole.known) return statusUnknown(standing, whole.reason);
  const shown = new Set(seasons.map(({ status }) => status));
  if (!shown.has('pending')) return statusNow(standing, whole);
  if (shown.has('available') || shown.has('partial'))
    return { status: 'partial', progress: whole.progress, statusKnown: true };
  return { status: shown.has('requested') ? 'requested' : 'pending', progress: 0, statusKnown: true };
}

function together(series: SeriesAvailability, numbers: readonly SeasonNumbers[]): LiveState {
  if (!series.known) return series;
  const targets = numbers.flatMap(({ target }) => target ?? []);
  if (targets.length < numbers.length) return { known: false, reason: 'tv_seasons_unmapped' };
  return targets.length === 0 ? judgeSeasons(series) : judgeSeasons(series, targets);
}

function seasonOf(numbers: SeasonNumbers, series: SeriesAvailability, requests: readonly SeasonsRequest[]): SeasonNow {
  const covering = requests.filter((one) => isOpenStatus(one) && one.seasons.includes(numbers.source));
  return seasonNow(numbers, openRequest(covering), series);
}

function specialsOf(series: SeriesAvailability): readonly SeasonNow[] {
  const isThere = series.known && series.seasons.some(({ seasonNumber }) => seasonNumber === 0);
  return isThere ? [seasonNow({ source: 0, target: 0 }, null, series)] : [];
}

function inOrder(seasons: readonly number[]): readonly number[] {
  return [...new Set(seasons)].sort((one, other) => one - other);
}
