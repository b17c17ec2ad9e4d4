import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ACCESS_METADATA, type Access } from '../../../core/access/access.decorators.js';
import type { ProvedRequest } from '../../../core/access/caller.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { notFound, unauthorized } from '../../../core/errors/app-error.js';
import { clientKey } from '../rate-limit/client-key.js';
import { RateLimitService } from '../rate-limit/rate-limit.service.js';

/**
 * Judges METRICS_TOKEN on the routes that ask for it. Without one they don't exist; wrong tokens count against
 * the client's budget, so that it can't be found by trying. Source: doc 3 section 10, security 38.
 */
@Injectable()
export class MetricsTokenGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimitService,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** @throws AppError 404 where no token is set, 401 where another or none is brought, 429 past the budget of wrong ones */
  canActivate(context: ExecutionContext): boolean {
    const access = this.reflector.get<Access | undefined>(ACCESS_METADATA, context.getHandler());
    if (access?.kind !== 'metrics-token') return true;
    const { metricsToken } = this.settings;
    if (!metricsToken) throw notFound();
    const request = context.switchToHttp().getRequest<Request & ProvedRequest>();
    const [, brought] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    // Nobody guesses a token by sending none, and any page can make a browser do that.
    if (brought === undefined) throw unauthorized();
    if (!isSame(brought, metricsToken.reveal())) {
      this.limits.refused('refused-metrics', clientKey(request.ip));
      throw unauthorized();
    }
    request.proved = 'metrics-token';
    return true;
  }
}

/** Takes as long for a wrong text as for the right one, whatever their lengths. */
function isSame(brought: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(brought), digest(expected));
}
