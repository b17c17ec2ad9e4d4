import type { NextFunction, Request, Response } from 'express';
import type { Meter } from '../../core/metrics/meter.js';
import type { Clock } from '../../core/time/clock.js';
import { routePattern } from './route-pattern.js';

/** Counts every request and measures its time, refused ones too, under the pattern of its route. */
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
