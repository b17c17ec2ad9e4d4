import type { NextFunction, Request, Response } from 'express';
import type { Clock } from '../../core/time/clock.js';
import { fileAnswer } from './file-answer.js';
import type { WebAppService } from './web-app.service.js';

/** Under which the log and the metrics know what the web app answers. */
const ROUTE = { path: '/*path' };

const PATIENCE_MS = 60_000;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** A body is judged by the route; here nobody would. */
const isPlainRead = ({ method, headers }: Request): boolean =>
  READS.has(method) && headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';

/**
 * Answers the files whose names carry a hash before anything is routed: a page needs dozens of them, and to look for their route costs
 * several times the answer.
 */
export function servedAssets(app: WebAppService, clock: Clock) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const file = isPlainRead(request) ? app.asset(request.url) : undefined;
    if (!file) {
      next();
      return;
    }
    request.route = ROUTE;
    const patience = clock.setTimer(PATIENCE_MS, () => response.destroy());
    response.once('close', () => patience.cancel());
    const { status, headers, bytes } = fileAnswer(file, request.headers);
    for (const [name, value] of headers) response.setHeader(name, value);
    response.writeHead(status).end(bytes);
  };
}
