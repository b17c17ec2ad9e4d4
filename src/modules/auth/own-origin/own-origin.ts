import { parsedUrl } from '../../../core/text/urls.js';

export interface RequestOrigin {
  /** The header Origin; undefined for clients that are no browser. */
  readonly origin: string | undefined;
  /** Hosts under which this server is known to be asked, with their ports where they have one. */
  readonly hosts: readonly (string | undefined)[];
}

/** Does a request come from a page of this server, or from no page? Browsers would let pages of others open a WebSocket. */
export function isOwnOrigin({ origin, hosts }: RequestOrigin): boolean {
  if (origin === undefined) return true;
  const from = /^https?:\/\//i.test(origin) ? parsedUrl(origin)?.host : undefined;
  return from !== undefined && hosts.some((host) => host !== undefined && hostOf(host) === from);
}

/** As browsers write it: in lower case, without the port that goes without saying. */
function hostOf(host: string): string | undefined {
  return parsedUrl(`http://${host.trim()}`)?.host;
}

interface PageRequestHeaders {
  /** The header Origin. */
  readonly origin: string | undefined;
  readonly contentType: string | undefined;
  /** The header Sec-Fetch-Site; browsers leave it out over plain HTTP. */
  readonly fetchSite: string | undefined;
  /** Did the request come by HTTPS, up to a trusted proxy at least? */
  readonly secure: boolean;
}

/**
 * Does it look like a fetch of our own page: an origin, JSON, which no form can send, and no other site? The origin itself is for {@link
 * isOwnOrigin}; it must be HTTPS where the request is, since another service may answer HTTP under the same name.
 */
export function isPageRequest({ origin, contentType, fetchSite, secure }: PageRequestHeaders): boolean {
  if (origin === undefined || (secure && !/^https:\/\//i.test(origin))) return false;
  const [essence = ''] = (contentType ?? '').split(';', 1);
  return essence.trim().toLowerCase() === 'application/json' && (fetchSite ?? 'same-origin') === 'same-origin';
}

/**
 * Which site is the page's, by Sec-Fetch-Site, or over plain HTTP by the origin; {@link isOwnOrigin} confirms `own`. Clients that are no
 * browser name none, nor do apps, whose origins have schemes of their own. Source: W3C Fetch Metadata.
 */
export function namedSite({
  origin,
  fetchSite,
}: Pick<PageRequestHeaders, 'origin' | 'fetchSite'>): 'own' | 'other' | 'none' {
  if (origin === 'null' || !['same-origin', 'none', undefined].includes(fetchSite)) return 'other';
  return /^https?:/i.test(origin ?? '') ? 'own' : 'none';
}
