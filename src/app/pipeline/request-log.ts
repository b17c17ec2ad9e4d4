import type { NextFunction, Request, Response } from 'express';
import type { Log } from '../../core/logging/log.js';
import type { Clock } from '../../core/time/clock.js';
import type { Random } from '../../core/time/random.js';
import type { Meter } from '../../core/metrics/meter.js';

/** Never the address as it was asked for, its query, a header or a body: any of these may hold a secret. */
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

export interface IdentifiedRequest {
  requestId?: string;
}

/** An id sent by the caller is not trusted and not repeated. */
export function requestId(random: Random) {
  return (request: Request & IdentifiedRequest, response: Response, next: NextFunction): void => {
    request.requestId = random.uuid();
    response.setHeader('X-Request-Id', request.requestId);
    next();
  };
}

export function requestMeter(meter: Meter, clock: Clock) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const began = clock.monotonic();
    response.once('close', () => {
      meter.request({
        method: request.method,
        route: routePattern(request),
        status: response.writableFinished ? response.statusCode : 'aborted',
        ms: clock.monotonic() - began,
      });
    });
    next();
  };
}

/** `/api/requests/:id`; `unmatched` while no route has taken it. */
function routePattern(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'unmatched';
}
