import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { JudgedRequest } from '../../../core/access/caller.js';
import { KIDS_METADATA, type KidsRule } from '../../../core/access/kids.decorators.js';
import { permissionDenied } from '../../../core/errors/app-error.js';

/** Keeps kids accounts, and callers of whom nothing is known, out of the routes that are not for them. */
@Injectable()
export class KidsDenyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws AppError 403 */
  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.get<KidsRule | undefined>(KIDS_METADATA, context.getHandler())?.kind !== 'denied') return true;
    const { caller } = context.switchToHttp().getRequest<JudgedRequest>();
    if (!caller || caller.kids) throw permissionDenied();
    return true;
  }
}
