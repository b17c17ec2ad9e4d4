import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { parsedUrl } from '../text/urls.js';

/**
 * Scheme and host under which a caller has reached this very server, `http://media.home:7676`; null where the request
 * names no host that could be called. Forwarded headers have no say. Source: doc 3 section 3.3, callback URL.
 */
export function directOrigin({
  headers: { host },
  socket,
}: Pick<IncomingMessage, 'headers' | 'socket'>): string | null {
  const text = `${'encrypted' in socket ? 'https' : 'http'}://${host ?? ''}`;
  return /^[a-z]+:\/\/[^\s/\\?#@]+$/i.test(text) ? (parsedUrl(text)?.origin ?? null) : null;
}

/** The {@link directOrigin} of the request. */
export const DirectOrigin = createParamDecorator((_: unknown, context: ExecutionContext): string | null =>
  directOrigin(context.switchToHttp().getRequest<IncomingMessage>()),
);

const LONGEST = 300;

/**
 * The https origin of the page that makes a call, as its browser says; null for calls of anything else. Who calls without a browser may
 * say what they like. Source: Fetch standard, Origin header.
 */
export function pageOrigin({ headers: { origin = '' } }: Pick<IncomingMessage, 'headers'>): string | null {
  const url = origin.length <= LONGEST ? parsedUrl(origin) : null;
  return url?.protocol === 'https:' && url.origin === origin ? origin : null;
}

/** The {@link pageOrigin} of the request. */
export const PageOrigin = createParamDecorator((_: unknown, context: ExecutionContext): string | null =>
  pageOrigin(context.switchToHttp().getRequest<IncomingMessage>()),
);
