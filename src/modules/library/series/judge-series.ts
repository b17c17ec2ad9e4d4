import {
  UNKNOWN_SERIES,
  type KnownSeason,
  type KnownSeries,
  type SeasonAvailability,
  type SeriesAvailability,
} from './judge-seasons.js';
import type { SeasonCounts, SeriesDigestEntry } from './series-digest.js';
import { airedEpisodes, type SeasonEpisodes, type SeriesEpisodes } from './series-episodes.js';

export interface SeriesObservation {
  readonly entry: SeriesDigestEntry | undefined;
  /** Its episodes; null when the list wasn't needed, isn't cached or can't be read. */
  readonly episodes: SeriesEpisodes | null;
  /** Was the list read for this entry, so that the flags of its episodes are as fresh as those of the seasons? */
  readonly freshFlags: boolean;
  /** When the list is read again even if nothing changed, in epoch milliseconds; absent without a list. */
  readonly listUntil?: number;
}

/**
 * Is the list of episodes needed? It is for a season with files for some episodes, and for the whole series when one season has
 * files and another lacks some: only the list knows which episodes have aired.
 * Source: doc 4, decision "Truth about series".
 */
export function needsEpisodes({ seasons }: SeriesDigestEntry): boolean {
  const regular = seasons.filter(isRegular);
  return seasons.some(isPartlyHeld) || (regular.some(({ files }) => files > 0) && regular.some(lacksFiles));
}

export function needsPilotFlags({ monitored, seasons }: SeriesDigestEntry): boolean {
  return monitored && seasons.some((season) => isRegular(season) && lacksFiles(season));
}

/**
 * The first test that is true decides about a season:
 *
 * | test | status | progress |
 * |---|---|---|
 * | no file, series and season monitored | requested | 0 |
 * | no file otherwise | unavailable | 0 |
 * | files ≥ episodes of any date > 0 | available | 1 |
 * | the list isn't available | unknown | |
 * | files ≥ aired episodes > 0 | available | 1 |
 * | otherwise | partial | files / aired |
 *
 * An episode has aired when it has a file or its air date isn't after `now`. The manager's percentage, of monitored episodes,
 * is not used. Season 0, the specials, is judged like any other; it never counts for the whole series.
 * Source: doc 4 section 4.2 and decision "Truth about series"; doc 2 section 3, TV rows.
 * @param now epoch milliseconds
 */
export function judgeSeries(observation: SeriesObservation, now: number): KnownSeries {
  const { entry, episodes } = observation;
  if (!entry) return { known: true, inLibrary: false, seasons: [] };
  if (episodes) return judgeEntry(entry, observation, now);
  const judged = JUDGED_ALONE.get(entry) ?? judgeEntry(entry, observation, now);
  JUDGED_ALONE.set(entry, judged);
  return judged;
}

/** Without its episodes, the status of a series follows from its entry alone, which never changes. */
const JUDGED_ALONE = new WeakMap<SeriesDigestEntry, KnownSeries>();

function judgeEntry(
  entry: SeriesDigestEntry,
  { episodes, freshFlags }: Omit<SeriesObservation, 'entry'>,
  now: number,
): KnownSeries {
  const seasons = entry.seasons.map((counts) => {
    // A season that is not in the list has no episodes.
    const list = episodes && (episodes.get(counts.seasonNumber) ?? NO_EPISODES);
    return judgeSeason({ counts, list, seriesMonitored: entry.monitored, freshFlags, now });
  });
  return { known: true, inLibrary: true, seasons };
}

type SeasonList = Pick<SeasonEpisodes, 'files' | 'missing'> & Partial<Pick<SeasonEpisodes, 'first'>>;

const NO_EPISODES: SeasonList = { files: 0, missing: [] };

interface SeasonObservation {
  readonly counts: SeasonCounts;
  readonly list: SeasonList | null;
  readonly seriesMonitored: boolean;
  readonly freshFlags: boolean;
  readonly now: number;
}

