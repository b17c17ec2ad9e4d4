import { DelugeClient } from '../../../clients/deluge/deluge.client.js';
import type { DownloadClient } from '../../../clients/downloads/download-client.js';
import { NzbgetClient } from '../../../clients/nzbget/nzbget.client.js';
import { QbittorrentClient } from '../../../clients/qbittorrent/qbittorrent.client.js';
import { RutorrentClient } from '../../../clients/rutorrent/rutorrent.client.js';
import { SabnzbdClient } from '../../../clients/sabnzbd/sabnzbd.client.js';
import { TransmissionClient } from '../../../clients/transmission/transmission.client.js';
import type { Log } from '../../../core/logging/log.js';
import type { Meter } from '../../../core/metrics/meter.js';
import type { Clock } from '../../../core/time/clock.js';
import type { DownloadPlace } from '../registry/download-client-input.js';
import type { DownloadClientType } from '../service-kinds.js';

/** What every client is made with. */
export interface DialingTools {
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
}

/** A product. */
interface DownloadProduct {
  /** Nothing is dialed until it is used. */
  readonly make: (place: DownloadPlace, tools: DialingTools) => DownloadClient;
}

/** The products by their kinds. */
export const DOWNLOAD_PRODUCTS: Readonly<Record<DownloadClientType, DownloadProduct>> = {
  sabnzbd: {
    make: ({ url, apiKey }, tools) => new SabnzbdClient({ url, apiKey, ...tools }),
  },
  qbittorrent: {
    make: (place, tools) => {
      const { url, apiKey } = place;
      return new QbittorrentClient({
        url,
        credentials: apiKey.reveal() === '' ? accountOrNone(place) : { apiKey },
        ...tools,
      });
    },
  },
  nzbget: {
    make: ({ url, account }, tools) => new NzbgetClient({ url, ...account, ...tools }),
  },
  transmission: {
    make: (place, tools) => new TransmissionClient({ url: place.url, credentials: accountOrNone(place), ...tools }),
  },
  deluge: {
    make: ({ url, account: { password } }, tools) => new DelugeClient({ url, password, ...tools }),
  },
  rutorrent: {
    make: (place, tools) => new RutorrentClient({ url: place.url, credentials: accountOrNone(place), ...tools }),
  },
};

const accountOrNone = ({ account }: DownloadPlace) => (account.username === '' ? null : account);
