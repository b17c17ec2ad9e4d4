import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { BODY_LIMIT_METADATA } from '../../core/access/access.decorators.js';
import { refusalOfBody } from './body-refusal.js';
import { bodyTooLarge } from './read-json-body.js';

/** The largest body of a route that names no limit of its own, in bytes. Source: doc 3, decision on body caps. */
export const DEFAULT_BODY_LIMIT = 1024 * 1024;

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
  return reflector.get<number | undefined>(BODY_LIMIT_METADATA, context.getHandler()) ?? DEFAULT_BODY_LIMIT;
}
