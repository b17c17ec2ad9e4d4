import type { SeriesDigestEntry } from './series-digest.js';
import { airedEpisodes, type SeasonEpisodes, type SeriesEpisodes } from './series-episodes.js';

/** How much of a season has aired, by a library's record of its series. */
export interface AiredSeason {
  /** So many of its episodes have aired at least: those with a file, or with a date that has passed. */
  readonly least: number;
  /** So many can have aired at most; Infinity where only the season's number is known. */
  readonly most: number;
  /** When its first episode airs, in epoch milliseconds; 0 for long ago; null where no date is known. */
  readonly first: number | null;
  /** The same of its last one. */
  readonly last: number | null;
}

/** The seasons of a series in a library's catalog, by number. One that isn't in it is not in the catalog. */
export type AiredSeasons = ReadonlyMap<number, AiredSeason>;

const UNREAD: AiredSeason = { least: 0, most: Infinity, first: null, last: null };
const NO_EPISODES: AiredSeason = { ...UNREAD, most: 0 };
const LONG_AGO: AiredSeason = { ...UNREAD, least: 1, first: 0 };

/**
 * Seasons of which nothing but their numbers is known, and whether their series has ended. All but the last have aired then:
 * a series may end before a season that was announced.
 */
export function listedSeasons(numbers: Iterable<number>, { hasEnded = false } = {}): AiredSeasons {
  const listed = [...numbers];
  const last = Math.max(...listed);
  return new Map(listed.map((number) => [number, hasEnded && number < last ? LONG_AGO : UNREAD]));
}

/**
 * How much of these seasons has aired, by the list of all episodes of their series.
 *
 * @param now epoch milliseconds
 */
export function airedByList(numbers: Iterable<number>, episodes: SeriesEpisodes, now: number): AiredSeasons {
  return new Map([...numbers].map((number) => [number, airedSeason(episodes.get(number), now)]));
}

/** How much of each season has aired, by counts alone: what has a file has aired, the rest may have. */
export function airedByCounts({ seasons }: Pick<SeriesDigestEntry, 'seasons'>): AiredSeasons {
  return new Map(
    seasons.map(({ seasonNumber, files, total }) => [
      seasonNumber,
      { ...UNREAD, least: files, most: Math.max(files, total) },
    ]),
  );
}

function airedSeason(list: SeasonEpisodes | undefined, now: number): AiredSeason {
  if (!list) return NO_EPISODES;
  const least = airedEpisodes(list, now);
  const withoutDate = list.total - list.files - list.missing.length;
  return { least, most: least + withoutDate, first: list.airs?.first ?? null, last: list.airs?.last ?? null };
}
