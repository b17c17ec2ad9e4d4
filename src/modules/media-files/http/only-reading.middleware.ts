import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { onlyReading } from '../media-files.errors.js';

/** Refuses every other method for a file, before anybody looks at its ticket. Source: doc 4 section 8. */
@Injectable()
export class OnlyReadingMiddleware implements NestMiddleware {
  /** @throws AppError 405 */
  use({ method }: Request, _response: Response, next: NextFunction): void {
    if (method !== 'GET' && method !== 'HEAD') throw onlyReading();
    next();
  }
}
