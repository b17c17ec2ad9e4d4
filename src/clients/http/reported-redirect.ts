import { UpstreamError } from '../../core/errors/upstream-error.js';
import { parsedUrl } from '../../core/text/urls.js';
import type { HttpAnswer } from './exchange.js';

/** The statuses of redirects that name a place. */
export const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

const NOWHERE = 'http://nowhere.invalid';

/**
 * A redirect that is not followed, but reported to an administrator with its place. Source of the words: doc 3 §3.2,
 * connection tests.
 */
export const reportedRedirect = (system: string, operation: string, { status, headers }: HttpAnswer): UpstreamError =>
  new UpstreamError({
    system,
    operation,
    kind: 'redirected',
    status,
    definitelyNotSent: false,
    reason: `server redirected with status ${status} to ${whereTo(headers.location)}`,
  });

/** The target of a redirect without what may hold a credential: user info, query, fragment. */
function whereTo(location: string | undefined): string {
  const url = location ? parsedUrl(location, NOWHERE) : null;
  if (!url) return 'an unnamed place';
  const { origin, host, pathname } = url;
  return `${host === new URL(NOWHERE).host ? '' : origin}${pathname}`.slice(0, 200);
}
