import type { SonarrEpisode } from '../../../clients/sonarr/sonarr-episode.js';

/** The episodes of a season that are wanted: all of them, or the first, the one of the lowest number. */
export function wantedEpisodes(
  episodes: readonly SonarrEpisode[],
  season: number,
  { isPilot }: { readonly isPilot: boolean },
): readonly SonarrEpisode[] {
  const all = episodes
    .filter(({ seasonNumber }) => seasonNumber === season)
    .toSorted((one, other) => one.episodeNumber - other.episodeNumber);
  return isPilot ? all.slice(0, 1) : all;
}

/** The episodes that have aired and have no file. */
export function missingOf(episodes: readonly SonarrEpisode[], now: number): readonly SonarrEpisode[] {
  return episodes.filter((episode) => hasAired(episode, now) && !episode.hasFile);
}

/**
 * Is all there that can be there? So it is when every episode has a file, and when something has aired and all that
 * has aired has a file. Nothing known is not complete. Source: doc 4, decision "Truth about series".
 */
export function isComplete(episodes: readonly SonarrEpisode[], now: number): boolean {
  if (episodes.length === 0) return false;
  if (episodes.every(({ hasFile }) => hasFile)) return true;
  return episodes.some((episode) => hasAired(episode, now)) && missingOf(episodes, now).length === 0;
}

/** When any of these episodes was last searched for, in epoch milliseconds; null for never. */
export function latestSearch(episodes: readonly SonarrEpisode[]): number | null {
  const moments = episodes.flatMap(({ lastSearchedAt }) => lastSearchedAt ?? []);
  return moments.length === 0 ? null : Math.max(...moments);
}

function hasAired({ airDateUtc }: SonarrEpisode, now: number): boolean {
  return airDateUtc !== null && airDateUtc <= now;
}
