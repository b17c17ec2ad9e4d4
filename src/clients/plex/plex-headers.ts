import type { ClientOptions } from '../http/http-transport.js';

/** What every call says of us. A token is good only together with the client identifier that it was made for. */
interface PlexIdentity {
  readonly clientIdentifier: string;
  readonly product: string;
  readonly version: string;
}

export interface PlexAccess extends ClientOptions {
  readonly identity: PlexIdentity;
}

/** The headers of every call. The token travels as one too, and in no address. */
export const plexHeaders = ({
  clientIdentifier,
  product,
  version,
}: PlexIdentity): Readonly<Record<string, string>> => ({
  'X-Plex-Client-Identifier': clientIdentifier,
  'X-Plex-Product': product,
  'X-Plex-Version': version,
  'X-Plex-Platform': 'Web',
  'X-Plex-Device': product,
  'X-Plex-Device-Name': product,
});
