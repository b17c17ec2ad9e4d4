import type { NextFunction, Request, Response } from 'express';
import { onlyReading } from '../media-files.errors.js';

/**
 * Refuses every other method for a file, before anybody looks at its ticket. Source: doc 4 section 8
 *
 * @throws AppError 405
 */
export function refuseOtherMethods({ method }: Request, _response: Response, next: NextFunction): void {
  if (method !== 'GET' && method !== 'HEAD') throw onlyReading();
  next();
}
