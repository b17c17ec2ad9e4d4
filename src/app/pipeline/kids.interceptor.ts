import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { JudgedRequest } from '../../core/access/caller.js';
import { KIDS_METADATA, type KidsRule } from '../../core/access/kids.decorators.js';

/** Inside of every other interceptor, so that only what the caller may see is scrubbed and sent. */
@Injectable()
export class KidsInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
  ) {}

  /** @throws AppError as the filter of the route */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const rule = this.reflector.get<KidsRule | undefined>(KIDS_METADATA, context.getHandler());
    if (rule?.kind !== 'filtered') return next.handle();
    const { caller } = context.switchToHttp().getRequest<JudgedRequest>();
    if (!caller) throw new Error('a route without a session filters its answer for kids accounts');
    const filter = this.modules.get(rule.by, { strict: false });
    return from(filter.apply(caller, () => lastValueFrom(next.handle()), rule.option));
  }
}
