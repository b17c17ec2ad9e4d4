import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import {
  type Access,
  ACCESS_METADATA,
  BODY_PASSED_ON_METADATA,
  OUT_OF_TURN_METADATA,
} from '../../core/access/access.decorators.js';
import type { JudgedRequest } from '../../core/access/caller.js';
import type { FewAtATime } from '../../core/cache/few-at-a-time.js';
import { AppError, isLineFull } from '../../core/errors/app-error.js';
import { type Share, shareOf } from '../../core/shares/fair-line.js';
import { Clock } from '../../core/time/clock.js';
import { CallTurn, type HeldRequest, PASSED_ON_CALLS } from './call-turn.js';

/** Other tools together, by whichever administrator's key: their calls don't take the turns of that administrator's own. */
const TOOLS: Share = 'tools';

/**
 * Works on few calls of one account at once, so that nobody's calls keep everybody else's from the database: the rest wait, first
 * come first served, with their bodies unread. A call has its turn until it is refused or its handler has settled, and where the
 * answer is streamed, until that is taken; a client that goes ends it only before the handler begins ({@link CallTurn}).
 * What is passed on to instances has turns apart, sixteen for an account, each until its answer is taken or its client has gone.
 * Files and pictures don't count, since they last as long as their readers take and have bounds of their own; nor do sockets,
 * which are no calls. Source: issue 43 B11, B12, security 40
 */
@Injectable()
export class CallTurnGuard implements CanActivate {
  private readonly lines = new Map<Share, FewAtATime>();
  private readonly passedOn = new Map<Share, FewAtATime>();

  constructor(
    private readonly reflector: Reflector,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError 429 with Retry-After when too many calls of the account wait */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.get<Access | undefined>(ACCESS_METADATA, context.getHandler());
    const isMarked = (key: string): boolean =>
      this.reflector.get<true | undefined>(key, context.getHandler()) !== undefined;
    if (isMarked(OUT_OF_TURN_METADATA) || !takesTurns(access)) return true;
    const request = context.switchToHttp().getRequest<Request & JudgedRequest & HeldRequest>();
    const share = request.caller ? shareOf(request.caller.userId) : TOOLS;
    const began = this.clock.monotonic();
    const response = context.switchToHttp().getResponse<Response>();
    const isPassedOn = isMarked(BODY_PASSED_ON_METADATA);
    const turn = isPassedOn
      ? new CallTurn(this.passedOn, share, response, PASSED_ON_CALLS)
      : new CallTurn(this.lines, share, response);
    // Without it on the request the turn lasts until the response is closed.
    if (!isPassedOn) request.turn = turn;
    try {
      await turn.wait();
    } catch (fault) {
      throw isLineFull(fault) ? tooManyCalls() : fault;
    }
    request.waitedMs = this.clock.monotonic() - began;
    return true;
  }
}

/** Does a call of a route with this access take one of its account's turns, unless the route is out of turn? */
export const takesTurns = (access: Access | undefined): boolean =>
  access?.kind === 'session' || access?.kind === 'admin' || access?.kind === 'compat-key';

const tooManyCalls = (): AppError =>
  new AppError('too_many_calls', 429, 'too many calls at once, retry shortly', { headers: { 'Retry-After': '1' } });
