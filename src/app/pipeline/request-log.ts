import type { NextFunction, Request, Response } from 'express';
import type { Foundations } from '../../core/core.module.js';

/** The log and an `internal error` answer name the request by it. */
export interface IdentifiedRequest {
  requestId?: string;
}

/**
 * Gives every request an id, and notes how it ended, also where it was refused: one line in the log, and the measurement. Never the address
 * as it was asked for, its query, a header or a body: any of these may hold a secret. An id sent by the caller is not trusted.
 */
export function noteRequests({ random, clock, log, meter }: Pick<Foundations, 'random' | 'clock' | 'log' | 'meter'>) {
  return (request: Request & IdentifiedRequest, response: Response, next: NextFunction): void => {
    const began = clock.monotonic();
    const id = random.uuid();
    request.requestId = id;
    response.setHeader('X-Request-Id', id);
    response.once('close', () => {
      const { method } = request;
      const { statusCode: status, writableFinished } = response;
      const route = routePattern(request);
      const ms = clock.monotonic() - began;
      log.info('request', { method, route, status, ms, request: id, ...(writableFinished ? {} : { aborted: true }) });
      meter.request({ method, route, status: writableFinished ? status : 'aborted', ms });
    });
    next();
  };
}

/** `/api/requests/:id`; `unmatched` while no route has taken it. */
function routePattern(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'unmatched';
}
