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
import { FewAtATime } from '../../core/cache/few-at-a-time.js';
import { AppError, badRequest, isLineFull } from '../../core/errors/app-error.js';
import { type Share, shareOf } from '../../core/shares/fair-line.js';
import { Clock } from '../../core/time/clock.js';

/** So many calls of an account are worked on at once, and so many more may wait. Browsers make six at once. */
const [IN_HAND, MOST_WAITING] = [8, 64];

/** Other tools together, by whichever administrator's key: their calls don't take the turns of that administrator's own. */
const TOOLS: Share = 'tools';

/** A request that has had to wait for its turn. */
export interface HeldRequest {
  /** How long it waited, in milliseconds. */
  waitedMs?: number;
}

/**
 * Works on few calls of one account at once, so that nobody's calls keep everybody else's from the database: the rest wait, first
 * come first served, with their bodies unread. A call has its turn until its answer is written or its client is gone, and one whose
 * client goes leaves the line. Files, pictures and what is passed on to instances don't count, since they last as long as
 * their readers take and have bounds of their own; nor do sockets, which are no calls. Source: issue 43 B12, security 40
 */
@Injectable()
export class CallTurnGuard implements CanActivate {
  private readonly lines = new Map<Share, FewAtATime>();

  constructor(
    private readonly reflector: Reflector,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError 429 with Retry-After when too many calls of the account wait */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.get<Access | undefined>(ACCESS_METADATA, context.getHandler());
    const isOutOfTurn = [BODY_PASSED_ON_METADATA, OUT_OF_TURN_METADATA].some(
      (key) => this.reflector.get<true | undefined>(key, context.getHandler()) !== undefined,
    );
    if (isOutOfTurn || !takesTurns(access)) return true;
    const request = context.switchToHttp().getRequest<Request & JudgedRequest & HeldRequest>();
    const share = request.caller ? shareOf(request.caller.userId) : TOOLS;
    const began = this.clock.monotonic();
    await this.hold(share, context.switchToHttp().getResponse<Response>());
    request.waitedMs = this.clock.monotonic() - began;
    return true;
  }

  private async hold(share: Share, response: Response): Promise<void> {
    const over = new AbortController();
    const line = this.lines.get(share) ?? new FewAtATime(IN_HAND, MOST_WAITING);
    this.lines.set(share, line);
    const end = (): void => {
      over.abort(badRequest('the client is gone'));
      if (line.isIdle) this.lines.delete(share);
    };
    if (response.destroyed) end();
    else response.once('close', end);
    try {
      await line.hold(over.signal);
    } catch (fault) {
      throw isLineFull(fault) ? tooManyCalls() : fault;
    }
  }
}

/** Does a call of a route with this access take one of its account's turns, unless the route is out of turn? */
export const takesTurns = (access: Access | undefined): boolean =>
  access?.kind === 'session' || access?.kind === 'admin' || access?.kind === 'compat-key';

const tooManyCalls = (): AppError =>
  new AppError('too_many_calls', 429, 'too many calls at once, retry shortly', { headers: { 'Retry-After': '1' } });
