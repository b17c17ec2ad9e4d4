import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { BODY_PASSED_ON_METADATA } from '../../core/access/access.decorators.js';
import { bodyLimit } from './body-cap.guard.js';
import { bringsBody, readJsonBody } from './read-json-body.js';

/**
 * Reads and parses the body once the caller is known and allowed, so that nobody else can make the server read a
 * megabyte. No body is an empty object: whether members are missing is for the route's own validation to say.
 */
@Injectable()
export class BodyReadGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.get<true | undefined>(BODY_PASSED_ON_METADATA, context.getHandler())) return true;
    const request = context.switchToHttp().getRequest<Request>();
    request.body = bringsBody(request) ? await readJsonBody(request, bodyLimit(this.reflector, context)) : {};
    return true;
  }
}
