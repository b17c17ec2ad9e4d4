/** What a request says of where it comes from and what it brings. */
interface PageRequestHeaders {
  /** The header Origin. */
  readonly origin: string | undefined;
  /** The header Content-Type. */
  readonly contentType: string | undefined;
  /** The header Sec-Fetch-Site; browsers leave it out over plain HTTP. */
  readonly fetchSite: string | undefined;
  /** Did the request come by HTTPS, up to a trusted proxy at least? */
  readonly secure: boolean;
}

/**
 * Does a request look like one that a page of this server sends with fetch? It names its origin, brings JSON, which no form can,
 * and its browser says nothing of another site. Whether the origin is this server's is for `isOwnOrigin` to say; here it is
 * only held to HTTPS where the request came by it, since another service may answer HTTP under the same name. Source:
 * issue 22, design of the web app section 5; security 23.
 */
export function isPageRequest({ origin, contentType, fetchSite, secure }: PageRequestHeaders): boolean {
  if (origin === undefined || (secure && !/^https:\/\//i.test(origin))) return false;
  const [essence = ''] = (contentType ?? '').split(';', 1);
  return essence.trim().toLowerCase() === 'application/json' && (fetchSite ?? 'same-origin') === 'same-origin';
}

/**
 * Which site does a request name as that of the page that has sent it? Forms, pictures and fetch without CORS reach every
 * address unasked, and their browser says from where: by Sec-Fetch-Site, or over plain HTTP by the origin of what isn't GET.
 * `own` is for `isOwnOrigin` to confirm. Clients that are no browser name none, and neither do apps, whose origins have schemes
 * of their own. Source: security 38; W3C Fetch Metadata; Fetch, append a request Origin header.
 */
export function namedSite({
  origin,
  fetchSite,
}: Pick<PageRequestHeaders, 'origin' | 'fetchSite'>): 'own' | 'other' | 'none' {
  if (origin === 'null' || !['same-origin', 'none', undefined].includes(fetchSite)) return 'other';
  return /^https?:/i.test(origin ?? '') ? 'own' : 'none';
}
