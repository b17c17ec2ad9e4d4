import { z } from 'zod';

const contribution = z.object({
  /** Null for an author, else the role: `Narrator`. */
  contribution: z.string().nullish(),
  author: z.object({ name: z.string() }).nullish(),
});

/** What we rely on in a book. Source: hardcover schema, `books`; examples, books.hydrate. */
const hardcoverBook = z.object({
  id: z.number().int().positive(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  release_year: z.number().int().nullish(),
  rating: z.number().nullish(),
  ratings_count: z.number().int().nullish(),
  users_count: z.number().int().nullish(),
  image: z.object({ url: z.string().nullish() }).nullish(),
  /** Kept by the provider beside `image`; an empty object where there is none. */
  cached_image: z
    .object({ url: z.string().nullish() })
    .nullish()
    .catch(() => null),
  contributions: z.array(contribution),
  /** Kept by the provider beside `contributions`. */
  cached_contributors: z
    .array(contribution)
    .nullish()
    .catch(() => null),
  book_series: z.array(z.object({ position: z.number().nullish(), series: z.object({ name: z.string() }).nullish() })),
  editions: z.array(z.object({ isbn_13: z.string().nullish() })),
});

/** Answer of the query `verify`. */
export const hardcoverVerified = z.object({ books: z.array(z.object({ id: z.number().int() })) });

/** Answer of the query `trending`. */
export const hardcoverTrending = z.object({
  books_trending: z.object({ error: z.string().nullish(), ids: z.array(z.number().int().positive().nullable()) }),
});

/** Answer of the query `hydrate`. */
export const hardcoverHydrated = z.object({ books: z.array(hardcoverBook) });

/** What every answer is wrapped in. `errors` comes with status 200. */
export const hardcoverEnvelope = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.looseObject({})).optional(),
});

/** The provider's own words for a refusal. Source: hardcover facts, Errors. */
export const hardcoverRefusal = z.object({ error: z.string() });

/** Answer of the device authorization endpoint. Source: RFC 8628 §3.2. */
export const deviceGrant = z.object({
  device_code: z.string().min(1).max(4_096),
  user_code: z.string().min(1).max(64),
  verification_uri: z.string().max(2_048),
  expires_in: z.number().positive(),
  interval: z.number().nonnegative().nullish(),
});

/** Answer of the token endpoint. Source: RFC 6749 §5.1. */
export const tokenGrant = z.object({
  access_token: z.string().min(1).max(16_384),
  refresh_token: z.string().max(16_384).nullish(),
  /** A whim in it is no reason to lose a token, since the one before may be good no more. */
  expires_in: z
    .number()
    .positive()
    .nullish()
    .catch(() => null),
});

/** A refusal of an OAuth endpoint. Source: RFC 6749 §5.2, RFC 8628 §3.5. */
export const oauthRefusal = z.object({ error: z.string().max(64) });

/** A book of the catalog, as far as we rely on it. */
export type HardcoverBook = z.infer<typeof hardcoverBook>;
