import { z, type ZodType } from 'zod';
import { sayFrom, type Sentence } from '../../core/errors/sentence.js';
import { UpstreamError, type UpstreamFault } from '../../core/errors/upstream-error.js';
import { type BearerAccess, bearerTransport, type HttpAnswer, type HttpTransport } from '../http/http-transport.js';
import { sayHttp } from '../http/http.sentences.js';
import { parseValue, readJson } from '../http/json-answer.js';
import { lenient, readableRows } from '../http/lenient-members.js';

const contribution = z.object({
  /** Null for an author, else the role: `Narrator`. */
  contribution: z.string().nullish(),
  author: lenient(z.object({ name: z.string() })),
});

/** Rows that belong to a book; empty where the field is missing. */
const rowsOf = <T>(row: ZodType<T>): ZodType<readonly T[]> =>
  lenient(readableRows(row)).transform((rows): readonly T[] => rows ?? []);

/** A `numeric` of the database, which comes as a number or as the text of one. */
const numeric = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,9}(\.\d{1,9})?$/)
    .transform(Number),
]);

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

const hardcoverVerified = z.object({ books: z.array(z.object({ id: z.number().int() })) });

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

const hardcoverRefusal = z.object({ error: z.string() });

export const deviceGrant = z.object({
  device_code: z.string().min(1).max(4_096),
  user_code: z.string().min(1).max(64),
  verification_uri: z.string().max(2_048),
  expires_in: z.number().positive(),
  interval: lenient(z.number().nonnegative()),
});

export const tokenGrant = z.object({
  access_token: z.string().min(1).max(16_384),
  refresh_token: z.string().max(16_384).nullish(),
  /** A whim in it is no reason to lose a token, since the one before may be good no more. */
  expires_in: lenient(z.number().positive()),
});

export const oauthRefusal = z.object({ error: z.string().max(64) });

/** A book of the catalog, as far as we rely on it. */
export type HardcoverBook = z.infer<typeof hardcoverBook>;

/** Where covers come from: this host and no other. */
export const HARDCOVER_COVERS = { system: 'hardcover', hosts: { only: 'assets.hardcover.app' } } as const;

/** What is asked of the catalog. Each has one top-level field, because each of those counts against the provider's budget. */
export const HARDCOVER_QUERIES = {
  /** Any read of the catalog: it proves the scope, which a question about the account would not. */
  verify: 'query Verify { books(limit: 1) { id } }',
  /** Ids alone, in the order of the list. */
  trending:
    'query Trending($from: date!, $to: date!, $limit: Int!) ' +
    '{ books_trending(from: $from, to: $to, limit: $limit, offset: 0) { error ids } }',
  /** Answers in no order. */
  hydrate:
    'query Hydrate($ids: [Int!]!) { books(where: {id: {_in: $ids}}) ' +
    '{ id title description release_year rating ratings_count users_count cached_image cached_contributors ' +
    'image { url } contributions { contribution author { name } } book_series { position series { name } } ' +
    'editions(limit: 20) { isbn_13 } } }',
} as const;

type HardcoverQuery = keyof typeof HARDCOVER_QUERIES;

const SYSTEM = 'hardcover';
const DEADLINE_MS = 15_000;
const MAX_BYTES = 4 * 1024 * 1024;

/** What became of a call to Hardcover. */
const HARDCOVER_SENTENCES = {
  hardcover_reported_fault: 'server reported a fault in its answer',
  hardcover_refused_token: 'server refused the token',
  hardcover_token_lacks_scope: 'the token may not read the catalog',
  hardcover_refused_request: 'server refused the request',
  hardcover_approval_address_not_https: 'server named no https address to approve at',
} as const;

export const sayHardcover = sayFrom(HARDCOVER_SENTENCES);

/** The scope that reads of the catalog need, and the only one that is ever asked for. */
export const CATALOG_SCOPE = 'read:catalog';

/** Named among the `refusals` of an UpstreamError when the token is good and may not read the catalog. */
export const INSUFFICIENT_SCOPE = 'insufficient_scope';

/** The span that a trending list looks back over, days as YYYY-MM-DD. */
export interface TrendingSpan {
  readonly from: string;
  readonly to: string;
}

/** @throws UpstreamError, `unauthorized` for a refused token, with {@link INSUFFICIENT_SCOPE} where it may not read the catalog */
export class HardcoverClient {
  private readonly transport: HttpTransport;

  /** @throws UnsafeAddress when the endpoint is no plain http(s) address */
  constructor(access: BearerAccess) {
    this.transport = bearerTransport(access, { system: SYSTEM, deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES });
  }

  async verify(): Promise<void> {
    await this.query('verify', {}, hardcoverVerified);
  }

  /** The ids of the books that many look at, in the provider's order, each once, at most `limit`. */
  async trending({ from, to }: TrendingSpan, limit: number): Promise<readonly number[]> {
    const { books_trending: answer } = await this.query('trending', { from, to, limit }, hardcoverTrending);
    if (answer.error) throw fault('trending', 'failed', sayHardcover('hardcover_reported_fault'), 200);
    if (!answer.ids) throw fault('trending', 'malformed', sayHttp('answer_unexpected_at', { place: 'ids' }), 200);
    return [...new Set(answer.ids.filter((id) => id !== null))].slice(0, limit);
  }

  /** These books, in the order of the ids. One that the catalog doesn't know any more is left out. */
  async books(ids: readonly number[]): Promise<readonly HardcoverBook[]> {
    const { books } = await this.query('hydrate', { ids }, hardcoverHydrated);
    const byId = new Map(books.map((book) => [book.id, book]));
    return ids.map((id) => byId.get(id)).filter((book) => book !== undefined);
  }

  private async query<T>(name: HardcoverQuery, variables: object, schema: ZodType<T>): Promise<T> {
    const answer = await this.transport.send({
      operation: name,
      method: 'POST',
      path: [],
      json: { query: HARDCOVER_QUERIES[name], variables },
      accept: [401, 403],
    });
    if (answer.status === 401 || answer.status === 403) throw refusal(name, answer);
    const { data, errors } = readJson(SYSTEM, name, answer, hardcoverEnvelope);
    if (errors?.length) throw fault(name, 'failed', sayHardcover('hardcover_reported_fault'), 200);
    return parseValue({ system: SYSTEM, operation: name, answer }, { data }, z.object({ data: schema })).data;
  }
}

/** 401 is about the token; a 403 is so only in the provider's own words. */
function refusal(operation: HardcoverQuery, answer: HttpAnswer): UpstreamError {
  const { status } = answer;
  if (status === 401) return fault(operation, 'unauthorized', sayHardcover('hardcover_refused_token'), status);
  if (wordOf(operation, answer) === INSUFFICIENT_SCOPE)
    return fault(operation, 'unauthorized', sayHardcover('hardcover_token_lacks_scope'), status, [INSUFFICIENT_SCOPE]);
  return fault(operation, 'rejected', sayHardcover('hardcover_refused_request'), status);
}

function wordOf(operation: HardcoverQuery, answer: HttpAnswer): string | null {
  try {
    return readJson(SYSTEM, operation, answer, hardcoverRefusal).error;
  } catch {
    return null;
  }
}

function fault(
  operation: HardcoverQuery,
  kind: UpstreamFault,
  reason: Sentence,
  status: number,
  refusals: readonly string[] = [],
): UpstreamError {
  return new UpstreamError({ system: SYSTEM, operation, kind, status, definitelyNotSent: false, reason, refusals });
}
