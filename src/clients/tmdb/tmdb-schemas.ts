import { z } from 'zod';

/**
 * What we rely on in a page of rows. The rows are passed on unread, so nothing is asked of them but to be objects.
 * Source: TMDB v3, every list and search.
 */
export const tmdbPage = z.object({
  /** The page served, from 1. */
  page: z.number().int(),
  results: z.array(z.looseObject({})),
  total_pages: z.number().int(),
  total_results: z.number().int(),
});

/**
 * What we rely on in the detail of a film. The document gives one sample per field and never says null, yet a film
 * without a poster or a date carries null or "". Source: TMDB v3, GET /movie/{movie_id}.
 */
export const tmdbMovie = z.object({
  id: z.number().int(),
  title: z.string(),
  /** Day of the first release, YYYY-MM-DD; empty where unknown. */
  release_date: z.string().nullish(),
  /** Path below the image host, with its leading slash. */
  poster_path: z.string().nullish(),
});

/** TMDB's own words for a refusal. Source: TMDB v3, every error. */
export const tmdbRefusal = z.object({ success: z.literal(false), status_code: z.number().int() });

/** A page of rows, as far as we rely on it. */
export type TmdbPage = z.infer<typeof tmdbPage>;

/** The detail of a film, as far as we rely on it. */
export type TmdbMovie = z.infer<typeof tmdbMovie>;
