import type { SeriesDigestEntry } from './series-digest.js';
import { airedEpisodes, type SeasonEpisodes, type SeriesEpisodes } from './series-episodes.js';

/** How much of a season has aired, by a library's record of its series. */
export interface AiredSeason {
  /** Episodes that have aired, which those with a file have; null while that isn't known. */
  readonly aired: number | null;
  /** When its first episode airs, in epoch milliseconds; null where no date is known. */
  readonly first: number | null;
  /** The same of its last one. */
  readonly last: number | null;
}

/** The seasons of a series in a library's catalog, by number. One that isn't in it is not in the catalog. */
export type AiredSeasons = ReadonlyMap<number, AiredSeason>;

const UNREAD: AiredSeason = { aired: null, first: null, last: null };

/** Seasons of which nothing but their numbers is known. */
export function listedSeasons(numbers: Iterable<number>): AiredSeasons {
  return new Map([...numbers].map((number) => [number, UNREAD]));
}

/**
 * How much of these seasons has aired, by the list of all episodes of their series.
 *
 * @param now epoch milliseconds
 */
export function airedSeasons(numbers: Iterable<number>, episodes: SeriesEpisodes, now: number): AiredSeasons {
  return new Map([...numbers].map((number) => [number, airedSeason(episodes.get(number), now)]));
}

/** How much of each season has aired, by counts alone: known of seasons without an episode, and of those that have all files. */
export function airedByCounts({ seasons }: Pick<SeriesDigestEntry, 'seasons'>): AiredSeasons {
  return new Map(
    seasons.map(({ seasonNumber, files, total }) => [
      seasonNumber,
      { ...UNREAD, aired: files >= total ? files : null },
    ]),
  );
}

function airedSeason(list: SeasonEpisodes | undefined, now: number): AiredSeason {
  if (!list) return { ...UNREAD, aired: 0 };
  if (list.airs === null) return { ...UNREAD, aired: list.files > 0 ? list.files : null };
  return { aired: airedEpisodes(list, now), ...list.airs };
}
