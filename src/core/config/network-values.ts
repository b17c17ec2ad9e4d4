import { isIP } from 'node:net';
import { parsedUrl, withoutTrailingSlashes } from '../text/urls.js';
import { reading, wholeNumber } from './values.js';

/** A TCP port; 0 takes any that is free. */
export const port = wholeNumber(0, 65_535);

/** An address of this machine, or a name for it. What ends in a number is an address, or a mistyped one. */
export const listenHost = reading('must be an IP address or a host name', (text) =>
  isIP(text) !== 0 || (isHostName(text) && !/(^|\.)\d+$/.test(text)) ? text : undefined,
);

/** A path under which everything is served: empty, or `/a/b` without a slash at the end. */
export const mountPath = reading('must be a path such as /usher, of letters, digits and . _ ~ -', (text) => {
  const bare = text.replace(/\/$/, '');
  const segments = bare.split('/').slice(1);
  if (bare !== '' && !/^(\/[\w.~-]+)+$/.test(bare)) return undefined;
  return segments.some((segment) => segment === '.' || segment === '..') ? undefined : bare;
});

const RANGE = 'must be an address range such as 10.0.0.0/8; /0 is refused, for it would believe everybody';

/** A range of addresses, `10.0.0.0/8` or `fd00::/8`; an address alone is the range of just itself. Never of all addresses. */
export const cidr = reading(RANGE, (text) => {
  const [address = '', prefix, ...more] = text.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0 || more.length > 0) return undefined;
  const bits = version === 4 ? 32 : 128;
  // Express doesn't read every spelling of an IPv6 address.
  const written = version === 4 ? address : new URL(`http://[${address}]`).hostname.slice(1, -1);
  if (prefix === undefined) return `${written}/${bits}`;
  const isPrefix = /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits;
  return isPrefix ? `${written}/${Number(prefix)}` : undefined;
});

/** Scheme, host and port of a web site, in the form that browsers send. */
export const origin = reading('must be an http or https origin without a path', (text) => originOf(text));

/** An {@link origin} that is reached over TLS alone. */
export const httpsOrigin = reading('must be an https origin without a path', (text) => {
  const value = originOf(text);
  return value?.startsWith('https://') ? value : undefined;
});

/** The address of a service, without a slash at the end; paths are added to it. */
export const serviceUrl = reading('must be an http or https address without user, query and fragment', (text) => {
  const url = webAddress(text);
  return url && url.origin + withoutTrailingSlashes(url.pathname);
});

/** A host whose webhooks are accepted over https, or, for a test or a lab, the http origin of a loopback address. */
export const webhookHost = reading('must be a host name, or an http origin on a loopback address', (text) =>
  isHostName(text) ? text.toLowerCase() : loopbackOrigin(text),
);

/** As {@link webhookHost}, or all names below one, `*.push.example.com`; never all names below a whole top-level domain. */
export const pushHost = reading(
  'must be a host name, *. and a host name with a dot in it, or an http origin on a loopback address',
  (text) => {
    const name = text.replace(/^\*\./, '');
    const isName = isHostName(name) && (name === text || name.includes('.'));
    return isName ? text.toLowerCase() : loopbackOrigin(text);
  },
);

function loopbackOrigin(text: string): string | undefined {
  const value = originOf(text);
  return value && /^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(value) ? value : undefined;
}

const isHostName = (text: string): boolean =>
  text.length <= 253 && /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/i.test(text);

function originOf(text: string): string | undefined {
  const url = webAddress(text);
  return url?.pathname === '/' ? url.origin : undefined;
}

/** Refuses what a parser would silently repair or drop: blanks, back slashes, user names, `?` and `#`. */
function webAddress(text: string): URL | undefined {
  return /^https?:\/\/[^\s\\?#@]+$/i.test(text) ? (parsedUrl(text) ?? undefined) : undefined;
}
