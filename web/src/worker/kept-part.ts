import { matchPath } from '../app/routes.js';

/** What the worker needs to know of a request. */
export interface AskedFor {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/**
 * The part of the app that a request asks for: the page, which is one for all addresses, or a file of its version, which are those
 * whose names carry a hash of their contents and the script that sets the theme. Undefined for everything else, such as whatever lies below `/api` and what a proxy serves beside an app at the root of
 * its host: the worker keeps its hands off it.
 *
 * @param scope the address below which the app lies, with a slash at its end
 */
export function keptPart({ method, mode, url }: AskedFor, scope: string): 'page' | 'file' | undefined {
  if (method !== 'GET' || !url.startsWith(scope)) return undefined;
  const path = new URL(url).pathname.slice(new URL(scope).pathname.length);
  if (mode !== 'navigate') return path.startsWith('assets/') || path === 'appearance.js' ? 'file' : undefined;
  return matchPath(`/${path}`.replace(/(?<=.)\/+$/, ''), false).page === 'not-found' ? undefined : 'page';
}
