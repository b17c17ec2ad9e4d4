import { z, type ZodType } from 'zod';
import { readableRows, lenient } from '../http/lenient-members.js';

const contribution = z.object({
  /** Null for an author, else the role: `Narrator`. */
  contribution: z.string().nullish(),
  author: lenient(z.object({ name: z.string() })),
});

/** Rows that belong to a book; empty where the field is missing. */
const rowsOf = <T>(row: ZodType<T>): ZodType<readonly T[]> =>
  lenient(readableRows(row)).transform((rows): readonly T[] => rows ?? []);

/** A `numeric` of the database, which comes as a number or as the text of one. Source: hardcover schema, `numeric`. */
const numeric = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,9}(\.\d{1,9})?$/)
    .transform(Number),
]);

/** What we rely on in a book. Source: hardcover schema, `books`; examples, books.hydrate. */
const hardcoverBook = z.object({
  id: z.number().int().positive(),
  title: lenient(z.string()),
  description: lenient(z.string()),
  release_year: lenient(z.number().int()),
  rating: lenient(numeric),
  ratings_count: lenient(z.number().int()),
  users_count: lenient(z.number().int()),
  image: lenient(z.object({ url: lenient(z.string()) })),
  /** Kept by the provider beside `image`; an empty object where there is none. */
  cached_image: lenient(z.object({ url: lenient(z.string()) })),
  contributions: rowsOf(contribution),
  /** Kept by the provider beside `contributions`. */
  cached_contributors: rowsOf(contribution),
  book_series: rowsOf(z.object({ position: lenient(z.number()), series: lenient(z.object({ name: z.string() })) })),
  editions: rowsOf(z.object({ isbn_13: lenient(z.string()) })),
});

/** Answer of the query `verify`. */
export const hardcoverVerified = z.object({ books: z.array(z.object({ id: z.number().int() })) });

/** Answer of the query `trending`. Both may be null; without an error there is a list. */
export const hardcoverTrending = z.object({
  books_trending: z.object({
    error: z.string().nullish(),
    ids: readableRows(z.number().int().positive().nullable()).nullish(),
  }),
});

/** Answer of the query `hydrate`; it may lack some of the books. */
export const hardcoverHydrated = z.object({ books: readableRows(hardcoverBook) });

/** What every answer is wrapped in. `errors` comes with status 200. */
export const hardcoverEnvelope = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.looseObject({})).nullish(),
});

/** The provider's own words for a refusal. Source: hardcover facts, Errors. */
export const hardcoverRefusal = z.object({ error: z.string() });

/** Answer of the device authorization endpoint. Source: RFC 8628 §3.2. */
export const deviceGrant = z.object({
  device_code: z.string().min(1).max(4_096),
  user_code: z.string().min(1).max(64),
  verification_uri: z.string().max(2_048),
  expires_in: z.number().positive(),
  interval: lenient(z.number().nonnegative()),
});

/** Answer of the token endpoint. Source: RFC 6749 §5.1. */
export const tokenGrant = z.object({
  access_token: z.string().min(1).max(16_384),
  refresh_token: z.string().max(16_384).nullish(),
  /** A whim in it is no reason to lose a token, since the one before may be good no more. */
  expires_in: lenient(z.number().positive()),
});

/** A refusal of an OAuth endpoint. Source: RFC 6749 §5.2, RFC 8628 §3.5. */
export const oauthRefusal = z.object({ error: z.string().max(64) });

/** A book of the catalog, as far as we rely on it. */
export type HardcoverBook = z.infer<typeof hardcoverBook>;
