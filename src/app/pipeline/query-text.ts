import { parse, type ParsedUrlQuery } from 'node:querystring';
import { badRequest } from '../../core/errors/app-error.js';

/** Bytes beside each other: the bytes of a character come together. */
const ESCAPED_BYTES = /(?:%[0-9a-f]{2})+/gi;

/**
 * One that is given more than once is a list. Node by itself puts the replacement character where the bytes are no UTF-8, halves of
 * surrogate pairs among them: something else would be looked for than was asked.
 * @throws AppError 400 for what is no UTF-8
 */
export function parseQuery(query: string | undefined): ParsedUrlQuery {
  if (!query) return {};
  try {
    for (const [bytes] of query.matchAll(ESCAPED_BYTES)) decodeURIComponent(bytes);
  } catch {
    throw badRequest('query_not_utf8', 'the query is not UTF-8');
  }
  return parse(query);
}
