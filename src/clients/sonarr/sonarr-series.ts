import { z } from 'zod';
import { lenient } from '../http/lenient-members.js';
import { libraryId, servarrTime } from '../servarr/servarr-values.js';

/** A series in a Sonarr library, as far as we read it. Times are epoch milliseconds; absent means Sonarr has none. */
export interface SonarrSeries {
  /** Sonarr's own id. */
  readonly id: number;
  readonly tvdbId: number;
  /** Null where Sonarr doesn't know it. */
  readonly tmdbId: number | null;
  /** Empty where Sonarr reports none. */
  readonly title: string;
  /** Of the first episode; 0 where Sonarr doesn't know it. */
  readonly year: number;
  readonly monitored: boolean;
  /** continuing, ended, upcoming, deleted; tolerant of words to come. Empty where it is missing. */
  readonly status: string;
  /** Day of the first episode (midnight UTC). */
  readonly firstAired?: number;
  /**
   * Is the addition still under way? Episodes are missing so far, and the options of the addition come over whatever is
   * monitored meanwhile.
   */
  readonly beingAdded: boolean;
  readonly seasons: readonly SonarrSeason[];
}

/** A season of a series in a Sonarr library. */
export interface SonarrSeason {
  /** 0 holds the specials. */
  readonly seasonNumber: number;
  readonly monitored: boolean;
  /** Absent while Sonarr knows no episode of the season. */
  readonly statistics?: SonarrSeasonStatistics;
}

/**
 * What Sonarr counts in a season. These counts never say that a season is available.
 *
 * `episodeCount` follows what is monitored: an aired episode that is neither monitored nor there is in it nowhere, so
 * that a season of which one episode out of ten was ever wanted and came has one file of one. `totalEpisodeCount` holds
 * episodes that haven't aired. What the counts do decide: a season without files has nothing, and one with as many
 * files as it has episodes of any date has everything. Between the two only the list of episodes knows.
 *
 * The percentage that Sonarr derives from them is not read. Source: doc 4, decision "Truth about series".
 */
export interface SonarrSeasonStatistics {
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
  /** Empty where Sonarr reports none. */
  readonly title: string;
  /** Of the first episode; 0 where Sonarr doesn't know it. */
  readonly year: number;
  /** continuing, ended, upcoming, deleted; tolerant of words to come. Empty where it is missing. */
  readonly status: string;
  /** All seasons that are known, the specials (0) among them. */
  readonly seasonNumbers: readonly number[];
}

const statistics = z.object({
  episodeFileCount: z.int(),
  episodeCount: lenient(z.int()),
  totalEpisodeCount: z.int(),
  sizeOnDisk: lenient(z.int()),
  nextAiring: lenient(servarrTime),
  previousAiring: lenient(servarrTime),
});

const season = z.object({ seasonNumber: z.int(), monitored: z.boolean(), statistics: statistics.nullish() });

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
    seasons: z.array(season),
  })
  .transform(({ addOptions, seasons, ...series }): SonarrSeries => ({
    ...series,
    title: series.title ?? '',
    year: series.year ?? 0,
    status: series.status ?? '',
    firstAired: series.firstAired ?? undefined,
    beingAdded: addOptions != null,
    seasons: seasons.map(({ statistics, ...one }) => ({ ...one, ...(statistics && { statistics }) })),
  }));

export const lookupSchema = z
  .object({
    id: libraryId,
    tvdbId: z.int(),
    tmdbId,
    title: lenient(z.string()),
    year: lenient(z.int()),
    status: lenient(z.string()),
    seasons: z.array(z.object({ seasonNumber: z.int() })),
  })
  .transform(({ id, seasons, title, year, status, ...series }): SonarrLookup => ({
    ...series,
    title: title ?? '',
    year: year ?? 0,
    status: status ?? '',
    libraryId: id,
    seasonNumbers: seasons.map(({ seasonNumber }) => seasonNumber),
  }));
