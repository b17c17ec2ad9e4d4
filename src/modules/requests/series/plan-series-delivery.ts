import type { SonarrEpisode } from '../../../clients/sonarr/sonarr-episode.js';
import type { SonarrSeries } from '../../../clients/sonarr/sonarr-series.js';
import type { LibraryMutation } from '../saved/job-rows.js';
import { isComplete, latestSearch, missingOf, wantedEpisodes } from './wanted-episodes.js';

export interface SeriesRecord extends Pick<SonarrSeries, 'id' | 'monitored' | 'beingAdded'> {
  readonly seasons: readonly { readonly seasonNumber: number; readonly monitored: boolean }[];
  readonly episodes: readonly SonarrEpisode[];
}

export interface SeriesOrder {
  readonly seasons: readonly number[];
  readonly isPilot: boolean;
}

export interface SeriesPast {
  /** The latest change that was begun; it may or may not have been made. */
  readonly mutation: LibraryMutation | null;
  readonly searched: ReadonlySet<number>;
}

export type SeriesDeliveryPlan =
  | { readonly kind: 'add' }
  | { readonly kind: 'wait' }
  /** The library's record lacks wanted seasons. */
  | { readonly kind: 'seasons_missing'; readonly seriesId: number; readonly seasons: readonly number[] }
  | { readonly kind: 'pilot_unknown' }
  | { readonly kind: 'done'; readonly status: 'available' | 'requested' }
  | ({ readonly kind: 'change' } & SeriesChange);

/** What to turn on and search for in a series that the library has. Nothing is ever turned off. */
export interface SeriesChange {
  readonly seriesId: number;
  readonly seasons: readonly number[];
  /** The seasons to monitor, together with the series; null when all of it is monitored. */
  readonly flags: readonly number[] | null;
  readonly episodeIds: readonly number[];
  readonly searches: readonly OwedSearch[];
}

export interface OwedSearch {
  readonly season: number;
  /** The pilot, when only that is wanted; null for the whole season. */
  readonly episodeId: number | null;
  /** When the missing episodes were last searched for, in epoch milliseconds; null for never. */
  readonly mark: number | null;
}

/** @param series read just now; null when the library affirms that it has none. @param now epoch ms: what airs later isn't searched for */
export function planSeriesDelivery(
  series: SeriesRecord | null,
  order: SeriesOrder,
  past: SeriesPast,
  now: number,
): SeriesDeliveryPlan {
  if (!series) return { kind: 'add' };
  // An addition includes the flags and the search, so a record from our own `add` needs nothing more.
  const isOurAddition = past.mutation === 'add' && !order.isPilot && isFlagged(series, order.seasons);
  if (series.beingAdded) return isOurAddition ? { kind: 'done', status: 'requested' } : { kind: 'wait' };
  const missing = order.seasons.filter((season) => !flagOf(series, season));
  if (missing.length > 0) return { kind: 'seasons_missing', seriesId: series.id, seasons: missing };
  const wanted = order.seasons.map((season) => ({ season, episodes: wantedEpisodes(series.episodes, season, order) }));
  if (order.isPilot && wanted.some(({ episodes }) => episodes.length === 0)) return { kind: 'pilot_unknown' };
  const incomplete = wanted.filter((part) => !isComplete(part.episodes, now) || isMissingOut(series, part, order));
  if (incomplete.length === 0) return { kind: 'done', status: 'available' };
  const parts = incomplete.map((part) => planSeason(series, part, { order, past, now }));
  if (isOurAddition || !parts.some(({ isNeeded }) => isNeeded)) return { kind: 'done', status: 'requested' };
  return changeOf(series, parts);
}

interface WantedSeason {
  readonly season: number;
  readonly episodes: readonly SonarrEpisode[];
}

/** Does the season have future episodes that nobody monitors? Everything that has aired may be there. */
function isMissingOut(series: SeriesRecord, { season, episodes }: WantedSeason, { isPilot }: SeriesOrder): boolean {
  const toCome = episodes.filter(({ hasFile }) => !hasFile);
  if (isPilot || toCome.length === 0) return false;
  return !isFlagged(series, [season]) || toCome.some(({ monitored }) => !monitored);
}

interface SeasonPart {
  readonly season: number;
  readonly isNeeded: boolean;
  readonly isFlagOff: boolean;
  readonly episodeIds: readonly number[];
  readonly searches: readonly OwedSearch[];
}

function planSeason(
  series: SeriesRecord,
  { season, episodes }: WantedSeason,
  { order, past, now }: { readonly order: SeriesOrder; readonly past: SeriesPast; readonly now: number },
): SeasonPart {
  const isFlagOff = !order.isPilot && flagOf(series, season)?.monitored === false;
  const episodeIds = episodes.filter(({ monitored }) => !monitored).map(({ id }) => id);
  const missing = missingOf(episodes, now);
  const isOwed = missing.length > 0 && !past.searched.has(season);
  const episodeId = order.isPilot ? (missing[0]?.id ?? null) : null;
  const searches = isOwed ? [{ season, episodeId, mark: latestSearch(missing) }] : [];
  const isNeeded = !series.monitored || isFlagOff || episodeIds.length > 0 || isOwed;
  return { season, isNeeded, isFlagOff, episodeIds, searches };
}

function changeOf(series: SeriesRecord, parts: readonly SeasonPart[]): SeriesDeliveryPlan {
  const flags = parts.filter(({ isFlagOff }) => isFlagOff).map(({ season }) => season);
  return {
    kind: 'change',
    seriesId: series.id,
    seasons: parts.filter(({ isNeeded }) => isNeeded).map(({ season }) => season),
    flags: series.monitored && flags.length === 0 ? null : flags,
    episodeIds: parts.flatMap(({ episodeIds }) => episodeIds),
    searches: parts.flatMap(({ searches }) => searches),
  };
}

function flagOf({ seasons }: SeriesRecord, season: number): SeriesRecord['seasons'][number] | undefined {
  return seasons.find(({ seasonNumber }) => seasonNumber === season);
}

function isFlagged(series: SeriesRecord, seasons: readonly number[]): boolean {
  return series.monitored && seasons.every((season) => flagOf(series, season)?.monitored === true);
}
