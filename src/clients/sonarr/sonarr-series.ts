import { z } from 'zod';
import { boundedList } from '../http/json-answer.js';
import { lenient } from '../http/lenient-members.js';
import { type Fields, fieldsOf, libraryId, momentOf, readBy, servarrTime } from '../servarr/plain-values.js';

/** The posters of series that may be shown to members: copies of the metadata service, since Sonarr's own are for administrators. */
export const SONARR_POSTERS = { path: /(?!)/, hosts: new Set(['artworks.thetvdb.com']) } as const;

/** A series in a Sonarr library, as far as we read it. Times are epoch milliseconds; absent means Sonarr has none. */
export interface SonarrSeries {
  readonly id: number;
  readonly tvdbId: number;
  /** Null where Sonarr doesn't know it. */
  readonly tmdbId: number | null;
  readonly title: string;
  /** Of the first episode; 0 where Sonarr doesn't know it. */
  readonly year: number;
  readonly monitored: boolean;
  /** continuing, ended, upcoming, deleted; tolerant of words to come. Empty where it is missing. */
  readonly status: string;
  /** Day of the first episode (midnight UTC). */
  readonly firstAired?: number;
  /** The addition is under way: episodes are missing, and its options come over whatever is monitored meanwhile. */
  readonly beingAdded: boolean;
  readonly seasons: readonly SonarrSeason[];
}

export interface SonarrSeason {
  /** 0 holds the specials. */
  readonly seasonNumber: number;
  readonly monitored: boolean;
  /** Absent while Sonarr knows no episode of the season. */
  readonly statistics?: SonarrSeasonStatistics;
}

/**
 * `episodeCount` follows what is monitored: a season of which one episode of ten was wanted has one file of one. `totalEpisodeCount` holds
 * unaired ones. No files is nothing, a file for each of these is everything; between the two only the list of episodes knows.
 */
interface SonarrSeasonStatistics {
  /** Episodes that have a file. */
  readonly episodeFileCount: number;
  /** Episodes that have a file, or are monitored and have aired; null where they are missing. */
  readonly episodeCount: number | null;
  /** Episodes that Sonarr knows of, aired or not. */
  readonly totalEpisodeCount: number;
  /** Bytes of all files; null where they are missing. */
  readonly sizeOnDisk: number | null;
  /** When the next episode airs, in epoch milliseconds; null where Sonarr knows none to come. */
  readonly nextAiring?: number | null;
  /** When the latest episode aired, likewise; null where none has. */
  readonly previousAiring?: number | null;
}

/** A series that Sonarr's lookup knows, in its library or not. */
export interface SonarrLookup {
  /** Sonarr's own id when the series is in its library already, else null. */
  readonly libraryId: number | null;
  readonly tvdbId: number;
  /** Null where Sonarr doesn't know it. */
  readonly tmdbId: number | null;
  readonly title: string;
  /** Of the first episode; 0 where Sonarr doesn't know it. */
  readonly year: number;
  /** continuing, ended, upcoming, deleted; tolerant of words to come. Empty where it is missing. */
  readonly status: string;
  /** All seasons that are known, the specials (0) among them. */
  readonly seasonNumbers: readonly number[];
}

/** Far more than any series has, those with a season for each year too. A record with more can't be read. */
const MOST_SEASONS = 1_000;

/** By hand: a library has tens of thousands of seasons, and a schema takes twenty times as long for one as to parse it. */
function readSeason(value: unknown): SonarrSeason | null {
  const { seasonNumber, monitored, statistics } = fieldsOf(value) ?? NO_FIELDS;
  if (!isInt(seasonNumber) || typeof monitored !== 'boolean') return null;
  if (statistics === null || statistics === undefined) return { seasonNumber, monitored };
  const counts = readStatistics(statistics);
  return counts && { seasonNumber, monitored, statistics: counts };
}

function readStatistics(value: unknown): SonarrSeasonStatistics | null {
  const counts = fieldsOf(value) ?? NO_FIELDS;
  const { episodeFileCount, episodeCount, totalEpisodeCount, sizeOnDisk } = counts;
  if (!isInt(episodeFileCount) || !isInt(totalEpisodeCount)) return null;
  return {
    episodeFileCount,
    episodeCount: isInt(episodeCount) ? episodeCount : null,
    totalEpisodeCount,
    sizeOnDisk: isInt(sizeOnDisk) ? sizeOnDisk : null,
    nextAiring: momentOf(counts.nextAiring),
    previousAiring: momentOf(counts.previousAiring),
  };
}

const isInt = (value: unknown): value is number => Number.isSafeInteger(value);
const NO_FIELDS: Fields = {};

/** Sonarr writes 0 for an id that it doesn't know, and nothing before version 4. */
const tmdbId = z
  .int()
  .nullish()
  .transform((id) => id || null);

export const seriesSchema = z
  .object({
    id: z.int(),
    tvdbId: z.int(),
    tmdbId,
    title: lenient(z.string()),
    year: lenient(z.int()),
    monitored: z.boolean(),
    status: lenient(z.string()),
    firstAired: lenient(servarrTime),
    addOptions: z.object({}).nullish(),
    seasons: boundedList(readBy(readSeason), MOST_SEASONS),
  })
  .transform(({ addOptions, ...series }): SonarrSeries => ({
    ...series,
    title: series.title ?? '',
    year: series.year ?? 0,
    status: series.status ?? '',
    firstAired: series.firstAired ?? undefined,
    beingAdded: addOptions != null,
  }));

export const lookupSchema = z
  .object({
    id: libraryId,
    tvdbId: z.int(),
    tmdbId,
    title: lenient(z.string()),
    year: lenient(z.int()),
    status: lenient(z.string()),
    seasons: boundedList(z.object({ seasonNumber: z.int() }), MOST_SEASONS),
  })
  .transform(({ id, seasons, title, year, status, ...series }): SonarrLookup => ({
    ...series,
    title: title ?? '',
    year: year ?? 0,
    status: status ?? '',
    libraryId: id,
    seasonNumbers: seasons.map(({ seasonNumber }) => seasonNumber),
  }));

/** The whole record of a series as Sonarr returned it, including fields that this program doesn't know. */
export const wholeSeriesSchema = z.looseObject({
  monitored: z.boolean().nullish(),
  seasons: boundedList(z.looseObject({ seasonNumber: z.int(), monitored: z.boolean().nullish() }), MOST_SEASONS),
});

type WholeSeries = z.infer<typeof wholeSeriesSchema>;

/** The record with the series and these seasons monitored, and nothing turned off; null when all of it is monitored already. */
export function withSeasonsMonitored(series: WholeSeries, wanted: readonly number[]): WholeSeries | null {
  const isOff = ({ seasonNumber, monitored }: WholeSeries['seasons'][number]): boolean =>
    !monitored && wanted.includes(seasonNumber);
  if (series.monitored && !series.seasons.some(isOff)) return null;
  const seasons = series.seasons.map((season) => (isOff(season) ? { ...season, monitored: true } : season));
  return { ...series, monitored: true, seasons };
}

/** The wanted seasons that the record lacks. */
export const seasonsUnknownTo = (series: WholeSeries, wanted: readonly number[]): readonly number[] =>
  wanted.filter((number) => !series.seasons.some(({ seasonNumber }) => seasonNumber === number));
