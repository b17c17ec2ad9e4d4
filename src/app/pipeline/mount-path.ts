import type { NextFunction, Request, Response } from 'express';
import { notFound } from '../../core/errors/app-error.js';

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
    if (path.startsWith(WELL_KNOWN)) {
      request.url = path;
      next();
      return;
    }
    const rest = behindBasePath(basePath, path);
    if (rest === undefined || rest.startsWith(WELL_KNOWN)) {
      next(notFound());
      return;
    }
    request.url = rest;
    next();
  };
}
