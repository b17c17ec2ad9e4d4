import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ACCESS_METADATA, type Access } from '../../../core/access/access.decorators.js';
import type { JudgedRequest, ProvedRequest } from '../../../core/access/caller.js';
import { permissionDenied } from '../../../core/errors/app-error.js';
import { isAccessGranted } from './access-decision.js';

/** Lets the caller do what the route's access word allows the caller's role. */
@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws AppError 403 */
  canActivate(context: ExecutionContext): boolean {
    const access = this.reflector.get<Access | undefined>(ACCESS_METADATA, context.getHandler());
    const { caller, proved } = context.switchToHttp().getRequest<JudgedRequest & ProvedRequest>();
    if (!isAccessGranted(access, caller, proved)) throw permissionDenied();
    return true;
  }
}
