/**
 * What is asked of the catalog. Each has one top-level field, because each of those counts against the provider's budget.
 * Source: hardcover facts, examples.
 */
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

/** The name of a query. */
export type HardcoverQuery = keyof typeof HARDCOVER_QUERIES;
