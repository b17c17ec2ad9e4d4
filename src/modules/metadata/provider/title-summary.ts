import {
  type TmdbEpisode,
  tmdbEpisode,
  type TmdbMovie,
  type TmdbSeasonDetail,
  type TmdbSeries,
} from '../../../clients/tmdb/tmdb-schemas.js';

/** Films or series, as the wire names them. */
export type TitleKind = 'movie' | 'tv';

export interface FilmSummary {
  readonly tmdbId: number;
  readonly title: string;
  /** Year of the first release; null while the provider knows no date. */
  readonly year: number | null;
  /** Path below the provider's image host, with its leading slash. */
  readonly posterPath: string | null;
}

export function summariseFilm(film: TmdbMovie): FilmSummary {
  return {
    tmdbId: film.id,
    title: film.title,
    year: yearOf(film.release_date),
    posterPath: film.poster_path || null,
  };
}

export interface SeasonSummary {
  /** 0 holds the specials. */
  readonly seasonNumber: number;
  /** Episodes that the provider lists, including those that have not aired. */
  readonly episodeCount: number;
  /** Day of the first episode, `YYYY-MM-DD`; null while the provider knows none. */
  readonly airDate: string | null;
}

interface AiredEpisode {
  readonly seasonNumber: number;
  /** Within its season; some series count on from season to season. */
  readonly episodeNumber: number;
  /** `YYYY-MM-DD`; null where unknown. */
  readonly airDate: string | null;
}

/** The facts of a series for other modules. */
export interface SeriesSummary {
  readonly tmdbId: number;
  readonly title: string;
  /** The title in its original language; {@link title} when the provider names none. */
  readonly originalTitle: string;
  /** Year of the first episode; null while the provider knows no date. */
  readonly firstAiredYear: number | null;
  /** Path below the provider's image host, with its leading slash. */
  readonly posterPath: string | null;
  /** Id in TheTVDB, positive; null where the provider names none. */
  readonly tvdbId: number | null;
  /** By number, the lowest first, including the specials, season 0. */
  readonly seasons: readonly SeasonSummary[];
  /** Null while none has aired, or none is known. */
  readonly lastAired: AiredEpisode | null;
  /** The season of the next episode; null where none is known to come. */
  readonly seasonToCome: number | null;
}

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
    lastAired: series.last_episode_to_air && {
      seasonNumber: series.last_episode_to_air.season_number,
      episodeNumber: series.last_episode_to_air.episode_number,
      airDate: dayOf(series.last_episode_to_air.air_date),
    },
    seasonToCome: series.next_episode_to_air?.season_number ?? null,
  };
}

function summariseSeason(season: TmdbSeries['seasons'][number]): SeasonSummary {
  return {
    seasonNumber: season.season_number,
    episodeCount: season.episode_count,
    airDate: dayOf(season.air_date),
  };
}

/** An episode as the provider lists it; null is what it doesn't say. */
export interface ListedEpisode {
  /** Within its season; some series count on from season to season. */
  readonly episodeNumber: number;
  readonly name: string | null;
  /** `YYYY-MM-DD`. */
  readonly airDate: string | null;
  readonly overview: string | null;
  /** Path below the provider's image host, with its leading slash. */
  readonly stillPath: string | null;
  /** In minutes. */
  readonly runtime: number | null;
}

/** More than any season has. */
const MOST_EPISODES = 2_000;

/** By number. Without those whose number can't be read. */
export function summariseEpisodes({ episodes }: TmdbSeasonDetail): readonly ListedEpisode[] {
  const read = episodes.slice(0, MOST_EPISODES).map((row) => tmdbEpisode.safeParse(row));
  const listed = read.flatMap((one) => (one.success ? [summariseEpisode(one.data)] : []));
  return listed.sort((a, b) => a.episodeNumber - b.episodeNumber);
}

function summariseEpisode(episode: TmdbEpisode): ListedEpisode {
  return {
    episodeNumber: episode.episode_number,
    name: episode.name || null,
    airDate: dayOf(episode.air_date),
    overview: episode.overview || null,
    stillPath: episode.still_path || null,
    runtime: episode.runtime || null,
  };
}

/** The provider writes an unknown day as "" or null. */
type ProviderDay = string | null | undefined;

/** A calendar day, `YYYY-MM-DD`; null when the provider knows none or writes something else. */
export function dayOf(day: ProviderDay): string | null {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Date.parse accepts the 31st of every month; the 31st of February becomes another day.
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  return exists ? day : null;
}

/** The year of a day; null where the provider knows none. */
export function yearOf(day: ProviderDay): number | null {
  const known = dayOf(day);
  return known === null ? null : Number(known.slice(0, 'YYYY'.length));
}
