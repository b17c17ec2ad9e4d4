import { z } from 'zod';
import { sayFrom } from '../../core/errors/sentence.js';
import { lenient, objectRows, readableOrNull, readableRows } from '../http/lenient-members.js';

/** What we rely on in a page of rows, which are passed on unread: they only have to be objects. */
export const tmdbPage = z.object({
  /** The page served, from 1. */
  page: z.number().int().nullish(),
  results: objectRows,
  total_pages: z.number().int().nullish(),
  total_results: z.number().int().nullish(),
});

/** What we rely on in a film's detail. The document never says null, yet posters and dates come as null or "". */
export const tmdbMovie = z.object({
  id: z.number().int(),
  title: z.string(),
  /** Day of the first release, YYYY-MM-DD; empty where unknown. */
  release_date: lenient(z.string()),
  /** Path below the image host, with its leading slash. */
  poster_path: lenient(z.string()),
});

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

/** What we rely on in a series' detail. `external_ids` must be there: without them nothing is known of the other catalog's id. */
export const tmdbSeries = z.object({
  id: z.number().int(),
  name: z.string(),
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

/** What we rely on in a season: that it is the one asked for, and that it lists its episodes, which are passed on unread. */
export const tmdbSeasonDetail = z.object({
  season_number: z.number().int().nonnegative(),
  episodes: objectRows,
});

/** What we rely on in an episode: a number, without which it can't be told from another. */
export const tmdbEpisode = z.object({
  episode_number: z.number().int().nonnegative(),
  name: lenient(z.string()),
  /** YYYY-MM-DD; null or empty where unknown. */
  air_date: lenient(z.string()),
  overview: lenient(z.string()),
  /** Path below the image host, with its leading slash. */
  still_path: lenient(z.string()),
  /** In minutes. */
  runtime: lenient(z.number().int().nonnegative()),
});

/** What we rely on in a collection: that it is the one asked for, and that it lists its films, which are passed on unread. */
export const tmdbCollection = z.object({ id: z.number().int(), parts: objectRows });

/** What is filed under an id of another catalog; of the results only series are read. */
export const tmdbFound = z.object({ tv_results: z.array(z.object({ id: z.number().int().positive() })) });

const tmdbGenres = z.array(z.object({ id: z.number().int() }));

/** What a film is judged by: for adults, genres, ratings by country. All must be there: what is left out says nothing. */
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

/** What a series is judged by; as {@link tmdbMovieRatings}. */
export const tmdbSeriesRatings = z.object({
  id: z.number().int(),
  adult: z.boolean(),
  genres: tmdbGenres,
  content_ratings: z.object({
    results: z.array(z.object({ iso_3166_1: z.string(), rating: z.string().nullish() })),
  }),
});

const tmdbTranslation = z.object({
  /** ISO 639-1. */
  iso_639_1: z.string(),
  /** ISO 3166-1: whose form of the language it is. */
  iso_3166_1: lenient(z.string()),
  /** A film has `title`, a series `name`. Empty where it is as in the original, or nobody has translated it. */
  data: lenient(z.object({ title: lenient(z.string()), name: lenient(z.string()), overview: lenient(z.string()) })),
});

/** What a title is called and about: in English, in its original language, and in each language that it is translated to. */
export const tmdbTitleWords = z.object({
  id: z.number().int(),
  /** A film has `title`, a series `name`. */
  title: lenient(z.string()),
  name: lenient(z.string()),
  overview: lenient(z.string()),
  original_language: lenient(z.string()),
  original_title: lenient(z.string()),
  original_name: lenient(z.string()),
  translations: z.object({ translations: readableRows(tmdbTranslation) }),
});

/** The higher the order, the less for children; 0 is unrated. One with an unreadable rating is null: a title would pass for unrated. */
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

export const tmdbPerson = z.object({ id: z.number().int() });

/** What we rely on in what a person has been part of. The rows are passed on unread. */
export const tmdbPersonCredits = z.object({
  id: z.number().int(),
  cast: objectRows.nullish(),
  crew: objectRows.nullish(),
});

/** The genres of a kind of title, passed on unread. */
export const tmdbGenreList = z.object({ genres: objectRows });

/** A list that comes in one piece: watch providers and the regions in which there are any. */
export const tmdbWholeList = z.object({ results: objectRows });

/** The languages of titles, passed on unread. */
export const tmdbLanguages = objectRows;

const TMDB_SENTENCES = { tmdb_answered_about_another_title: 'server answered about another title' } as const;

export const sayTmdb = sayFrom(TMDB_SENTENCES);

/** TMDB's own words for a key that it takes. */
export const tmdbKeyTaken = z.object({ success: z.literal(true) });

/** TMDB's own words for a refusal. */
export const tmdbRefusal = z.object({ success: z.literal(false), status_code: z.number().int() });

export type TmdbPage = z.infer<typeof tmdbPage>;

export type TmdbMovie = z.infer<typeof tmdbMovie>;

export type TmdbSeries = z.infer<typeof tmdbSeries>;

export type TmdbSeasonDetail = z.infer<typeof tmdbSeasonDetail>;

export type TmdbEpisode = z.infer<typeof tmdbEpisode>;

export type TmdbCollection = z.infer<typeof tmdbCollection>;

export type TmdbMovieRatings = z.infer<typeof tmdbMovieRatings>;

export type TmdbSeriesRatings = z.infer<typeof tmdbSeriesRatings>;

export type TmdbTitleWords = z.infer<typeof tmdbTitleWords>;

export type TmdbCertifications = z.infer<typeof tmdbCertifications>;

export type TmdbPerson = z.infer<typeof tmdbPerson>;

export type TmdbPersonCredits = z.infer<typeof tmdbPersonCredits>;
