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

/** What is committed of a search before it is sent. */
interface NotedSearch {
  /** When what is missing had last been searched for before, in epoch milliseconds; null for never. */
  readonly searchMark: number | null;
  /** When the manager answered that it will search; null while that isn't known. */
  readonly sentAt: number | null;
}

/**
 * Was this search carried out? So it was when the manager said that it will, and when what is missing has been searched
 * for since the search was noted: then only the answer was lost. Where neither is known it is sent again, so that a
 * search is sent at least once, and twice at most when the manager was slow to begin.
 *
 * @param latest when what is missing was last searched for as the library has it now; null for never
 */
export function hasRun({ searchMark, sentAt }: NotedSearch, latest: number | null): boolean {
  if (sentAt !== null) return true;
  return latest !== null && (searchMark === null || latest > searchMark);
}
