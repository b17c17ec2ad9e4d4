import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import {
  type Access,
  ACCESS_METADATA,
  BODY_LIMIT_METADATA,
  BODY_PASSED_ON_METADATA,
  BODY_REFUSAL_METADATA,
  OUT_OF_TURN_METADATA,
} from '../../core/access/access.decorators.js';
import type { JudgedRequest } from '../../core/access/caller.js';
import { FewAtATime } from '../../core/cache/few-at-a-time.js';
import { AppError, badRequest, isLineFull } from '../../core/errors/app-error.js';
import { type Share, shareOf } from '../../core/shares/fair-line.js';
import { Clock } from '../../core/time/clock.js';
import { AccessGuard, RateLimitGuard } from '../../modules/auth/auth.public.js';
import { bodyTooLarge, bringsBody, readJsonBody, requireJson } from './read-json-body.js';

/** The largest body of a route that names no limit of its own, in bytes. */
const DEFAULT_LIMIT = 1024 * 1024;

/** The same where no session is needed, and anybody may make the server read. */
const LIMIT_WITHOUT_SESSION = 8 * 1024;

/** Of one account. Browsers make six calls at once. */
const OWN_CALLS = { working: 8, waiting: 64 } as const;

/** A page of covers asks for a hundred of them at once where a proxy in front of us speaks HTTP/2. */
const PASSED_ON_CALLS = { working: 16, waiting: 256 } as const;

/** A body that was there later than this after its sender was judged is late, in milliseconds. */
const SOON_MS = 1_000;

/** Other tools together, whichever administrator's key they have: they don't take that administrator's own turns. */
const TOOLS: Share = 'tools';

export interface HeldRequest {
  turn?: CallTurn;
}

interface CalledRoute {
  readonly access: Access | undefined;
  readonly bodyLimit: number;
  /** The one refusal that a route has for whatever is wrong with a body; undefined for most. */
  readonly bodyRefusal: string | undefined;
  readonly isPassedOn: boolean;
  readonly isOutOfTurn: boolean;
}

/**
 * Judges every call: the body's declared size, who calls, the body's declared type. Only then does the call count against a budget, wait
 * for its turn, and have its body read. So what another site's page can make a browser send, which is no JSON, is refused before anything
 * is counted.
 */
@Injectable()
export class CallGuard implements CanActivate {
  private readonly lines = new Map<Share, FewAtATime>();
  private readonly passedOn = new Map<Share, FewAtATime>();

  constructor(
    private readonly reflector: Reflector,
    private readonly clock: Clock,
    private readonly access: AccessGuard,
    private readonly budgets: RateLimitGuard,
  ) {}

  /**
   * Who brings a body late, or has waited for a turn, is judged once more: nobody may use rights that have ended meanwhile by holding a body
   * back. Writes of administrators are judged in their transaction besides; this holds back outside calls, reads and what members do.
   * @throws AppError 400, 413 and 415 for the body, or the one refusal that the route has for every body; as {@link AccessGuard} and
   *   {@link RateLimitGuard}; 429 with Retry-After when too many calls of the account wait
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request & JudgedRequest & HeldRequest>();
    const route = this.calledRoute(context);
    if (Number(request.headers['content-length'] ?? 0) > route.bodyLimit) throw refusalOfBody(route, bodyTooLarge());
    await this.access.canActivate(context);
    if (!route.isPassedOn && bringsBody(request)) requireType(route, request);
    this.budgets.canActivate(context);
    const began = this.clock.monotonic();
    if (!route.isOutOfTurn) await this.waitForTurn(route, request, context.switchToHttp().getResponse<Response>());
    if (!route.isPassedOn) request.body = await readBody(route, request);
    if (this.clock.monotonic() - began > SOON_MS) await this.access.judge(context);
    return true;
  }

  private calledRoute(context: ExecutionContext): CalledRoute {
    const said = <T>(key: string): T | undefined => this.reflector.get<T | undefined>(key, context.getHandler());
    const access = said<Access>(ACCESS_METADATA);
    return {
      access,
      bodyLimit: bodyLimitOf(said(BODY_LIMIT_METADATA), access),
      bodyRefusal: said(BODY_REFUSAL_METADATA),
      isPassedOn: said(BODY_PASSED_ON_METADATA) !== undefined,
      isOutOfTurn: said(OUT_OF_TURN_METADATA) !== undefined || !takesTurns(access),
    };
  }

  /**
   * Works on few calls of one account at once: the rest wait, first come first served, with their bodies unread. A turn lasts until the
   * handler has settled, or a streamed answer is taken. What is passed on to instances has turns apart, each until its answer is taken or its
   * client has gone. Files and pictures don't count: they last as long as their readers take, and have bounds of their own.
   */
  private async waitForTurn(
    { isPassedOn }: CalledRoute,
    request: JudgedRequest & HeldRequest,
    response: Response,
  ): Promise<void> {
    const share = request.caller ? shareOf(request.caller.userId) : TOOLS;
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
  }
}

const tooManyCalls = (): AppError =>
  new AppError('too_many_calls', 429, 'too many calls at once, retry shortly', { headers: { 'Retry-After': '1' } });

function requireType(route: CalledRoute, request: Request): void {
  try {
    requireJson(request);
  } catch (fault) {
    throw refusalOfBody(route, fault);
  }
}

/** No body is an empty object, unless the route refuses every fault of a body alike. */
async function readBody(route: CalledRoute, request: Request): Promise<object> {
  const { access, bodyLimit: limit, bodyRefusal } = route;
  if (!bringsBody(request)) {
    if (bodyRefusal !== undefined) throw badRequest('body_refused', bodyRefusal);
    return {};
  }
  try {
    // A manager sends titles as its catalog has them, and its event counts whatever is in them.
    return await readJsonBody(request, { limit, takesHalves: access?.kind === 'webhook-basic' });
  } catch (fault) {
    throw refusalOfBody(route, fault);
  }
}

function refusalOfBody({ bodyRefusal }: CalledRoute, fault: unknown): unknown {
  if (bodyRefusal === undefined || !(fault instanceof AppError)) return fault;
  return new AppError('body_refused', 400, bodyRefusal, { headers: fault.options.headers, cause: fault });
}

export function bodyLimitOf(named: number | undefined, access: Access | undefined): number {
  const needsSession = access?.kind === 'session' || access?.kind === 'admin';
  return named ?? (needsSession ? DEFAULT_LIMIT : LIMIT_WITHOUT_SESSION);
}

/** Does a route with this access take turns of the caller's account, unless it is out of turn? */
export const takesTurns = (access: Access | undefined): boolean =>
  access?.kind === 'session' || access?.kind === 'admin' || access?.kind === 'compat-key';

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
