import { parsedUrl } from '../../core/text/parsed-url.js';
import { UnsafeAddress } from '../http/join-url.js';

/** A host of covers, and what is asked of it: made of a redirect, and the only thing that is fetched. */
export interface CoverStep {
  readonly origin: string;
  readonly segments: readonly string[];
  readonly query: Readonly<Record<string, readonly string[]>>;
}

const HOST = /^(?:coverartarchive\.org|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*archive\.org)$/;

/**
 * Where a redirect leads, when that is the archive of covers or the archive behind it, by https at its own port.
 *
 * @param location as the server wrote it, absolute or not
 * @param from the address that was asked
 * @throws UnsafeAddress when it leads anywhere else. Source: doc 2 §4 Music, security 8
 */
export function coverStep(location: string | undefined, from: string): CoverStep {
  const url = location === undefined ? null : parsedUrl(location, from);
  if (!url) throw new UnsafeAddress('no address');
  const { protocol, hostname, host, username, password, pathname, searchParams } = url;
  if (protocol !== 'https:' || host !== hostname || username !== '' || password !== '' || !HOST.test(hostname))
    throw new UnsafeAddress('not a host of covers');
  const query = Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
  return { origin: `https://${hostname}`, segments: segmentsOf(pathname), query };
}

function segmentsOf(pathname: string): readonly string[] {
  try {
    return pathname
      .replace(/^\/+/, '')
      .split('/')
      .map((part) => decodeURIComponent(part));
  } catch {
    throw new UnsafeAddress('an address that is not well-formed');
  }
}
