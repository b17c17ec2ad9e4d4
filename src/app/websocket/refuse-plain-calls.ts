import type { NextFunction, Request, Response } from 'express';
import { AppError } from '../../core/errors/app-error.js';

/** Tells whoever calls the path of a WebSocket over plain HTTP what is missing. Source: RFC 9110 section 15.5.22. */
export function refusePlainCalls(paths: ReadonlySet<string>) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (request.method !== 'GET' || !paths.has(request.path)) {
      next();
      return;
    }
    const headers = { Upgrade: 'websocket', Connection: 'Upgrade' };
    next(new AppError('upgrade_required', 426, 'connect with a WebSocket handshake', { headers }));
  };
}
