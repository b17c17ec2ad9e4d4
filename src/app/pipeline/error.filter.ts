import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  AppError,
  notFound,
  permissionDenied,
  type RefusalBody,
  refusalBody,
  unauthorized,
} from '../../core/errors/app-error.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { logRefusedSignIn } from '../../core/http/client-address.js';
import type { Log } from '../../core/logging/log.js';
import type { HeldRequest } from './call.guard.js';
import type { RefusalBodies } from './refusal-bodies.js';
import type { IdentifiedRequest } from './request-log.js';

interface Answer {
  readonly status: number;
  readonly body: RefusalBody & { readonly request_id?: string };
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The body of every failure: `{error, code, params?, …}`, with codes of their own on the routes of set-top boxes, `{message}` alone on the
 * compatibility interface. A fault that nobody foresaw is 500 with the id of the request; its particulars go to the log alone.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter<unknown> {
  constructor(
    private readonly log: Log,
    private readonly bodyOf: RefusalBodies,
  ) {}

  catch(fault: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request & IdentifiedRequest & HeldRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const answer = answerOf(fault, request.requestId);
    // A call that a later guard refused has no handler that would end its turn.
    request.turn?.end();
    if (answer.status >= 500) this.log.error('request failed', { request: request.requestId, error: fault });
    if (fault instanceof AppError && fault.options.refusedSignIn)
      logRefusedSignIn(this.log, request, fault.options.refusedSignIn);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
    response.setHeader('Cache-Control', 'no-store');
    // The handler may have named another type for its success.
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.status(answer.status).json(this.bodyOf(request.originalUrl, answer.status, answer.body));
  }
}

/** In place of the framework's own words. */
const REFUSALS: Readonly<Record<number, RefusalBody>> = {
  401: refusalBody(unauthorized()),
  403: refusalBody(permissionDenied()),
  404: refusalBody(notFound()),
};

const MALFORMED: RefusalBody = { error: 'bad request', code: 'bad_request' };

function answerOf(fault: unknown, requestId: string | undefined): Answer {
  if (fault instanceof AppError)
    return {
      status: fault.status,
      body: refusalBody(fault),
      headers: fault.options.headers,
    };
  if (fault instanceof UpstreamError)
    return { status: 502, body: { error: 'an upstream service failed', code: 'upstream_failed' } };
  const status = statusOf(fault);
  if (status >= 400 && status < 500) return { status, body: REFUSALS[status] ?? MALFORMED };
  return { status: 500, body: { error: 'internal error', request_id: requestId } };
}

/** Nest's own exceptions and those of Express (a path that cannot be decoded) name a status; other faults don't. */
function statusOf(fault: unknown): number {
  if (fault instanceof HttpException) return fault.getStatus();
  const status = typeof fault === 'object' && fault !== null && 'status' in fault ? fault.status : undefined;
  return fault instanceof URIError ? 400 : typeof status === 'number' ? status : 500;
}
