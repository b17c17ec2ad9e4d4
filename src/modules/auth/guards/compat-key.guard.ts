import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ACCESS_METADATA, type Access } from '../../../core/access/access.decorators.js';
import type { ProvedRequest } from '../../../core/access/caller.js';
import type { ReadTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { COMPAT_KEY_JUDGE, type CompatKeyJudge } from '../auth.ports.js';
import { compatKeyRefused } from '../auth.errors.js';
import { orUnavailable } from '../judging-fault.js';

/**
 * Judges the X-Api-Key header on the routes of the compatibility interface. Nothing else counts there: no session, no
 * cookie, no key in the query, and no X-API-User that would name somebody to act for. A header that is sent twice is
 * another text than the key. Source: doc 2 section 5.2; doc 4 Decisions, compat authentication failure; security 18.
 */
@Injectable()
export class CompatKeyGuard implements CanActivate {
  private judge: CompatKeyJudge | undefined;

  constructor(
    private readonly reflector: Reflector,
    private readonly ports: PortRegistry,
  ) {}

  /** @throws AppError 403 for a key that was judged and refused or is missing, 503 when it couldn't be judged */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.get<Access | undefined>(ACCESS_METADATA, context.getHandler());
    if (access?.kind !== 'compat-key') return true;
    const request = context.switchToHttp().getRequest<Request & ProvedRequest>();
    const brought = request.headers['x-api-key'];
    if (typeof brought !== 'string' || brought === '') throw compatKeyRefused();
    const judge = (this.judge ??= this.ports.only(COMPAT_KEY_JUDGE));
    const issuer = await orUnavailable(judge.issuerOf(brought));
    if (!issuer) throw compatKeyRefused({ reason: 'wrong_key' });
    request.proved = 'compat-key';
    const confirm = async (tx: ReadTx): Promise<void> => {
      if (!(await judge.isValid(tx, brought))) throw compatKeyRefused();
    };
    request.issuer = { ...issuer, confirm };
    return true;
  }
}
