import { judgeSeasons, type SeriesAvailability, UNKNOWN_SERIES } from '../../library/library.public.js';
import { mapSeasons, type TvMatch } from '../../series-matching/series-matching.public.js';
import {
  isOnItsWay,
  isOpenStatus,
  type LiveState,
  type SavedState,
  type SeasonNow,
  statusNow,
  type StatusNow,
  statusUnknown,
  type StatusUnknownReason,
} from '../kinds/request-status.js';
import { distinctSeasons } from '../policy/season-input.js';
import { seasonNow, type SeasonNumbers, withCounterparts } from './series-request-status.js';

export interface SeasonsRequest extends SavedState {
  readonly seasons: readonly number[];
}

/** The match of a series and its regular seasons at the metadata provider, or the reason why they are unknown. */
export type SeriesIdentity =
  | { readonly match: TvMatch & { readonly tvdbId: number }; readonly seasons: readonly number[] }
  | { readonly problem: StatusUnknownReason };

/**
 * A season of a pending request is pending; an accepted season that the library can't know of yet is requested;
 * specials are shown when the library has them, and never count. The status of the series is the library's verdict on
 * its seasons together. If a season is pending, it is derived from the shown seasons instead, by the rule that joins
 * the formats of a book. Where the live state is unknown, the saved state is shown.
 *
 * @param requests newest first
 */
export function seriesTitleNow<R extends SeasonsRequest>(
  identity: SeriesIdentity,
  series: SeriesAvailability,
  requests: readonly R[],
): StatusNow {
  const current = openRequest(requests);
  const asked = requests.filter(isOpenStatus).flatMap(({ seasons }) => seasons);
  if ('problem' in identity) {
    const seasons = distinctSeasons(asked).map((source) =>
      seasonOf({ source, target: null }, UNKNOWN_SERIES, requests),
    );
    return { ...statusUnknown(current, identity.problem), seasons };
  }
  const { map, unmapped } = mapSeasons(identity.match, distinctSeasons([...identity.seasons, ...asked]));
  const mapped = [...map].map(([source, target]) => ({ source, target }));
  const numbers = [...withCounterparts(mapped, series), ...unmapped.map((source) => ({ source, target: null }))];
  const seasons = numbers
    .sort((one, other) => one.source - other.source)
    .map((season) => seasonOf(season, series, requests));
  const specials = identity.match.seasons === 'same' ? specialsOf(series) : [];
  const whole = together(series, numbers);
  return { ...titleNow(whole, seasons, current), seasons: [...specials, ...seasons] };
}

/** The request that represents a series: the pending one, else one that isn't delivered yet, else the newest. */
export function openRequest<R extends SavedState>(requests: readonly R[]): R | null {
  return requests.find(({ status }) => status === 'pending') ?? requests.find(isOnItsWay) ?? requests[0] ?? null;
}

function titleNow(whole: LiveState, seasons: readonly SeasonNow[], current: SavedState | null): StatusNow {
  if (!whole.known) return statusUnknown(current, whole.reason);
  const shown = new Set(seasons.map(({ status }) => status));
  if (!shown.has('pending')) return statusNow(current, whole);
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
