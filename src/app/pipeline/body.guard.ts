import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import {
  type Access,
  ACCESS_METADATA,
  BODY_LIMIT_METADATA,
  BODY_REFUSAL_METADATA,
  BODY_PASSED_ON_METADATA,
} from '../../core/access/access.decorators.js';
import { bodyTooLarge, bringsBody, readJsonBody, requireJson } from './read-json-body.js';
import { AppError, badRequest } from '../../core/errors/app-error.js';
import { Clock } from '../../core/time/clock.js';
import type { HeldRequest } from './call-turn.guard.js';
import { AccessGuard } from '../../modules/auth/auth.public.js';

/** The largest body of a route that names no limit of its own, in bytes. */
const DEFAULT_LIMIT = 1024 * 1024;

/** The same where no session is needed, and anybody may make the server read. */
const LIMIT_WITHOUT_SESSION = 8 * 1024;

@Injectable()
export class BodyCapGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit(this.reflector, context))
      throw refusalOfBody(this.reflector, context, bodyTooLarge());
    return true;
  }
}

function bodyLimit(reflector: Reflector, context: ExecutionContext): number {
  const handler = context.getHandler();
  return bodyLimitOf(
    reflector.get<number | undefined>(BODY_LIMIT_METADATA, handler),
    reflector.get<Access | undefined>(ACCESS_METADATA, handler),
  );
}

export function bodyLimitOf(named: number | undefined, access: Access | undefined): number {
  const needsSession = access?.kind === 'session' || access?.kind === 'admin';
  return named ?? (needsSession ? DEFAULT_LIMIT : LIMIT_WITHOUT_SESSION);
}

function refusalOfBody(reflector: Reflector, context: ExecutionContext, fault: AppError): AppError {
  const text = ownRefusal(reflector, context);
  const { headers } = fault.options;
  return text === undefined ? fault : new AppError('body_refused', 400, text, { headers, cause: fault });
}

/** The one refusal that a route has for whatever is wrong with a body; undefined for most. */
function ownRefusal(reflector: Reflector, context: ExecutionContext): string | undefined {
  return reflector.get<string | undefined>(BODY_REFUSAL_METADATA, context.getHandler());
}

/** Before the call counts against any budget: another site's page can make a browser send such a body, but no JSON. */
@Injectable()
export class BodyTypeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws AppError 415, or the one refusal that the route has for every body */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const isPassedOn = this.reflector.get<true | undefined>(BODY_PASSED_ON_METADATA, context.getHandler());
    if (isPassedOn || !bringsBody(request)) return true;
    try {
      requireJson(request);
      return true;
    } catch (fault) {
      throw fault instanceof AppError ? refusalOfBody(this.reflector, context, fault) : fault;
    }
  }
}

/** A body that was there later than this after its sender was judged is late, in milliseconds. */
const SOON_MS = 1_000;

/**
 * Reads and parses the body once the caller is known and allowed. No body is an empty object, unless the route refuses every fault of a
 * body alike.
 * Who brings a body late, or has waited for a turn, is judged once more: nobody may use rights that have ended meanwhile by holding a body
 * back. Writes of administrators are judged in their transaction besides; this holds back outside calls, reads and what members do.
 */
@Injectable()
export class BodyReadGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly clock: Clock,
    private readonly access: AccessGuard,
  ) {}

  /** @throws AppError 400, 413; as {@link AccessGuard.judge} where it took long */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request & HeldRequest>();
    const began = this.clock.monotonic();
    const isPassedOn = this.reflector.get<true | undefined>(BODY_PASSED_ON_METADATA, context.getHandler());
    if (!isPassedOn) request.body = await this.read(request, context);
    const tookMs = (request.waitedMs ?? 0) + this.clock.monotonic() - began;
    if (tookMs > SOON_MS) await this.access.judge(context);
    return true;
  }

  private async read(request: Request, context: ExecutionContext): Promise<object> {
    const { reflector } = this;
    if (!bringsBody(request)) {
      const missing = ownRefusal(reflector, context);
      if (missing !== undefined) throw badRequest('body_refused', missing);
      return {};
    }
    try {
      const access = reflector.get<Access | undefined>(ACCESS_METADATA, context.getHandler());
      // A manager sends titles as its catalog has them, and its event counts whatever is in them.
      const takesHalves = access?.kind === 'webhook-basic';
      return await readJsonBody(request, { limit: bodyLimit(reflector, context), takesHalves });
    } catch (fault) {
      throw fault instanceof AppError ? refusalOfBody(reflector, context, fault) : fault;
    }
  }
}
