import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { type Access, ACCESS_METADATA } from '../../../core/access/access.decorators.js';
import type { ActingAdministrator, Caller, JudgedRequest } from '../../../core/access/caller.js';
import { PicturePassService } from '../web-session/picture-pass.service.js';
import { SessionPassportService } from '../sessions/session-passport.service.js';
import { isAccessGranted, isOwnProof } from './access-decision.js';
import { permissionDenied, unauthorized } from '../../../core/errors/app-error.js';
import { SessionsRepository } from '../../users/users.public.js';

/**
 * Finds out who calls, on every route that isn't public or behind a secret of its own: a route that says nothing about
 * its access needs a session too. The answer holds for this request alone.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly passport: SessionPassportService,
    private readonly sessions: SessionsRepository,
    private readonly pictures: PicturePassService,
  ) {}

  /** @throws AppError 401 when the session was judged and refused, 503 when it couldn't be judged */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.get<Access | undefined>(ACCESS_METADATA, context.getHandler());
    if (access && (access.kind === 'public' || isOwnProof(access))) return true;
    const request = context.switchToHttp().getRequest<Request & JudgedRequest>();
    const caller = await this.callerOf(request, access);
    const isAdmin = caller.role === 'admin';
    request.caller = caller;
    request.administrator = isAdmin ? this.acting(caller, access) : undefined;
    return true;
  }

  /** A route of pictures takes their cookie where there is no session; what is brought as one is judged as one. */
  private async callerOf(request: Request, access: Access | undefined): Promise<Caller> {
    const { authorization, cookie } = request.headers;
    const byPass = access?.kind === 'picture-pass' && authorization === undefined;
    return (byPass && (await this.pictures.judge(cookie))) || this.passport.callerOf(request);
  }

  /**
   * An administrator whose right is checked again in each write that uses it, by the device and the account as the
   * transaction sees them: 401 when the device was revoked or the account deleted meanwhile, 403 when its role no longer
   * opens the route.
   */
  acting(caller: Caller, access: Access | undefined): ActingAdministrator {
    return {
      ...caller,
      confirm: async (tx) => {
        const owner = (await this.sessions.ownersOf(tx, [caller.deviceId])).get(caller.deviceId);
        if (!owner) throw unauthorized();
        if (owner.role !== 'admin' || !isAccessGranted(access, { ...caller, role: owner.role }))
          throw permissionDenied();
      },
    };
  }
}
