import { Secret } from '../../core/secrets/secret.js';
import { parsedUrl } from '../../core/text/urls.js';
import { assertPlainTarget, UnsafeAddress } from '../http/safe-address.js';

/** Where a push service takes messages for one browser. */
export interface PushEndpoint {
  /** Scheme, host and port: `https://updates.push.services.mozilla.com`. */
  readonly origin: string;
  /** Path and query as they are to be written. Who knows them knows the browser. */
  readonly target: Secret;
}

/**
 * Why a text is no address of a push service. The text itself is never repeated.
 *
 * | refusal | meaning |
 * |---|---|
 * | no_address | it is no http or https address that can be called exactly as it is written |
 * | other_host | it leads somewhere else than to the hosts that are allowed |
 */
export type EndpointRefusal = 'no_address' | 'other_host';

/** Those of the browser vendors are shorter than 800 characters. */
const LONGEST = 2_048;

/** Takes nothing that a parser would repair. @param hosts lower-case https names, `*.` for all below one; or loopback http origins */
export function readPushEndpoint(
  text: string,
  hosts: readonly string[],
): PushEndpoint | { readonly refused: EndpointRefusal } {
  const url = text.length <= LONGEST && !text.includes('#') ? parsedUrl(text) : null;
  if (!url || url.href !== text || url.username !== '' || url.password !== '') return { refused: 'no_address' };
  const target = url.pathname + url.search;
  if (target === '/' || !isPlain(target)) return { refused: 'no_address' };
  if (!hosts.some((host) => isOf(host, url))) return { refused: 'other_host' };
  return { origin: url.origin, target: Secret.of(target) };
}

function isOf(allowed: string, { protocol, hostname, port, origin }: URL): boolean {
  if (allowed.includes('://')) return origin === allowed;
  if (protocol !== 'https:' || port !== '') return false;
  return allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : hostname === allowed;
}

function isPlain(target: string): boolean {
  try {
    assertPlainTarget(target);
    return true;
  } catch (error) {
    if (error instanceof UnsafeAddress) return false;
    throw error;
  }
}
