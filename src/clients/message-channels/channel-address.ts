import { parsedUrl, withoutTrailingSlashes } from '../../core/text/urls.js';
import type { Query } from '../http/safe-address.js';
import type { ChannelFormat } from './channel-message.js';

/** Where the messages of a channel are sent. */
export interface ChannelAddress {
  /** Scheme, host, port and path. */
  readonly base: string;
  /** Does the path end in a slash? */
  readonly isFolder: boolean;
  readonly query: Query;
  /** The topic of an ntfy server; null for other formats. */
  readonly topic: string | null;
  /** Scheme, host and port: a credential goes to no other one than the one that it was saved for. */
  readonly origin: string;
}

/** Why an address isn't taken. */
export type ChannelAddressRefusal = 'no_address' | 'no_topic';

/** Source: ntfy documentation, Publishing: letters, digits, underscores and dashes. */
const TOPIC = /^[\w-]{1,64}$/;

/**
 * Reads an address as an administrator types it: http or https, without a user or a fragment. An ntfy address ends with the
 * topic; a Gotify address may end with `message`.
 */
export function readChannelAddress(
  format: ChannelFormat,
  typed: string,
): ChannelAddress | { readonly refused: ChannelAddressRefusal } {
  const url = parsedUrl(typed.trim());
  const isPlain = url && url.username === '' && url.password === '' && url.hash === '';
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) return { refused: 'no_address' };
  const { origin } = url;
  const query = Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((name) => [name, url.searchParams.getAll(name)]),
  );
  const path = withoutTrailingSlashes(url.pathname);
  switch (format) {
    case 'ntfy': {
      const cut = path.lastIndexOf('/');
      const topic = path.slice(cut + 1);
      if (cut < 0 || !TOPIC.test(topic)) return { refused: 'no_topic' };
      return { base: origin + path.slice(0, cut), isFolder: true, query, topic, origin };
    }
    case 'gotify': {
      const base = origin + (path.endsWith('/message') ? path : `${path}/message`);
      return { base, isFolder: false, query, topic: null, origin };
    }
    case 'json':
      return { base: origin + path, isFolder: url.pathname.endsWith('/'), query, topic: null, origin };
    case 'apprise':
      return { base: origin + path, isFolder: false, query, topic: null, origin };
  }
}
