import type { SonarrEpisode } from '../../../clients/sonarr/sonarr-episode.js';
import type { SeriesDigestEntry } from './series-digest.js';

/** The cached facts of a season's list of episodes. */
export interface SeasonEpisodes {
  /** Episodes that have a file. */
  readonly files: number;
  /** Their numbers, ascending. */
  readonly held: readonly number[];
  /** Episodes of any date. */
  readonly total: number;
  /** The air dates of the episodes without a file, in epoch milliseconds; those without a date are left out. */
  readonly missing: readonly number[];
  /** When its first and its last episode air, in epoch milliseconds; null where none has a date. */
  readonly airs: { readonly first: number; readonly last: number } | null;
  /** The episode with the lowest number. */
  readonly first: { readonly hasFile: boolean; readonly monitored: boolean };
}

/** The episodes of a series, by season. */
export type SeriesEpisodes = ReadonlyMap<number, SeasonEpisodes>;

/**
 * Reduces a list of episodes to what availability needs. It doesn't depend on the current time; the judgement compares
 * it with the dates.
 */
export function seriesEpisodes(list: readonly SonarrEpisode[]): SeriesEpisodes {
  const bySeason = new Map<number, SonarrEpisode[]>();
  for (const episode of list) {
    const season = bySeason.get(episode.seasonNumber);
    if (season) season.push(episode);
    else bySeason.set(episode.seasonNumber, [episode]);
  }
  return new Map([...bySeason].map(([number, episodes]) => [number, seasonEpisodes(episodes)]));
}

function seasonEpisodes(episodes: readonly SonarrEpisode[]): SeasonEpisodes {
  const without = episodes.filter(({ hasFile }) => !hasFile);
  const { hasFile, monitored } = episodes.reduce((first, one) =>
    one.episodeNumber < first.episodeNumber ? one : first,
  );
  const dates = episodes.flatMap(({ airDateUtc }) => airDateUtc ?? []).sort((one, other) => one - other);
  const [first, last] = [dates[0], dates.at(-1)];
  const held = episodes.filter((one) => one.hasFile).map(({ episodeNumber }) => episodeNumber);
  return {
    files: episodes.length - without.length,
    held: held.sort((one, other) => one - other),
    total: episodes.length,
    missing: without.flatMap(({ airDateUtc }) => (airDateUtc === null ? [] : [airDateUtc])),
    airs: first === undefined || last === undefined ? null : { first, last },
    first: { hasFile, monitored },
  };
}

/**
 * The number of aired episodes of a season: those that have a file, or an air date that isn't after `now`.
 *
 * Source: doc 4 section 4.2.
 *
 * @param now epoch milliseconds
 */
export function airedEpisodes({ files, missing }: Pick<SeasonEpisodes, 'files' | 'missing'>, now: number): number {
  return files + missing.filter((airsAt) => airsAt <= now).length;
}

/**
 * Are the list and the statistics of the same state? They are when they count the same files and the same episodes in
 * each season.
 */
export function agree(episodes: SeriesEpisodes, { seasons }: SeriesDigestEntry): boolean {
  const counted = new Set(seasons.map(({ seasonNumber }) => seasonNumber));
  return (
    [...episodes.keys()].every((number) => counted.has(number)) &&
    seasons.every(({ seasonNumber, files, total }) => {
      const listed = episodes.get(seasonNumber);
      return files === (listed?.files ?? 0) && total === (listed?.total ?? 0);
    })
  );
}
