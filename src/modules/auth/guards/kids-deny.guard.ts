import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { JudgedRequest } from '../../../core/access/caller.js';
import { ACCESS_METADATA, type Access } from '../../../core/access/access.decorators.js';
import { KIDS_METADATA, type KidsRule } from '../../../core/access/kids.decorators.js';
import { permissionDenied } from '../../../core/errors/app-error.js';

/**
 * Refuses kids accounts, and unknown callers, on the routes that deny them. A route for any session without a rule for
 * kids accounts is such a route. Routes for administrators declare no rule: their permission has been judged. Source:
 * security 19.
 */
@Injectable()
export class KidsDenyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws AppError 403 */
  canActivate(context: ExecutionContext): boolean {
    if (!this.isDenied(context.getHandler())) return true;
    const { caller } = context.switchToHttp().getRequest<JudgedRequest>();
    if (!caller || caller.kids) throw permissionDenied();
    return true;
  }

  private isDenied(handler: Parameters<Reflector['get']>[1]): boolean {
    const rule = this.reflector.get<KidsRule | undefined>(KIDS_METADATA, handler);
    if (rule) return rule.kind === 'denied';
    const access = this.reflector.get<Access | undefined>(ACCESS_METADATA, handler);
    return access?.kind === 'session' || access?.kind === 'picture-pass';
  }
}
