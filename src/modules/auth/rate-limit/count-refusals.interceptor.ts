import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { catchError, type Observable } from 'rxjs';
import { RATE_LIMIT_METADATA, type RateLimitBucket } from '../../../core/access/access.decorators.js';
import { AppError } from '../../../core/errors/app-error.js';
import { NO_WEB_SESSION } from '../auth.errors.js';
import { clientKey } from './client-key.js';
import { RateLimitGuard } from './rate-limit.guard.js';

/**
 * Counts 401 answers of a route against its bucket; past its budget they become 429. A call that brought nothing to judge isn't counted.
 */
@Injectable()
export class CountRefusalsInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimitGuard,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const bucket = this.reflector.get<RateLimitBucket | undefined>(RATE_LIMIT_METADATA, context.getHandler());
    const client = clientKey(context.switchToHttp().getRequest<Request>().ip);
    return next.handle().pipe(
      catchError((fault: unknown) => {
        const isRefusal = fault instanceof AppError && fault.status === 401 && fault.code !== NO_WEB_SESSION;
        if (bucket && isRefusal) this.limits.countRefusal(bucket, client);
        throw fault;
      }),
    );
  }
}
