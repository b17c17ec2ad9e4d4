import { Secret } from '../../core/secrets/secret.js';
import { parsedUrl } from '../../core/text/urls.js';

/** The largest id: 64 bits without a sign. */
const LARGEST = 18_446_744_073_709_551_615n;

/** Is this an id of Discord? Decimal digits of a number of 64 bits, without a zero in front. */
export const isSnowflake = (text: string): boolean => /^(?:0|[1-9][0-9]{0,19})$/.test(text) && BigInt(text) <= LARGEST;

/** The address of an incoming webhook. Who knows the token may post. */
export interface WebhookAddress {
  /** Scheme, host and port: `https://discord.com`. */
  readonly origin: string;
  /** The path below it that all webhooks of this version have: `api`, `v10`, `webhooks`. */
  readonly folder: readonly string[];
  /** The webhook's own id, a snowflake. */
  readonly id: string;
  readonly token: Secret;
}

/**
 * Why a text is no address of an incoming webhook. The text itself is never repeated: it may hold a token.
 *
 * | refusal | meaning |
 * |---|---|
 * | no_address | it is no plain http or https address, or has more to it than scheme, host, port and path |
 * | other_host | it leads somewhere else than to the hosts that are allowed |
 * | no_webhook | its path is not that of an incoming webhook |
 */
export type AddressRefusal = 'no_address' | 'other_host' | 'no_webhook';

const LONGEST = 2_048;

/** Only what an address of this kind is made of, so that nothing is left for a parser to repair, decode or drop. */
const PLAIN = /^https?:\/\/(?:[a-z0-9.-]+|\[::1\])(?::\d{1,5})?\/[a-z0-9/_-]+$/i;

const PATH = /^\/api(?:\/(v\d{1,3}))?\/webhooks\/(\d+)\/([A-Za-z0-9_-]{1,200})$/;

/** Takes nothing beyond scheme, host, port and plain path; calls nothing. @param hosts lower-case https names, or loopback http origins */
export function readWebhookAddress(
  typed: string,
  hosts: readonly string[],
): WebhookAddress | { readonly refused: AddressRefusal } {
  const text = typed.trim();
  const url = text.length <= LONGEST && PLAIN.test(text) ? parsedUrl(text) : null;
  if (!url) return { refused: 'no_address' };
  const { origin, pathname } = url;
  const isAllowed = hosts.some((host) => origin === (host.includes('://') ? host : `https://${host}`));
  if (!isAllowed) return { refused: 'other_host' };
  const [, version, id = '', token = ''] = PATH.exec(pathname) ?? [];
  // A step would have been walked by the parser: what is called is what was typed.
  if (!isSnowflake(id) || !text.endsWith(pathname)) return { refused: 'no_webhook' };
  return { origin, folder: ['api', ...(version ? [version] : []), 'webhooks'], id, token: Secret.of(token) };
}

export const webhookAddressText = ({ origin, folder, id, token }: WebhookAddress): Secret =>
  Secret.of([origin, ...folder, id, token.reveal()].join('/'));
