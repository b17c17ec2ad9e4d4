import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketAdapter } from '@nestjs/common';
import { WebSocketServer, type WebSocket } from 'ws';
import type { JudgedRequest } from '../../core/access/caller.js';
import { AppError, refusalBody, badRequest, notFound } from '../../core/errors/app-error.js';
import { answerBare } from '../pipeline/bare-answer.js';
import type { RefusalBodies } from '../pipeline/refusal-bodies.js';
import { behindBasePath } from '../pipeline/request-target.js';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Foundations } from '../../core/core.module.js';
import { OwnOriginService, AccessTokenService } from '../../modules/auth/auth.public.js';
import { LiveSessionsService } from '../../modules/realtime/realtime.public.js';
import type { NextFunction, Request, Response } from 'express';

/** What clients send is ignored, so nothing larger is taken in, in bytes. */
const LARGEST_FRAME = 4096;

/**
 * WebSockets for gateways, on the server that answers HTTP. Every handshake is judged before the socket is opened; a refused one is
 * answered and logged like any request. Nothing that a client sends is read.
 */
export class SessionSockets implements WebSocketAdapter<WebSocketServer, WebSocket, { readonly path?: string }> {
  private readonly servers = new Map<string, WebSocketServer>();

  constructor(
    private readonly app: NestExpressApplication,
    private readonly foundations: Foundations,
    private readonly bodyOf: RefusalBodies,
  ) {
    app.getHttpServer().on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      void this.answer(request, socket, head);
    });
  }

  create(_port: number, { path = '' }: { readonly path?: string } = {}): WebSocketServer {
    const server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      autoPong: false,
      maxPayload: LARGEST_FRAME,
      handleProtocols: () => 'Bearer',
    });
    this.servers.set(path, server);
    return server;
  }

  bindClientConnect(server: WebSocketServer, connected: (client: WebSocket, request: JudgedRequest) => void): void {
    server.on('connection', connected);
  }

  bindMessageHandlers(): void {
    return undefined;
  }

  close(server: WebSocketServer): void {
    server.close();
  }

  dispose(): void {
    this.servers.clear();
  }

  private async answer(request: IncomingMessage & JudgedRequest, socket: Duplex, head: Buffer): Promise<void> {
    const { settings, log, clock, random } = this.foundations;
    const started = clock.monotonic();
    const id = random.uuid();
    const path = pathOf(behindBasePath(settings.basePath, request.url ?? ''));
    const note = (status: number): void => {
      const route = this.servers.has(path) ? path : 'unmatched';
      log.info('request', { method: request.method, route, status, ms: clock.monotonic() - started, request: id });
    };
    // The caller may be gone before the answer: there is nobody to send it to.
    socket.on('error', () => socket.destroy());
    try {
      const server = await this.admit(request, socket, head, path);
      note(101);
      server.handleUpgrade(request, socket, head, (client) => server.emit('connection', client, request));
    } catch (fault) {
      const refusal = this.refusalOf(fault, id);
      note(refusal.status);
      const body = this.bodyOf(request.url ?? '', refusal.status, refusal.body);
      answerBare(socket, clock, { ...refusal, body });
    }
  }

  private async admit(
    request: IncomingMessage & JudgedRequest,
    socket: Duplex,
    head: Buffer,
    path: string,
  ): Promise<WebSocketServer> {
    const server = this.servers.get(path);
    if (!server) throw notFound();
    requireHandshake(request);
    await this.requireOwnOrigin(request);
    const tokens = this.app.get(AccessTokenService, { strict: false });
    const caller = await tokens.callerOfSocket(request.headers['sec-websocket-protocol']);
    if (head.length > 0 || socket.readableLength > 0)
      throw badRequest('sent_before_handshake', 'nothing may be sent before the handshake is answered');
    this.app.get(LiveSessionsService, { strict: false }).requireRoom(caller.userId);
    request.caller = caller;
    return server;
  }

  private async requireOwnOrigin({ headers, socket }: IncomingMessage): Promise<void> {
    const { origin, host } = headers;
    const isTrusted = this.app.getHttpAdapter().getInstance().get('trust proxy fn') as TrustedProxy;
    const hosts = [host, isTrusted(socket.remoteAddress ?? '', 0) ? forwardedHost(headers) : undefined];
    if (!(await this.app.get(OwnOriginService, { strict: false }).judge({ origin, hosts })))
      throw new AppError('foreign_origin', 403, 'a page of another origin may not connect');
  }

  private refusalOf(fault: unknown, request: string) {
    const refused = fault instanceof AppError ? fault : null;
    if (!refused || refused.status >= 500) this.foundations.log.error('request failed', { request, error: fault });
    if (!refused) return { status: 500, body: { error: 'internal error', request_id: request }, request };
    return { status: refused.status, body: refusalBody(refused), headers: refused.options.headers ?? {}, request };
  }
}

const pathOf = (url: string | undefined): string => url?.split('?', 1)[0] ?? '';

/** What `ws` would refuse by itself, in words of its own. Source: RFC 6455 section 4.2.1. */
function requireHandshake({ method, headers }: IncomingMessage): void {
  const isKey = /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '');
  if (method !== 'GET' || headers.host === undefined || !isKey || headers['sec-websocket-version'] !== '13')
    throw new AppError('malformed_handshake', 400, 'malformed WebSocket handshake', {
      headers: { 'Sec-WebSocket-Version': '13' },
    });
}

type TrustedProxy = (address: string, hop: number) => boolean;

function forwardedHost(headers: IncomingMessage['headers']): string | undefined {
  const named = headers['x-forwarded-host'];
  return (typeof named === 'string' ? named : named?.[0])?.split(',', 1)[0];
}

/** Answers a plain HTTP call to the path of a WebSocket with what is missing. Source: RFC 9110 section 15.5.22. */
export function refusePlainCalls(paths: ReadonlySet<string>) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (request.method !== 'GET' || !paths.has(request.path)) {
      next();
      return;
    }
    const headers = { Upgrade: 'websocket', Connection: 'Upgrade' };
    next(new AppError('upgrade_required', 426, 'connect with a WebSocket handshake', { headers }));
  };
}
