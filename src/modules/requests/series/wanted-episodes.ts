import type { SonarrEpisode } from '../../../clients/sonarr/sonarr-episode.js';
import type { HeldEpisodes } from '../saved/held-episodes.js';

/** All episodes of a season, or only the one with the lowest number. */
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

/** The wanted episodes that have a file, by season. */
export function heldOf(
  episodes: readonly SonarrEpisode[],
  { seasons, isPilot }: { readonly seasons: readonly number[]; readonly isPilot: boolean },
): HeldEpisodes {
  const held = seasons.map((season): [number, readonly number[]] => {
    const wanted = wantedEpisodes(episodes, season, { isPilot }).filter(({ hasFile }) => hasFile);
    return [season, wanted.map(({ episodeNumber }) => episodeNumber)];
  });
  return new Map(held.filter(([, numbers]) => numbers.length > 0));
}

/** The episodes that have aired and have no file. */
export function missingOf(episodes: readonly SonarrEpisode[], now: number): readonly SonarrEpisode[] {
  return episodes.filter((episode) => hasAired(episode, now) && !episode.hasFile);
}

/** Every episode has a file, or one has aired and all aired ones have. A season without episodes is not complete. */
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

interface NotedSearch {
  /** When the missing episodes were last searched for before it, in epoch milliseconds; null for never. */
  readonly searchMark: number | null;
  /** When the manager confirmed the search; null while that is unknown. */
  readonly sentAt: number | null;
}

/**
 * The manager confirmed the search, or the missing episodes have been searched for since it was noted: then only the
 * answer was lost. Otherwise it is sent again, so each search is sent at least once, and at most twice.
 *
 * @param latest when the missing episodes were last searched for, by the library's current record; null for never
 */
export function hasRun({ searchMark, sentAt }: NotedSearch, latest: number | null): boolean {
  if (sentAt !== null) return true;
  return latest !== null && (searchMark === null || latest > searchMark);
}
