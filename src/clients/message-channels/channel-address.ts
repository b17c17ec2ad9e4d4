import { parsedUrl, withoutTrailingSlashes } from '../../core/text/urls.js';
import type { Query } from '../http/safe-address.js';

/** Where the messages of a channel are sent. */
export interface ChannelAddress {
  /** Scheme, host and port: a credential goes to no other one than the one that it was saved for. */
  readonly origin: string;
  /** Scheme, host, port and path. */
  readonly base: string;
  /** Does the path end in a slash? */
  readonly isFolder: boolean;
  readonly query: Query;
  /** Whom the server passes it on to, where the address says that; else null. */
  readonly recipient: string | null;
}

/** What every address has to be. */
export const HTTP_ADDRESS = 'must be an http or https address without a user';

/** An address as an administrator types it; null for what isn't {@link HTTP_ADDRESS}, and for one with a fragment. */
export function typedUrl(typed: string): URL | null {
  const url = parsedUrl(typed.trim());
  const isPlain = url && url.username === '' && url.password === '' && url.hash === '';
  return isPlain && ['http:', 'https:'].includes(url.protocol) ? url : null;
}

/** The address as it was typed, without slashes at its end. */
export function plainAddress({ origin, pathname, searchParams }: URL): ChannelAddress {
  const names = [...new Set(searchParams.keys())];
  return {
    origin,
    base: origin + withoutTrailingSlashes(pathname),
    isFolder: false,
    query: Object.fromEntries(names.map((name) => [name, searchParams.getAll(name)])),
    recipient: null,
  };
}
