import type { HeaderPairs } from '../../../core/http/header-pairs.js';
import { redactText } from '../scrub/redact-text.js';
import { isSensitiveQueryName } from '../scrub/sensitive-query-name.js';
import { headerNames, HOP_BY_HOP, isAmong } from './header-names.js';
import { cleanLink, cleanRefresh } from './address-headers.js';
import { connectionNames } from './request-headers.js';

/** What would tell a server in front of this one to do something. Source: doc 3 §4.4, control. */
const CONTROL = headerNames('X-Accel-* X-Sendfile* X-Lighttpd-Send* X-Reproxy-URL');

/** What would let others keep the answer. Source: doc 3 §4.4, shared cache. */
const CACHE = headerNames(`
  Age Cache-Control Expires Pragma CDN-Cache-Control Surrogate-Control Edge-Control Akamai-Cache-Control
  X-Cache-Control X-Edge-Control
`);

/** What this server says for itself on its own origin, and lets nobody else say: doc 3 §0, CORS; security 22. */
const OUR_OWN = headerNames(`
  Date X-Request-Id Access-Control-* Content-Security-Policy* Cross-Origin-* Origin-Agent-Cluster Permissions-Policy
  Referrer-Policy Strict-Transport-Security X-Content-Type-Options X-DNS-Prefetch-Control X-Download-Options
  X-Frame-Options X-Permitted-Cross-Domain-Policies X-XSS-Protection Clear-Site-Data Service-Worker-Allowed Alt-Svc
  Report-To Reporting-Endpoints NEL SourceMap X-SourceMap Timing-Allow-Origin
`);

/** What told of the bytes that came, which are not those that go out. Source: doc 3 §4.2. */
const OF_THE_BYTES = headerNames(`
  Content-Encoding Content-MD5 Content-Digest Repr-Digest Digest ETag Last-Modified Content-Length Accept-Ranges
  Content-Range
`);

const ADDRESSES = headerNames('Location Content-Location Link Refresh');

const PRIVATE: HeaderPairs = [
  ['Cache-Control', 'private, no-store'],
  ['Pragma', 'no-cache'],
];

/**
 * What of an instance's headers a caller gets to see, marked as private. Location and Content-Location are left out:
 * they are remapped by whoever knows both addresses. Source: doc 1 proxy rule 8, doc 3 §4.3 and §4.4.
 *
 * @param rewritten are the bytes of the body other ones than those that came?
 */
export function inboundHeaders(upstream: HeaderPairs, rewritten: boolean): HeaderPairs {
  const named = connectionNames(upstream);
  const refused = [CONTROL, CACHE, OUR_OWN, HOP_BY_HOP, ADDRESSES, ...(rewritten ? [OF_THE_BYTES] : [])];
  const kept = upstream.filter(
    ([name]) =>
      !isSensitiveQueryName(name) &&
      !/-cdn-cache-control$/i.test(name) &&
      !refused.some((names) => isAmong(names, name)) &&
      !named.has(name.toLowerCase()),
  );
  const clean = kept.map(([name, value]) => [name, redactText(value)] as const);
  return [...clean, ...addressHeaders(upstream), ...PRIVATE];
}

/** What says nothing of the records that were taken out of a document, nor of those that were not. */
const OF_ANY_CUT = headerNames('Content-Type Cache-Control Pragma X-Application-Version');

/** The headers of an answer that was cut: only those that hold of any cut of it. */
export function headersOfCut(headers: HeaderPairs): HeaderPairs {
  return headers.filter(([name]) => isAmong(OF_ANY_CUT, name));
}

function addressHeaders(upstream: HeaderPairs): HeaderPairs {
  return upstream.flatMap(([name, value]) => {
    const clean = /^link$/i.test(name) ? cleanLink(value) : /^refresh$/i.test(name) ? cleanRefresh(value) : undefined;
    return clean === undefined ? [] : [[name, clean] as const];
  });
}
