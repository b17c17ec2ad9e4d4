import { Readable } from 'node:stream';
import { All, Controller, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BodyLimit, PassesBodyOn, RequirePermission } from '../../../core/access/access.decorators.js';
import type { JudgedRequest } from '../../../core/access/caller.js';
import { KidsFilteredBy } from '../../../core/access/kids.decorators.js';
import { AppError } from '../../../core/errors/app-error.js';
import { Answers, Relays } from '../../../core/http/answers.decorators.js';
import { headerPairs } from '../../../core/http/raw-answer.js';
import { readProxiedTarget } from '../access/proxy-access.service.js';
import { InstanceProxyService, type ProxiedCall } from '../answers/instance-proxy.service.js';
import type { ProxiedAnswer } from '../answers/proxied-answer.js';
import { ProxyKidsFilter } from './proxy-kids.filter.js';

/** The most bytes that are passed on to an instance in one call. A restored backup is the largest thing that is. */
const LARGEST_CALL = 128 * 1024 * 1024;

/** The call as it came: its address and its headers by their bytes, its body unread. */
const CurrentCall = createParamDecorator((_: unknown, context: ExecutionContext): ProxiedCall => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request & JudgedRequest>();
  if (!request.caller) throw new Error('a public handler asks for its caller');
  return {
    caller: request.caller,
    administrator: request.administrator,
    instanceId: String(request.params.instanceID),
    method: request.method,
    target: readProxiedTarget(request.url),
    headers: headerPairs(request.rawHeaders),
    body: bodyOf(request),
    signal: untilGone(http.getResponse<Response>()),
  };
});

/** The instances' own interfaces. */
@Controller('api/instances/:instanceID')
export class ProxyController {
  constructor(private readonly proxy: InstanceProxyService) {}

  /** Pass a call on to the instance's own API. What it answers comes without its credentials. */
  @All('*path')
  @RequirePermission('arr:browse')
  @KidsFilteredBy(ProxyKidsFilter, null)
  @PassesBodyOn()
  @Relays('What the instance takes and answers.')
  @Answers({
    404: 'There is no such instance. Members get 403, whether there is one or not.',
    429: 'Too many calls of this account to instances are waiting. Try again after `Retry-After` seconds.',
    502: 'The instance can not be reached, or what it answers can not be passed on.',
  })
  @BodyLimit(LARGEST_CALL)
  forward(@CurrentCall() call: ProxiedCall): Promise<ProxiedAnswer> {
    return this.proxy.forward(call);
  }
}

function bodyOf(request: Request): ProxiedCall['body'] {
  const length = request.headers['content-length'];
  if (request.headers['transfer-encoding'] !== undefined) return { bytes: limitBody(request) };
  return Number(length ?? 0) > 0 ? { bytes: limitBody(request), length: Number(length) } : undefined;
}

/** Aborted when the connection closes, whether the answer has been written by then or not. */
function untilGone(response: Response): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  else response.once('close', () => gone.abort());
  return gone.signal;
}

function limitBody(body: AsyncIterable<Buffer>): Readable {
  return Readable.from(upToLimit(body), { objectMode: false });
}

async function* upToLimit(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LARGEST_CALL) {
      throw new AppError('body_too_large', 413, 'request body too large', { headers: { Connection: 'close' } });
    }
    yield chunk;
  }
}
