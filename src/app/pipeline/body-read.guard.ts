import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { type Access, ACCESS_METADATA, BODY_PASSED_ON_METADATA } from '../../core/access/access.decorators.js';
import { AppError, badRequest } from '../../core/errors/app-error.js';
import { Clock } from '../../core/time/clock.js';
import { bodyLimit, ownRefusal, refusalOfBody } from './body-cap.guard.js';
import { bringsBody, readJsonBody, requireJson } from './read-json-body.js';
import type { HeldRequest } from './call-turn.js';
import { AccessGuard } from '../../modules/auth/auth.public.js';

/**
 * Refuses a body that declares to be no JSON, before the call counts against any budget: a page of another site can make a
 * browser send such a body, and JSON it can't. Source: security 38.
 */
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
 * Reads and parses the body once the caller is known and allowed, so that nobody else can make the server read a
 * megabyte. No body is an empty object: whether members are missing is for the route's own validation to say, unless
 * the route refuses every fault of a body alike.
 *
 * Who brings a body that came late, or has waited for a turn, is judged once more. A client decides itself how long its body
 * takes, and rights that have ended meanwhile must not be used by holding it back. What an administrator changes is judged in
 * its write besides; here is held back what happens before a write or without one: calls to outside systems, reads, what
 * members do. Source: doc 3 section 1.6, security 12.
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
      if (missing !== undefined) throw badRequest(missing);
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
