import type { NextFunction, Request, Response } from 'express';
import type { Random } from '../../core/time/random.js';

/** A request that carries the id under which the log and an `internal error` answer name it. */
export interface IdentifiedRequest {
  requestId?: string;
}

/** Gives every request an id of our own making; an id sent by the caller is not trusted and not repeated. */
export function requestId(random: Random) {
  return (request: Request & IdentifiedRequest, response: Response, next: NextFunction): void => {
    request.requestId = random.uuid();
    response.setHeader('X-Request-Id', request.requestId);
    next();
  };
}
