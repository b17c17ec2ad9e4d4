import type { IncomingMessage } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppError } from '../../core/errors/app-error.js';
import type { Foundations } from '../../core/core.module.js';
import { AccessTokenService, OwnOriginService } from '../../modules/auth/auth.public.js';
import { LiveSessionsService } from '../../modules/realtime/realtime.public.js';
import { refusalBodies } from '../pipeline/refusal-bodies.js';
import type { HandshakeRules } from './session-sockets.js';
import type { NextFunction, Request, Response } from 'express';

/** By what the handshakes of this application are judged: the page's origin, the session, and room for one more. */
export function handshakeRules(app: NestExpressApplication, foundations: Foundations): HandshakeRules {
  const { settings, log, clock, random } = foundations;
  const isTrusted = app.getHttpAdapter().getInstance().get('trust proxy fn') as TrustedProxy;
  const requireOwnOrigin = async ({ headers, socket }: IncomingMessage): Promise<void> => {
    const { origin, host } = headers;
    const hosts = [host, isTrusted(socket.remoteAddress ?? '', 0) ? forwardedHost(headers) : undefined];
    if (!(await app.get(OwnOriginService, { strict: false }).judge({ origin, hosts })))
      throw new AppError('foreign_origin', 403, 'a page of another origin may not connect');
  };
  return {
    basePath: settings.basePath,
    bodyOf: refusalBodies(settings.basePath),
    log,
    clock,
    random,
    callerOf: async (request) => {
      await requireOwnOrigin(request);
      return app.get(AccessTokenService, { strict: false }).callerOfSocket(request.headers['sec-websocket-protocol']);
    },
    requireRoom: ({ userId }) => app.get(LiveSessionsService, { strict: false }).requireRoom(userId),
  };
}

/** Express's own judge of what TRUSTED_PROXIES names. */
type TrustedProxy = (address: string, hop: number) => boolean;

/** The host that the client asked a trusted proxy for. */
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
