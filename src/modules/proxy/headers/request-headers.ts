import { headerValues, type HeaderPairs } from '../../../core/http/raw-answer.js';
import { isSensitiveQueryName } from '../scrub/sensitive-query-name.js';

/** A name by which headers of one kind begin, or exactly are, in lower case with dashes. */
interface HeaderNames {
  readonly exact: ReadonlySet<string>;
  readonly prefixes: readonly string[];
}

/** Names one after the other, separated by white space; one that ends in `*` stands for all that begin so. */
export function headerNames(words: string): HeaderNames {
  const names = words.toLowerCase().trim().split(/\s+/);
  return {
    exact: new Set(names.filter((name) => !name.endsWith('*'))),
    prefixes: names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1)),
  };
}

/** Case makes no difference, nor dashes or underscores: servers that hand headers on as variables can't distinguish them. */
export function isAmong({ exact, prefixes }: HeaderNames, name: string): boolean {
  const plain = name.toLowerCase().replaceAll('_', '-');
  return exact.has(plain) || prefixes.some((prefix) => plain.startsWith(prefix));
}

/** Headers that belong to one connection and not to the message. RFC 9110 §7.6.1. */
export const HOP_BY_HOP = headerNames(`
  Connection Keep-Alive Proxy-Connection Proxy-Authenticate Proxy-Authentication-Info TE Trailer Transfer-Encoding
  Upgrade HTTP2-Settings
`);

/** What no instance learns about a caller. Names of credentials are known by their rule. */
const DROPPED = headerNames(`
  Cookie* Set-Cookie*
  Forwarded X-Forwarded* Via X-Real-IP Client-IP True-Client-IP CF-Connecting-IP Fastly-Client-IP Fly-Client-IP
  X-Cluster-Client-IP X-Envoy-External-Address X-Original-Forwarded-For
  X-Original-* X-Rewrite-* Sec-WebSocket-* Origin Referer X-HTTP-Method X-HTTP-Method-Override X-Method-Override
  X-Override-Method X-Envoy-Original-Path
  Cf-Access-* Remote-* SSL-Client-* X-Amzn-Oidc-* X-Auth-* X-Authenticated-* X-Authentik-* X-Client-Cert-*
  X-Envoy-Peer-Metadata* X-Goog-Authenticated-User-* X-Goog-IAP-* X-Identity-* X-Keycloak-* X-MS-Client-Principal*
  X-MS-Token-AAD-* X-Pomerium-* X-Remote-* X-SPIFFE-* X-SSL-Client-* X-TLS-Client-* X-User-*
  DPoP X-Client-Cert X-Client-DN X-Email X-Groups X-Principal X-Roles X-Subject X-User X-Username
`);

/** Headers that the relay sets itself: the address, the framing of the body, and no compression. */
const OUR_OWN = headerNames('Host Content-Length Accept-Encoding Expect');

/** What asks for an answer only under a condition, or for a part of it: neither could be judged. */
const CONDITIONAL = headerNames('If-* Range A-IM');

/** What asks for a part alone. A picture is known by how it begins. */
const RANGED = headerNames('Range If-Range');

export function withoutConditions(headers: HeaderPairs): HeaderPairs {
  return headers.filter(([name]) => !isAmong(CONDITIONAL, name));
}

export function withoutRange(headers: HeaderPairs): HeaderPairs {
  return headers.filter(([name]) => !isAmong(RANGED, name));
}

/** What of a caller's headers an instance gets to see: nothing by which the caller is known or the call is led elsewhere. */
export function outboundHeaders(inbound: HeaderPairs): HeaderPairs {
  const named = connectionNames(inbound);
  const kept = inbound.filter(
    ([name]) =>
      !isSensitiveQueryName(name) &&
      ![DROPPED, OUR_OWN, HOP_BY_HOP].some((names) => isAmong(names, name)) &&
      !named.has(name.toLowerCase()),
  );
  return [...kept, ['Accept-Encoding', 'identity']];
}

/** What the Connection header itself declares to belong to the connection. */
export function connectionNames(headers: HeaderPairs): ReadonlySet<string> {
  const values = headerValues(headers, 'connection').flatMap((value) => value.split(','));
  return new Set(values.map((name) => name.trim().toLowerCase()));
}
