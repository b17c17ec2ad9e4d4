import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { JudgedRequest } from '../../../core/access/caller.js';
import { headerPairs } from '../../../core/http/raw-answer.js';
import { proxiedTarget } from '../access/proxied-target.js';
import type { ProxiedCall } from '../answers/instance-proxy.service.js';
import { limited } from './limited-body.js';

/** The call as it came: its address and its headers by their bytes, its body unread. */
export const CurrentCall = createParamDecorator((_: unknown, context: ExecutionContext): ProxiedCall => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request & JudgedRequest>();
  if (!request.caller) throw new Error('a public handler asks for its caller');
  return {
    caller: request.caller,
    administrator: request.administrator,
    instanceId: String(request.params.instanceID),
    method: request.method,
    target: proxiedTarget(request.url),
    headers: headerPairs(request.rawHeaders),
    body: bodyOf(request),
    signal: untilGone(http.getResponse<Response>()),
  };
});

function bodyOf(request: Request): ProxiedCall['body'] {
  const length = request.headers['content-length'];
  if (request.headers['transfer-encoding'] !== undefined) return { bytes: limited(request) };
  return Number(length ?? 0) > 0 ? { bytes: limited(request), length: Number(length) } : undefined;
}

/** Aborted when the connection closes, whether the answer has been written by then or not. */
function untilGone(response: Response): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  else response.once('close', () => gone.abort());
  return gone.signal;
}
