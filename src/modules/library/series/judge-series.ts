import type { KnownSeason, KnownSeries, SeasonAvailability } from './series-availability.js';
import type { SeasonCounts, SeriesDigestEntry } from './series-digest.js';
import { airedEpisodes, type SeasonEpisodes, type SeriesEpisodes } from './series-episodes.js';

/** What was read of one series, all of it of one state of the library. */
export interface SeriesObservation {
  /** Undefined when the library has no record of the series. */
  readonly entry: SeriesDigestEntry | undefined;
  /** Its episodes; null where the list wasn't needed, isn't kept or can't be read. */
  readonly episodes: SeriesEpisodes | null;
  /** Was the list read under this entry, so that the flags of its episodes are as fresh as those of the seasons? */
  readonly freshFlags: boolean;
  /** When the list is read again though nothing came or went, in epoch milliseconds; absent without a list. */
  readonly listUntil?: number;
}

/**
 * Does the list of episodes decide something about this series? It does for a season of which some episodes have a
 * file, and for the whole when one season has files and another lacks some: whether these have aired, only the list
 * knows. Source: doc 4, decision "Truth about series".
 */
export function needsEpisodes({ seasons }: SeriesDigestEntry): boolean {
  const regular = seasons.filter(isRegular);
  return seasons.some(isPartlyHeld) || (regular.some(({ files }) => files > 0) && regular.some(lacksFiles));
}

/** Does the list decide whether the first episode of some season is looked for? */
export function needsPilotFlags({ monitored, seasons }: SeriesDigestEntry): boolean {
  return monitored && seasons.some((season) => isRegular(season) && lacksFiles(season));
}

/**
 * Where does a series stand, season by season? The first test that holds decides about a season:
 *
 * | test | status | progress |
 * |---|---|---|
 * | no file, series and season monitored | requested | 0 |
 * | no file otherwise | unavailable | 0 |
 * | files ≥ episodes of any date > 0 | available | 1 |
 * | the list isn't there | unknown | |
 * | files ≥ aired episodes > 0 | available | 1 |
 * | otherwise | partial | files / aired |
 *
 * An episode has aired when it has a file or its air date isn't after `now`. The percentage that the manager derives
 * from monitored episodes is not used. The specials' season 0 is judged like any other; it never counts for the whole.
 *
 * Source: doc 4 section 4.2 and decision "Truth about series"; doc 2 section 3, TV rows.
 *
 * @param now epoch milliseconds
 */
export function judgeSeries({ entry, episodes, freshFlags }: SeriesObservation, now: number): KnownSeries {
  if (!entry) return { known: true, inLibrary: false, seasons: [] };
  const seasons = entry.seasons.map((counts) => {
    // A season that a list doesn't mention has no episode.
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

/** Of a season whose aired episodes all have files, those without one are to come. */
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
  // The episodes of a monitored season follow it, and one that no episode is known of has none to be watched.
  if (counts.monitored) return { pilotWanted: true };
  return counts.total === 0 ? { pilotWanted: false } : {};
}

const isRegular = ({ seasonNumber }: SeasonCounts): boolean => seasonNumber > 0;
const isFull = ({ files, total }: SeasonCounts): boolean => total > 0 && files >= total;
const isPartlyHeld = (counts: SeasonCounts): boolean => counts.files > 0 && !isFull(counts);
const lacksFiles = ({ files, total }: SeasonCounts): boolean => files < total;

/** Where a series stands, and for how long that may be relied on while its entry in the snapshot is the same object. */
export interface SeriesJudgement {
  /** The entry that was judged; undefined where the library has none. The snapshot may have another one by now. */
  readonly entry: SeriesDigestEntry | undefined;
  /** As `availabilities` of SeriesLibraryService tells it. */
  readonly series: KnownSeries;
  /**
   * False where a list of episodes decides that isn't in memory: the seasons that need it are unknown until
   * `settle` of SeriesLibraryService has read it.
   */
  readonly settled: boolean;
  /**
   * From when on the series has to be judged again though its entry is the same, in epoch milliseconds: the next moment
   * at which an episode without a file airs, or at which its list is read again. Null when time changes nothing.
   */
  readonly until: number | null;
}

/**
 * What is known of a series at a moment, and until when.
 *
 * Source: doc 4 section 4.2 and decision "Truth about series".
 *
 * @param now epoch milliseconds
 */
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
