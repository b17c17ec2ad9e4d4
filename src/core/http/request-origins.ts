import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { parsedUrl } from '../text/urls.js';

/** Scheme and host by which a caller reached us, `http://media.home:7676`; null for no usable host. Forwarded headers have no say. */
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

/** The https origin of the calling page, as its browser says; null for anything else. Callers without a browser may say what they like. */
export function pageOrigin({ headers: { origin = '' } }: Pick<IncomingMessage, 'headers'>): string | null {
  const url = origin.length <= LONGEST ? parsedUrl(origin) : null;
  return url?.protocol === 'https:' && url.origin === origin ? origin : null;
}

/** The {@link pageOrigin} of the request. */
export const PageOrigin = createParamDecorator((_: unknown, context: ExecutionContext): string | null =>
  pageOrigin(context.switchToHttp().getRequest<IncomingMessage>()),
);
