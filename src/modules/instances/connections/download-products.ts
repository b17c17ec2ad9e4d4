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
import type { DownloadConnection } from '../registry/download-client-input.js';
import type { StoredAccount } from '../registry/instance-input.js';
import type { DownloadClientType } from '../service-kinds.js';

interface DialingTools {
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
}

/** How a client of each kind is made. Nothing is dialed until it is used. */
export const DOWNLOAD_PRODUCTS: Readonly<
  Record<DownloadClientType, (connection: DownloadConnection, tools: DialingTools) => DownloadClient>
> = {
  sabnzbd: ({ url, apiKey }, tools) => new SabnzbdClient({ url, apiKey, ...tools }),
  qbittorrent: ({ url, apiKey, account }, tools) =>
    new QbittorrentClient({ url, credentials: apiKey.reveal() === '' ? accountOrNone(account) : { apiKey }, ...tools }),
  nzbget: ({ url, account }, tools) => new NzbgetClient({ url, ...account, ...tools }),
  transmission: ({ url, account }, tools) =>
    new TransmissionClient({ url, credentials: accountOrNone(account), ...tools }),
  deluge: ({ url, account: { password } }, tools) => new DelugeClient({ url, password, ...tools }),
  rutorrent: ({ url, account }, tools) => new RutorrentClient({ url, credentials: accountOrNone(account), ...tools }),
};

const accountOrNone = (account: StoredAccount) => (account.username === '' ? null : account);
