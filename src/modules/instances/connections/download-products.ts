import { DelugeClient, isDelugeItem } from '../../../clients/deluge/deluge.client.js';
import type { DownloadClient } from '../../../clients/downloads/download-client.js';
import { isNzbgetItem, NzbgetClient } from '../../../clients/nzbget/nzbget.client.js';
import { isQbittorrentItem, QbittorrentClient } from '../../../clients/qbittorrent/qbittorrent.client.js';
import { isRutorrentItem, RutorrentClient } from '../../../clients/rutorrent/rutorrent.client.js';
import { isSabnzbdItem, SabnzbdClient } from '../../../clients/sabnzbd/sabnzbd.client.js';
import { isTransmissionItem, TransmissionClient } from '../../../clients/transmission/transmission.client.js';
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

/** A product: how a client of it is made, and what an id of one of its items looks like. */
interface DownloadProduct {
  /** Nothing is dialed until it is used. */
  readonly make: (place: DownloadPlace, tools: DialingTools) => DownloadClient;
  /** Can this be the id of one item? Anything else may name several, or all of them. */
  readonly isItem: (id: string) => boolean;
}

/** The products by their kinds. */
export const DOWNLOAD_PRODUCTS: Readonly<Record<DownloadClientType, DownloadProduct>> = {
  sabnzbd: {
    make: ({ url, apiKey }, tools) => new SabnzbdClient({ url, apiKey, ...tools }),
    isItem: isSabnzbdItem,
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
    isItem: isQbittorrentItem,
  },
  nzbget: {
    make: ({ url, account }, tools) => new NzbgetClient({ url, ...account, ...tools }),
    isItem: isNzbgetItem,
  },
  transmission: {
    make: (place, tools) => new TransmissionClient({ url: place.url, credentials: accountOrNone(place), ...tools }),
    isItem: isTransmissionItem,
  },
  deluge: {
    make: ({ url, account: { password } }, tools) => new DelugeClient({ url, password, ...tools }),
    isItem: isDelugeItem,
  },
  rutorrent: {
    make: (place, tools) => new RutorrentClient({ url: place.url, credentials: accountOrNone(place), ...tools }),
    isItem: isRutorrentItem,
  },
};

const accountOrNone = ({ account }: DownloadPlace) => (account.username === '' ? null : account);