function judgeSeason(season: SeasonObservation): SeasonAvailability {
  const { counts, list, now } = season;
  const { seasonNumber, files, total } = counts;
  const known = { known: true, seasonNumber, files, ...pilotWanted(season) } as const;
  if (files === 0) return { ...known, ...emptySeason(season), progress: 0, pilotHeld: false };
  if (isFull(counts)) return { ...known, status: 'available', progress: 1, episodes: total, pilotHeld: true };
  if (!list) return { known: false, seasonNumber, files, episodes: total };
  const episodes = airedEpisodes(list, now);
  const pilotHeld = list.first?.hasFile === true;
  if (files >= episodes) return { ...known, status: 'available', progress: 1, episodes, pilotHeld, ...toCome(season) };
  return { ...known, status: 'partial', progress: files / episodes, episodes, pilotHeld };
}

/** Of a season whose aired episodes all have files, those without one are in the future. */
function toCome({ counts, seriesMonitored }: SeasonObservation): Pick<KnownSeason, 'unwatchedToCome'> {
  const isWatched = seriesMonitored && counts.monitored;
  return counts.files < counts.total && !isWatched ? { unwatchedToCome: true } : {};
}

function emptySeason({
  counts,
  list,
  seriesMonitored,
  now,
}: SeasonObservation): Pick<KnownSeason, 'status' | 'episodes' | 'unairedCounted'> {
  const status = seriesMonitored && counts.monitored ? 'requested' : 'unavailable';
  if (list) return { status, episodes: airedEpisodes(list, now) };
  return { status, episodes: counts.total, ...(counts.total > 0 && { unairedCounted: true }) };
}

function pilotWanted({
  counts,
  list,
  seriesMonitored,
  freshFlags,
}: SeasonObservation): Pick<KnownSeason, 'pilotWanted'> {
  if (!seriesMonitored) return { pilotWanted: false };
  if (freshFlags && list?.first) return { pilotWanted: list.first.monitored };
  // The episodes of a monitored season are monitored, and a season without known episodes has none to monitor.
  if (counts.monitored) return { pilotWanted: true };
  return counts.total === 0 ? { pilotWanted: false } : {};
}

const isRegular = ({ seasonNumber }: SeasonCounts): boolean => seasonNumber > 0;
const isFull = ({ files, total }: SeasonCounts): boolean => total > 0 && files >= total;
const isPartlyHeld = (counts: SeasonCounts): boolean => counts.files > 0 && !isFull(counts);
const lacksFiles = ({ files, total }: SeasonCounts): boolean => files < total;

export interface SeriesJudgement {
  /** The current snapshot may have another one. */
  readonly entry: SeriesDigestEntry | undefined;
  readonly series: SeriesAvailability;
  /** False when a list of episodes is needed and isn't cached: see `settle` of SeriesLibraryService. */
  readonly settled: boolean;
  /** Judge it again then, epoch milliseconds: an episode without a file airs, or its list is read again. Null when it stays valid. */
  readonly until: number | null;
}

/** Its record may be one that can't be read: no list of episodes says more. */
export const UNREAD: SeriesJudgement = { entry: undefined, series: UNKNOWN_SERIES, settled: true, until: null };

/** @param now epoch milliseconds */
export function judgeCachedSeries(observation: SeriesObservation, now: number): SeriesJudgement {
  const { entry, episodes, listUntil } = observation;
  const settled = !entry || episodes !== null || !needsEpisodes(entry);
  return { entry, series: judgeSeries(observation, now), settled, until: untilOf(episodes, listUntil, now) };
}

function untilOf(episodes: SeriesObservation['episodes'], listUntil: number | undefined, now: number): number | null {
  let until = episodes === null ? Infinity : (listUntil ?? Infinity);
  for (const { missing } of episodes?.values() ?? []) {
    for (const airsAt of missing) if (airsAt > now && airsAt < until) until = airsAt;
  }
  return until === Infinity ? null : until;
}
