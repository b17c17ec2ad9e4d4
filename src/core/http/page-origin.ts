import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { parsedUrl } from '../text/urls.js';

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
