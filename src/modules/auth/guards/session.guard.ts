import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ACCESS_METADATA, type Access } from '../../../core/access/access.decorators.js';
import type { JudgedRequest } from '../../../core/access/caller.js';
import { SessionPassportService } from '../sessions/session-passport.service.js';
import { isOwnProof } from './access-decision.js';
import { ActingAdministratorsService } from './acting-administrators.service.js';

/**
 * Finds out who calls, on every route that isn't public or behind a secret of its own: a route that says nothing about
 * its access needs a session too. The answer holds for this request alone.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly passport: SessionPassportService,
    private readonly administrators: ActingAdministratorsService,
  ) {}

  /** @throws AppError 401 when the session was judged and refused, 503 when it couldn't be judged */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.get<Access | undefined>(ACCESS_METADATA, context.getHandler());
    if (access && (access.kind === 'public' || isOwnProof(access))) return true;
    const request = context.switchToHttp().getRequest<Request & JudgedRequest>();
    const caller = await this.passport.callerOf(request);
    const isAdmin = caller.role === 'admin';
    request.caller = caller;
    request.administrator = isAdmin ? this.administrators.acting(caller, access) : undefined;
    return true;
  }
}
