import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import {
  type Access,
  ACCESS_METADATA,
  BODY_LIMIT_METADATA,
  BODY_REFUSAL_METADATA,
} from '../../core/access/access.decorators.js';
import { bodyTooLarge } from './read-json-body.js';
import { AppError } from '../../core/errors/app-error.js';

/** The largest body of a route that names no limit of its own, in bytes. Source: doc 3, decision on body caps. */
const DEFAULT_LIMIT = 1024 * 1024;

/** The same where no session is needed, and anybody may make the server read. Source: doc 3, its decision on these. */
const LIMIT_WITHOUT_SESSION = 8 * 1024;

/** Refuses a body that declares more than its route takes, before anybody spends work on it. */
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

/** How many bytes the route of this context takes. */
export function bodyLimit(reflector: Reflector, context: ExecutionContext): number {
  const handler = context.getHandler();
  return bodyLimitOf(
    reflector.get<number | undefined>(BODY_LIMIT_METADATA, handler),
    reflector.get<Access | undefined>(ACCESS_METADATA, handler),
  );
}

/** How many bytes a route takes, by the limit that it names, if any, and by who may call it. */
export function bodyLimitOf(named: number | undefined, access: Access | undefined): number {
  const needsSession = access?.kind === 'session' || access?.kind === 'admin';
  return named ?? (needsSession ? DEFAULT_LIMIT : LIMIT_WITHOUT_SESSION);
}

/** The answer to a fault in the body: the fault, or the one refusal that the route has for all of them. */
export function refusalOfBody(reflector: Reflector, context: ExecutionContext, fault: AppError): AppError {
  const text = ownRefusal(reflector, context);
  const { headers } = fault.options;
  return text === undefined ? fault : new AppError('body_refused', 400, text, { headers, cause: fault });
}

/** The one refusal that a route has for whatever is wrong with a body; undefined for most. */
export function ownRefusal(reflector: Reflector, context: ExecutionContext): string | undefined {
  return reflector.get<string | undefined>(BODY_REFUSAL_METADATA, context.getHandler());
}
