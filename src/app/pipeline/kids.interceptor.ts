import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ACCESS_METADATA, type Access } from '../../core/access/access.decorators.js';
import type { JudgedRequest } from '../../core/access/caller.js';
import { KIDS_METADATA, type KidsRule } from '../../core/access/kids.decorators.js';
import { permissionDenied } from '../../core/errors/app-error.js';

/**
 * Applies the rule for kids accounts that each route declares. It runs inside of every other global interceptor, so that
 * only what the caller may see is scrubbed and sent. A route for any session without a rule is refused to kids accounts. Source: security 19.
 */
@Injectable()
export class KidsInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
  ) {}

  /** @throws AppError 403 for a kids account on a route without a rule; else as the filter of the route */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const rule = this.reflector.get<KidsRule | undefined>(KIDS_METADATA, context.getHandler());
    const { caller } = context.switchToHttp().getRequest<JudgedRequest>();
    if (rule?.kind !== 'filtered') {
      if (caller?.kids && this.isRefused(rule, context)) throw permissionDenied();
      return next.handle();
    }
    if (!caller) throw new Error('a route without a session filters its answer for kids accounts');
    const filter = this.modules.get(rule.by, { strict: false });
    return from(filter.apply(caller, () => lastValueFrom(next.handle()), rule.option));
  }

  /** Routes for administrators declare no rule: their permission has been judged, and the policy of one may be cleared there. */
  private isRefused(rule: KidsRule | undefined, context: ExecutionContext): boolean {
    if (rule) return rule.kind === 'denied';
    return this.reflector.get<Access | undefined>(ACCESS_METADATA, context.getHandler())?.kind === 'session';
  }
}
