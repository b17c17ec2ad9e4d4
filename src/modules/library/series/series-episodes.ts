import type { SonarrEpisode } from '../../../clients/sonarr/sonarr-episode.js';
import type { SeriesDigestEntry } from './series-digest.js';

export interface SeasonEpisodes {
  /** Episodes that have a file. */
  readonly files: number;
  /** Their numbers, ascending. */
  readonly held: readonly number[];
  /** Those that have none: the manager's id, by which its queue names an episode, and the number. */
  readonly awaited: readonly (readonly [id: number, number: number])[];
  /** Episodes of any date. */
  readonly total: number;
  /** The air dates of the episodes without a file, in epoch milliseconds; those without a date are left out. */
  readonly missing: readonly number[];
  /** When its first and its last episode air, in epoch milliseconds; null where none has a date. */
  readonly airs: { readonly first: number; readonly last: number } | null;
  /** The episode with the lowest number. */
  readonly first: { readonly hasFile: boolean; readonly monitored: boolean };
}

export type SeriesEpisodes = ReadonlyMap<number, SeasonEpisodes>;

/** It doesn't depend on the current time; the judgement compares it with the dates. */
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
    awaited: without.map(({ id, episodeNumber }) => [id, episodeNumber]),
    total: episodes.length,
    missing: without.flatMap(({ airDateUtc }) => (airDateUtc === null ? [] : [airDateUtc])),
    airs: first === undefined || last === undefined ? null : { first, last },
    first: { hasFile, monitored },
  };
}

/** Those that have a file, or an air date that isn't after `now`, in epoch milliseconds. Source: doc 4 section 4.2. */
export function airedEpisodes({ files, missing }: Pick<SeasonEpisodes, 'files' | 'missing'>, now: number): number {
  return files + missing.filter((airsAt) => airsAt <= now).length;
}

/** Are both of one state: do they count the same files and episodes in each season? */
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

const UNREAD_SEASON: AiredSeason = { least: 0, most: Infinity, first: null, last: null };
const NO_EPISODES: AiredSeason = { ...UNREAD_SEASON, most: 0 };
const LONG_AGO: AiredSeason = { ...UNREAD_SEASON, least: 1, first: 0 };

/** Of a series that has ended all but the last season have aired: it may end before one that was announced. */
export function listedSeasons(numbers: Iterable<number>, { hasEnded = false } = {}): AiredSeasons {
  const listed = [...numbers];
  const last = Math.max(...listed);
  return new Map(listed.map((number) => [number, hasEnded && number < last ? LONG_AGO : UNREAD_SEASON]));
}

/** @param now epoch milliseconds */
export function airedByList(numbers: Iterable<number>, episodes: SeriesEpisodes, now: number): AiredSeasons {
  return new Map([...numbers].map((number) => [number, airedSeason(episodes.get(number), now)]));
}

/** What has a file has aired, the rest may have. */
export function airedByCounts({ seasons }: Pick<SeriesDigestEntry, 'seasons'>): AiredSeasons {
  return new Map(
    seasons.map(({ seasonNumber, files, total }) => [
      seasonNumber,
      { ...UNREAD_SEASON, least: files, most: Math.max(files, total) },
    ]),
  );
}

function airedSeason(list: SeasonEpisodes | undefined, now: number): AiredSeason {
  if (!list) return NO_EPISODES;
  const least = airedEpisodes(list, now);
  const withoutDate = list.total - list.files - list.missing.length;
  return { least, most: least + withoutDate, first: list.airs?.first ?? null, last: list.airs?.last ?? null };
}
