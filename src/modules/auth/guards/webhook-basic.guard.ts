import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ACCESS_METADATA, type Access } from '../../../core/access/access.decorators.js';
import type { ProvedRequest } from '../../../core/access/caller.js';
import { WebhookCredentialsService } from '../../instances/instances.public.js';

/**
 * Judges the Basic password on the routes that library managers call. The instance is in the path; the user name may
 * be any, and a credential in the query doesn't count. Source: doc 3 section 3.3.
 */
@Injectable()
export class WebhookBasicGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly credentials: WebhookCredentialsService,
  ) {}

  /** @throws AppError 404 for an unknown instance, 401 for another password or none, 503 when it couldn't be judged */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.get<Access | undefined>(ACCESS_METADATA, context.getHandler());
    if (access?.kind !== 'webhook-basic') return true;
    const request = context.switchToHttp().getRequest<Request & ProvedRequest>();
    await this.credentials.require(String(request.params.instanceID), passwordIn(request.headers.authorization));
    request.proved = 'webhook-basic';
    return true;
  }
}

/** What follows the first colon; null where there is no such credential. Source: RFC 7617 section 2. */
function passwordIn(authorization: string | undefined): string | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization ?? '') ?? [];
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  return password ?? null;
}
