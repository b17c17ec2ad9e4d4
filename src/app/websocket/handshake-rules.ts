import type { IncomingMessage } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppError, temporarilyUnavailable } from '../../core/errors/app-error.js';
import type { Foundations } from '../../core/core.module.js';
import { SocketSessionService } from '../../modules/auth/auth.public.js';
import { LiveSessionsService } from '../../modules/realtime/realtime.public.js';
import { ExternalAddressRepository } from '../../modules/settings/settings.public.js';
import { textMembers } from '../pipeline/refusal-texts.js';
import { isOwnOrigin } from './own-origin.js';
import type { HandshakeRules } from './session-sockets.js';

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
