import type { TmdbSeries } from '../../../clients/tmdb/tmdb-schemas.js';
import { dayOf, yearOf } from '../provider/provider-day.js';

/** What other modules need to know of a season. */
export interface SeasonSummary {
  /** 0 holds the specials. */
  readonly seasonNumber: number;
  /** Episodes that the provider lists, those to come included. */
  readonly episodeCount: number;
  /** Day of the first episode, `YYYY-MM-DD`; null while the provider knows none. */
  readonly airDate: string | null;
}

/** What other modules need to know of a series. */
export interface SeriesSummary {
  readonly tmdbId: number;
  readonly title: string;
  /** The title in the language the series was made in; {@link title} where the provider names none. */
  readonly originalTitle: string;
  /** Year of the first episode; null while the provider knows no date. */
  readonly firstAiredYear: number | null;
  /** Path below the provider's image host, with its leading slash. */
  readonly posterPath: string | null;
  /** Id in TheTVDB, positive; null where the provider names none. */
  readonly tvdbId: number | null;
  /** By number, the lowest first; the specials, season 0, are among them where there are any. */
  readonly seasons: readonly SeasonSummary[];
}

/** The summary of a series out of the provider's detail. */
export function summariseSeries(series: TmdbSeries): SeriesSummary {
  const tvdbId = series.external_ids.tvdb_id ?? 0;
  return {
    tmdbId: series.id,
    title: series.name,
    originalTitle: series.original_name ?? series.name,
    firstAiredYear: yearOf(series.first_air_date),
    posterPath: series.poster_path || null,
    tvdbId: tvdbId > 0 ? tvdbId : null,
    seasons: series.seasons.map(summariseSeason).sort((a, b) => a.seasonNumber - b.seasonNumber),
  };
}

function summariseSeason(season: TmdbSeries['seasons'][number]): SeasonSummary {
  return {
    seasonNumber: season.season_number,
    episodeCount: season.episode_count,
    airDate: dayOf(season.air_date),
  };
}
