import type { Response, Request } from 'express';
import { FewAtATime } from '../../core/cache/few-at-a-time.js';
import { badRequest, AppError, isLineFull } from '../../core/errors/app-error.js';
import { type Share, shareOf } from '../../core/shares/fair-line.js';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  type Access,
  ACCESS_METADATA,
  BODY_PASSED_ON_METADATA,
  OUT_OF_TURN_METADATA,
} from '../../core/access/access.decorators.js';
import type { JudgedRequest } from '../../core/access/caller.js';
import { Clock } from '../../core/time/clock.js';

/** Of one account. Browsers make six calls at once. */
const OWN_CALLS = { working: 8, waiting: 64 } as const;

/** A page of covers asks for a hundred of them at once where a proxy in front of us speaks HTTP/2. */
const PASSED_ON_CALLS = { working: 16, waiting: 256 } as const;

export interface HeldRequest {
  turn?: CallTurn;
  /** Milliseconds. */
  waitedMs?: number;
}

/** One for all calls: each ends its turn, and an error of its own would cost the trace of its stack. */
const CLIENT_GONE = badRequest('client_gone', 'the client is gone');

/** Until its handler begins a turn ends with the client; then with the handler's work, whether the client is still there or not. */
export class CallTurn {
  private readonly over = new AbortController();
  private readonly line: FewAtATime;

  constructor(
    private readonly lines: Map<Share, FewAtATime>,
    private readonly share: Share,
    private readonly response: Response,
    { working, waiting }: { readonly working: number; readonly waiting: number } = OWN_CALLS,
  ) {
    this.line = lines.get(share) ?? new FewAtATime(working, waiting);
    lines.set(share, this.line);
    this.endWithResponse();
  }

  /** @throws AppError 503 when too many calls wait; 400 when the client is gone */
  async wait(): Promise<void> {
    await this.line.hold(this.over.signal);
  }

  /** From now on the turn doesn't end when the client goes. @throws AppError 400 when the client is gone: the handler must not begin */
  begin(): void {
    this.over.signal.throwIfAborted();
    this.response.off('close', this.end);
  }

  endWithResponse(): void {
    if (this.response.destroyed) this.end();
    else this.response.once('close', this.end);
  }

  readonly end = (): void => {
    if (this.over.signal.aborted) return;
    this.over.abort(CLIENT_GONE);
    if (this.line.isIdle) this.lines.delete(this.share);
  };
}

/** Other tools together, whichever administrator's key they have: they don't take that administrator's own turns. */
const TOOLS: Share = 'tools';

/**
 * Works on few calls of one account at once: the rest wait, first come first served, with their bodies unread. A turn lasts until the
 * handler has settled, or a streamed answer is taken. What is passed on to instances has turns apart, each until its answer is taken or its
 * client has gone. Files and pictures don't count: they last as long as their readers take, and have bounds of their own.
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

/** Does a route with this access take turns of the caller's account, unless it is out of turn? */
export const takesTurns = (access: Access | undefined): boolean =>
  access?.kind === 'session' || access?.kind === 'admin' || access?.kind === 'compat-key';

const tooManyCalls = (): AppError =>
  new AppError('too_many_calls', 429, 'too many calls at once, retry shortly', { headers: { 'Retry-After': '1' } });
