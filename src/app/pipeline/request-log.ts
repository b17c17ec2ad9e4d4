import type { NextFunction, Request, Response } from 'express';
import type { Log } from '../../core/logging/log.js';
import type { Clock } from '../../core/time/clock.js';
import type { IdentifiedRequest } from './request-id.js';
import { routePattern } from './route-pattern.js';

/**
 * One line for every request, refused ones too: method, route pattern, status, duration. Never the address as it was
 * asked for, its query, a header or a body: any of these may hold a secret. Source: doc 3 section 0.
 */
export function requestLog(log: Log, clock: Clock) {
  return (request: Request & IdentifiedRequest, response: Response, next: NextFunction): void => {
    const started = clock.monotonic();
    response.once('close', () => {
      log.info('request', {
        method: request.method,
        route: routePattern(request),
        status: response.statusCode,
        ms: clock.monotonic() - started,
        request: request.requestId,
        ...(response.writableFinished ? {} : { aborted: true }),
      });
    });
    next();
  };
}
