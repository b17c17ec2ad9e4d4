import { parse, type ParsedUrlQuery } from 'node:querystring';
import type { NextFunction, Request, Response } from 'express';
import { badRequest, notFound } from '../../core/errors/app-error.js';

/** What a request that is written for a proxy has before its path. Source: RFC 9112 section 3.2.2. */
const ORIGIN = /^https?:\/\/[^/?]*/i;

/** The well-known addresses of a host are at its root, wherever the rest is. Source: RFC 8615 section 3. */
const WELL_KNOWN = '/.well-known/';

/** The part behind the base path, which is empty or `/usher`, from its slash on; undefined for what isn't under it. */
export function behindBasePath(basePath: string, url: string): string | undefined {
  const path = url.replace(ORIGIN, '');
  const rest = path.startsWith(basePath) ? path.slice(basePath.length) : undefined;
  if (rest === undefined || !/^(?:[/?]|$)/.test(rest)) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Serves what is under the base path, and beside it only what is well-known, at the root. */
export function underBasePath(basePath: string) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const path = request.url.replace(ORIGIN, '');
    const rest = behindBasePath(basePath, path);
    if (path.startsWith(WELL_KNOWN)) request.url = path;
    else if (rest === undefined || rest.startsWith(WELL_KNOWN)) return next(notFound());
    else request.url = rest;
    next();
  };
}

/** Bytes beside each other: the bytes of a character come together. */
const ESCAPED_BYTES = /(?:%[0-9a-f]{2})+/gi;

/**
 * A member that is given more than once is a list. Node by itself puts the replacement character where the bytes are no UTF-8, halves of
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
