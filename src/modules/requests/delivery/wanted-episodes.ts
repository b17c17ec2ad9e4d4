/** An episode as the library has it at the moment. Seasons are the library's numbers. */
export interface EpisodeInLibrary {
  readonly id: number;
  readonly seasonNumber: number;
  readonly episodeNumber: number;
  /** When it airs, in epoch milliseconds; null where the manager has no date. */
  readonly airDateUtc: number | null;
  readonly hasFile: boolean;
  readonly monitored: boolean;
  /** When the manager last searched for it, in epoch milliseconds; absent when it never did. */
  readonly lastSearchedAt?: number;
}

/** The episodes of a season that are wanted: all of them, or the first, the one of the lowest number. */
export function wantedEpisodes(
  episodes: readonly EpisodeInLibrary[],
  season: number,
  { isPilot }: { readonly isPilot: boolean },
): readonly EpisodeInLibrary[] {
  const all = episodes
    .filter(({ seasonNumber }) => seasonNumber === season)
    .toSorted((one, other) => one.episodeNumber - other.episodeNumber);
  return isPilot ? all.slice(0, 1) : all;
}

/** The episodes that have aired and have no file. */
export function missingOf(episodes: readonly EpisodeInLibrary[], now: number): readonly EpisodeInLibrary[] {
  return episodes.filter((episode) => hasAired(episode, now) && !episode.hasFile);
}

/**
 * Is all there that can be there? So it is when every episode has a file, and when something has aired and all that
 * has aired has a file. Nothing known is not complete. Source: doc 4, decision "Truth about series".
 */
export function isComplete(episodes: readonly EpisodeInLibrary[], now: number): boolean {
  if (episodes.length === 0) return false;
  if (episodes.every(({ hasFile }) => hasFile)) return true;
  return episodes.some((episode) => hasAired(episode, now)) && missingOf(episodes, now).length === 0;
}

/** When any of these episodes was last searched for, in epoch milliseconds; null for never. */
export function latestSearch(episodes: readonly EpisodeInLibrary[]): number | null {
  const moments = episodes.flatMap(({ lastSearchedAt }) => lastSearchedAt ?? []);
  return moments.length === 0 ? null : Math.max(...moments);
}

function hasAired({ airDateUtc }: EpisodeInLibrary, now: number): boolean {
  return airDateUtc !== null && airDateUtc <= now;
}
