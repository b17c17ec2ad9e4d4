import type { PathNow } from '../../core/http/network-path.js';
import type { Log } from '../../core/logging/log.js';
import type { Meter } from '../../core/metrics/meter.js';
import type { Clock } from '../../core/time/clock.js';

/** What every call says of us. A token is good only together with the client identifier that it was made for. */
interface PlexIdentity {
  readonly clientIdentifier: string;
  readonly product: string;
  readonly version: string;
}

/** What a client needs to reach the provider, or a server of somebody's. */
export interface PlexAccess {
  readonly url: string;
  readonly identity: PlexIdentity;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Meter;
  readonly path?: PathNow;
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
