import { isIP } from 'node:net';
import { isHouseholdHost } from '../../core/http/household-host.js';
import { parsedUrl } from '../../core/text/urls.js';

/** An address at which a server is reached, as the provider says. */
export interface PlexConnection {
  readonly uri: string;
  /** Is it an address of the server's own network? */
  readonly local: boolean;
  /** Does it lead through the provider? */
  readonly relay: boolean;
}

/** So many addresses of a server are tried. */
const MOST_ADDRESSES = 8;

/**
 * The addresses at which a server may be given its token, in the order in which they are to be tried: encrypted ones, near ones
 * first, and after all of these plain ones. A plain address is a number of a private network: those in between hear the token,
 * and a name can lead anywhere. Relays, which are slow, are left out. Source: issue 43 E28.
 */
export function serverAddresses(connections: readonly PlexConnection[]): readonly string[] {
  const direct = connections.filter(({ relay }) => !relay);
  const near = direct.sort((one, other) => Number(other.local) - Number(one.local)).map(({ uri }) => uri);
  const encrypted = near.filter((uri) => parsedUrl(uri)?.protocol === 'https:');
  return [...encrypted, ...near.filter(isPlainAndPrivate)].slice(0, MOST_ADDRESSES);
}

function isPlainAndPrivate(uri: string): boolean {
  const url = parsedUrl(uri);
  if (url?.protocol !== 'http:') return false;
  return isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0 && isHouseholdHost(url.hostname);
}
