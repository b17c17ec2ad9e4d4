import type { IncomingMessage } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppError, temporarilyUnavailable } from '../../core/errors/app-error.js';
import type { Foundations } from '../../core/core.module.js';
import { SocketSessionService } from '../../modules/auth/auth.public.js';
import { LiveSessionsService } from '../../modules/realtime/realtime.public.js';
import { ExternalAddressRepository } from '../../modules/settings/settings.public.js';
import { textMembers } from '../pipeline/refusal-texts.js';
import type { HandshakeRules } from './session-sockets.js';
import { parsedUrl } from '../../core/text/urls.js';
import type { NextFunction, Request, Response } from 'express';

/** By what the handshakes of this application are judged: the page's origin, the session, and room for one more. */
export function handshakeRules(app: NestExpressApplication, foundations: Foundations): HandshakeRules {
  const { settings, log, clock, random, database } = foundations;
  const isTrusted = app.getHttpAdapter().getInstance().get('trust proxy fn') as TrustedProxy;
  const externalHost = async (): Promise<string | undefined> => {
    const address = await database.read((tx) => app.get(ExternalAddressRepository, { strict: false }).get(tx));
    return address === null ? undefined : new URL(address).host;
  };
  const requireOwnOrigin = async ({ headers, socket }: IncomingMessage): Promise<void> => {
    const { origin, host } = headers;
    const hosts = [host, isTrusted(socket.remoteAddress ?? '', 0) ? forwardedHost(headers) : undefined];
    if (isOwnOrigin({ origin, hosts })) return;
    const external = await externalHost().catch((fault: unknown) => {
      throw temporarilyUnavailable(fault);
    });
    if (!isOwnOrigin({ origin, hosts: [external] }))
      throw new AppError('foreign_origin', 403, 'a page of another origin may not connect');
  };
  return {
    basePath: settings.basePath,
    textMemberOf: textMembers(settings.basePath),
    log,
    clock,
    random,
    callerOf: async (request) => {
      await requireOwnOrigin(request);
      return app.get(SocketSessionService, { strict: false }).callerOf(request.headers['sec-websocket-protocol']);
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

/** Where a handshake says that it comes from, and whom it asks for. */
interface HandshakeOrigin {
  /** The header Origin; undefined for clients that are no browser. */
  readonly origin: string | undefined;
  /** Hosts under which this server is known to be asked, with their ports where they have one. */
  readonly hosts: readonly (string | undefined)[];
}

/**
 * Does a handshake come from a page of this server, or from no page at all? Browsers keep other origins from reading
 * our answers over HTTP, but would let them open a WebSocket: here the server has to look. Source: doc 3 sections 0
 * (CORS: same-origin only) and 6 (on the same origin).
 */
export function isOwnOrigin({ origin, hosts }: HandshakeOrigin): boolean {
  if (origin === undefined) return true;
  const from = /^https?:\/\//i.test(origin) ? parsedUrl(origin)?.host : undefined;
  return from !== undefined && hosts.some((host) => host !== undefined && hostOf(host) === from);
}

/** As browsers write it: in lower case, without the port that goes without saying. */
function hostOf(host: string): string | undefined {
  return parsedUrl(`http://${host.trim()}`)?.host;
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
