import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { RATE_LIMIT_METADATA, type RateLimitBucket } from '../../../core/access/access.decorators.js';
import { clientKey } from './client-key.js';
import { RateLimitService } from './rate-limit.service.js';

/** Lets in what the client's budget allows. What was refused before (page, session, type of the body) uses up nothing. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimitService,
  ) {}

  /** @throws AppError 429 */
  canActivate(context: ExecutionContext): boolean {
    const bucket = this.reflector.get<RateLimitBucket | undefined>(RATE_LIMIT_METADATA, context.getHandler());
    if (bucket) this.limits.admit(bucket, clientKey(context.switchToHttp().getRequest<Request>().ip));
    return true;
  }
}
