import { z } from 'zod';
import { lenient, objectRows, readableOrNull } from '../http/lenient-members.js';

/**
 * What we rely on in a page of rows. The rows are passed on unread, so nothing is asked of them but to be objects: others are left out. Where
 * the list goes on may be left out, and is a number where it is said.
 * Source: TMDB v3, every list and search.
 */
export const tmdbPage = z.object({
  /** The page served, from 1. */
  page: z.number().int().nullish(),
  results: objectRows,
  total_pages: z.number().int().nullish(),
  total_results: z.number().int().nullish(),
});

/**
 * What we rely on in the detail of a film. The document gives one sample per field and never says null, yet a film
 * without a poster or a date carries null or "". Source: TMDB v3, GET /movie/{movie_id}.
 */
export const tmdbMovie = z.object({
  id: z.number().int(),
  title: z.string(),
  /** Day of the first release, YYYY-MM-DD; empty where unknown. */
  release_date: lenient(z.string()),
  /** Path below the image host, with its leading slash. */
  poster_path: lenient(z.string()),
});

/** A season in the detail of a series. */
const tmdbSeason = z.object({
  /** 0 holds the specials. */
  season_number: z.number().int().nonnegative(),
  episode_count: z.number().int().nonnegative(),
  /** Day of its first episode, YYYY-MM-DD; null or empty where unknown. */
  air_date: lenient(z.string()),
});

/** The latest episode that has aired, or the next one. */
const tmdbAiring = z.object({
  season_number: z.number().int().nonnegative(),
  episode_number: z.number().int().nonnegative(),
  /** YYYY-MM-DD; null or empty where unknown. */
  air_date: lenient(z.string()),
});

/**
 * What we rely on in the detail of a series, with its appended `external_ids`. They must be there, for without them
 * nothing is known about the id of the other catalog, not even that there is none.
 * Source: TMDB v3, GET /tv/{series_id}; GET /tv/{series_id}/external_ids.
 */
export const tmdbSeries = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Null where nothing is said. */
  original_name: lenient(z.string()),
  /** Day of the first episode, YYYY-MM-DD; empty where unknown. */
  first_air_date: lenient(z.string()),
  /** Path below the image host, with its leading slash. */
  poster_path: lenient(z.string()),
  seasons: z.array(tmdbSeason),
  /** Null where there is none, or nothing is said. */
  last_episode_to_air: lenient(tmdbAiring),
  next_episode_to_air: lenient(tmdbAiring),
  /** `tvdb_id` is null where TMDB knows of no entry in TheTVDB. */
  external_ids: z.object({ tvdb_id: z.number().int().nullish() }),
});

/**
 * What we rely on in a season of a series: that it is the one asked for, and that it lists its episodes. The episodes are
 * passed on unread. Source: TMDB v3, GET /tv/{series_id}/season/{season_number}.
 */
export const tmdbSeasonDetail = z.object({
  season_number: z.number().int().nonnegative(),
  episodes: objectRows,
});

/**
 * What is filed under an id of another catalog; of the results only series are read.
 * Source: TMDB v3, GET /find/{external_id}; TMDB facts, find.
 */
export const tmdbFound = z.object({ tv_results: z.array(z.object({ id: z.number().int().positive() })) });

/** A genre of a title. Source: TMDB v3, GET /genre/movie/list. */
const tmdbGenres = z.array(z.object({ id: z.number().int() }));

/**
 * What a film is judged by: whether it is for adults, its genres, and what its releases were rated, country by
 * country. All of it must be there, for what is left out says nothing.
 * Source: TMDB v3, GET /movie/{movie_id}; GET /movie/{movie_id}/release_dates.
 */
