import type { HeaderPairs } from '../../../core/http/raw-answer.js';
import { withoutTrailingSlashes } from '../../../core/text/urls.js';
import { parsedUrl } from '../../../core/text/urls.js';
import { redactText } from '../scrub/redact-text.js';
import { isSensitiveQueryName } from '../scrub/sensitive-query-name.js';
import { connectionNames, headerNames, HOP_BY_HOP, isAmong } from './request-headers.js';

/** Commands to a server in front of this one. */
const CONTROL = headerNames('X-Accel-* X-Sendfile* X-Lighttpd-Send* X-Reproxy-URL');

/** Permissions to keep the answer in shared caches. */
const CACHE = headerNames(`
  Age Cache-Control Expires Pragma CDN-Cache-Control Surrogate-Control Edge-Control Akamai-Cache-Control
  X-Cache-Control X-Edge-Control
`);

/** What this server says for itself on its own origin, and lets nobody else say. */
const OUR_OWN = headerNames(`
  Date X-Request-Id Access-Control-* Content-Security-Policy* Cross-Origin-* Origin-Agent-Cluster Permissions-Policy
  Referrer-Policy Strict-Transport-Security X-Content-Type-Options X-DNS-Prefetch-Control X-Download-Options
  X-Frame-Options X-Permitted-Cross-Domain-Policies X-XSS-Protection Clear-Site-Data Service-Worker-Allowed Alt-Svc
  Report-To Reporting-Endpoints NEL SourceMap X-SourceMap Timing-Allow-Origin
`);

/** Descriptions of the bytes that came, which are not those that are sent. */
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
 * What a caller sees of an instance's headers, as private. Location and Content-Location are the caller's to remap.
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

/** One link: an address in angle brackets and its parameters, quoted or not. */
const LINK = /\s*<([^<>]*)>((?:\s*;\s*[\w!#$%&'*+.^`|~-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;<>]+))?)*)\s*/y;

/** A Link header without credentials in its addresses; undefined where it isn't one, which is not passed on. */
function cleanLink(value: string): string | undefined {
  const links: string[] = [];
  const pattern = new RegExp(LINK);
  for (let found = pattern.exec(value); found; found = pattern.exec(value)) {
    const [, address = '', parameters = ''] = found;
    links.push(`<${redactText(address)}>${redactText(parameters)}`);
    if (pattern.lastIndex === value.length) return links.join(', ');
    if (value[pattern.lastIndex] !== ',') return undefined;
    pattern.lastIndex += 1;
  }
  return undefined;
}

/** A Refresh header without credentials in its address; undefined where it isn't one. */
function cleanRefresh(value: string): string | undefined {
  const [, delay, quote, address] = /^\s*(\d+)(?:\s*[;,]\s*url\s*=\s*(["']?)([^"'\s]+)\2)?\s*$/i.exec(value) ?? [];
  if (delay === undefined) return undefined;
  return address === undefined ? delay : `${delay}; url=${quote}${redactText(address)}${quote}`;
}

interface ProxiedAddresses {
  /** Where the instance is: absolute, without a trailing slash. */
  readonly instanceUrl: string;
  /** Path and query that were asked for, below it. */
  readonly target: string;
  /** Where the same is found on this server: `/api/instances/films`. */
  readonly route: string;
}

/** An address that an instance names, on the proxy's route; undefined where it leads to another origin or out of the base path. */
export function remapLocation(location: string, { instanceUrl, target, route }: ProxiedAddresses): string | undefined {
  const base = new URL(instanceUrl);
  const url = parsedUrl(location, instanceUrl + target);
  if (!url) return undefined;
  const { origin, pathname, search, hash } = url;
  const prefix = withoutTrailingSlashes(base.pathname);
  if (origin !== base.origin || !(pathname === prefix || pathname.startsWith(`${prefix}/`))) return undefined;
  return redactText(`${route}${pathname.slice(prefix.length) || '/'}${search}${hash}`);
}
