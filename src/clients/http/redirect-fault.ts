import { UpstreamError } from '../../core/errors/upstream-error.js';
import { parsedUrl } from '../../core/text/urls.js';
import type { HttpAnswer } from './exchange.js';

/** The statuses by which a server sends a caller elsewhere. */
export const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

const NOWHERE = 'http://nowhere.invalid';

/**
 * What a connection test makes of a redirect: it is not followed, and the administrator learns where it leads.
 * Source: doc 3 §3.2, connection tests.
 *
 * @param system product name in lower case
 * @param answer one with a status of {@link REDIRECTS}
 * @param path of the call that was redirected, as far as every address has it: a redirect to the same path below another one of
 *   the same server says that the address lacks a path
 */
export function redirectFault(
  system: string,
  operation: string,
  answer: HttpAnswer,
  path: readonly string[],
): UpstreamError {
  return new UpstreamError({
    system,
    operation,
    kind: 'redirected',
    ...(leadsBelow(answer.headers.location, path) && { detail: 'path_prefix' }),
    status: answer.status,
    definitelyNotSent: false,
    reason: `server redirected with status ${answer.status} to ${whereTo(answer.headers.location)}`,
  });
}

/** The target of a redirect without what may hold a credential: user info, query, fragment. */
function whereTo(location: string | undefined): string {
  const url = location ? parsedUrl(location, NOWHERE) : null;
  if (!url) return 'an unnamed place';
  const { origin, host, pathname } = url;
  return `${host === new URL(NOWHERE).host ? '' : origin}${pathname}`.slice(0, 200);
}

/** An absolute target is left out: it may be another server, or the same one by another scheme. */
function leadsBelow(location: string | undefined, path: readonly string[]): boolean {
  const url = location?.startsWith('/') ? parsedUrl(location, NOWHERE) : null;
  return url?.origin === NOWHERE && url.pathname.endsWith(`/${path.join('/')}`);
}