export const tmdbMovieRatings = z.object({
  id: z.number().int(),
  adult: z.boolean(),
  genres: tmdbGenres,
  release_dates: z.object({
    results: z.array(
      z.object({
        iso_3166_1: z.string(),
        release_dates: z.array(
          z.object({
            /** Empty or null where the release was not rated. */
            certification: z.string().nullish(),
            /** 1 premiere, 2 limited theatrical, 3 theatrical, 4 digital, 5 physical, 6 TV. */
            type: z.number().int(),
          }),
        ),
      }),
    ),
  }),
});

/**
 * What a series is judged by; as {@link tmdbMovieRatings}.
 * Source: TMDB v3, GET /tv/{series_id}; GET /tv/{series_id}/content_ratings.
 */
export const tmdbSeriesRatings = z.object({
  id: z.number().int(),
  adult: z.boolean(),
  genres: tmdbGenres,
  content_ratings: z.object({
    results: z.array(z.object({ iso_3166_1: z.string(), rating: z.string().nullish() })),
  }),
});

/**
 * The rating schemes of countries: the higher the order, the less is it for children. 0 is given to what has no rating. A
 * scheme with a rating that can't be read is null as a whole: a title with that rating would pass for unrated. Source: issue 43 C14
 * Source: TMDB v3, GET /certification/movie/list, GET /certification/tv/list.
 */
export const tmdbCertifications = z.object({
  certifications: z.record(
    z.string(),
    readableOrNull(
      z.array(
        z.object({ certification: z.string(), meaning: lenient(z.string()), order: z.number().int().nonnegative() }),
      ),
    ),
  ),
});

/** What we rely on in the detail of a person. Source: TMDB v3, GET /person/{person_id}. */
export const tmdbPerson = z.object({ id: z.number().int() });

/**
 * What we rely on in what a person has been part of. The rows are passed on unread.
 * Source: TMDB v3, GET /person/{person_id}/combined_credits.
 */
export const tmdbPersonCredits = z.object({
  id: z.number().int(),
  cast: objectRows.nullish(),
  crew: objectRows.nullish(),
});

/** The genres of a kind of title, passed on unread. Source: TMDB v3, GET /genre/movie/list, GET /genre/tv/list. */
export const tmdbGenreList = z.object({ genres: objectRows });

/**
 * A list that comes in one piece: watch providers and the regions in which there are any.
 * Source: TMDB v3, GET /watch/providers/movie, /watch/providers/tv, /watch/providers/regions.
 */
export const tmdbWholeList = z.object({ results: objectRows });

/** The languages of titles, passed on unread. Source: TMDB v3, GET /configuration/languages. */
export const tmdbLanguages = objectRows;

/** TMDB's own words for a key that it takes. Source: TMDB v3, GET /authentication. */
export const tmdbKeyTaken = z.object({ success: z.literal(true) });

/** TMDB's own words for a refusal. Source: TMDB v3, every error. */
export const tmdbRefusal = z.object({ success: z.literal(false), status_code: z.number().int() });

/** A page of rows, as far as we rely on it. */
export type TmdbPage = z.infer<typeof tmdbPage>;

/** The detail of a film, as far as we rely on it. */
export type TmdbMovie = z.infer<typeof tmdbMovie>;

/** The detail of a series, as far as we rely on it. */
export type TmdbSeries = z.infer<typeof tmdbSeries>;

/** A season of a series with its episodes, as far as we rely on it. */
export type TmdbSeasonDetail = z.infer<typeof tmdbSeasonDetail>;

/** What a film is judged by. */
export type TmdbMovieRatings = z.infer<typeof tmdbMovieRatings>;

/** What a series is judged by. */
export type TmdbSeriesRatings = z.infer<typeof tmdbSeriesRatings>;

/** The rating schemes of countries. */
export type TmdbCertifications = z.infer<typeof tmdbCertifications>;

/** A person, as far as we rely on it. */
export type TmdbPerson = z.infer<typeof tmdbPerson>;

/** What a person has been part of, as far as we rely on it. */
export type TmdbPersonCredits = z.infer<typeof tmdbPersonCredits>;
