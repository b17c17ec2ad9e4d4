import type { DownloadItem } from '../../src/clients/downloads/download-client.js';
import type { QueuedDownload, QueuedTitle } from '../../src/clients/servarr/queued-download.js';
import type { ClientSource, ManagerSource } from '../../src/modules/downloads/activity/sources.js';

/** A film as its manager keeps it. */
export const titled = (given: Partial<QueuedTitle> & { readonly recordId: number }): QueuedTitle => ({
  name: `Title ${given.recordId}`,
  year: 2026,
  creator: null,
  format: null,
  catalogId: String(given.recordId * 100),
  picture: null,
  judged: {},
  ...given,
});

/** A row of a manager's queue: half of a download of a hundred bytes, where nothing else is said. */
export const queued = (given: Partial<QueuedDownload> = {}): QueuedDownload => ({
  downloadId: 'A',
  status: 'downloading',
  trackedState: 'downloading',
  trackedStatus: 'ok',
  hasMessages: false,
  size: 100,
  sizeLeft: 50,
  finishesAt: null,
  clientName: 'torrents',
  release: 'Some.Release-DEMO',
  title: titled({ recordId: 1 }),
  part: null,
  ...given,
});

/** An item of a client, likewise. */
export const itemOf = (given: Partial<DownloadItem> = {}): DownloadItem => ({
  id: 'a',
  managerId: given.id ?? 'a',
  name: 'Some.Release-DEMO',
  sizeBytes: 100,
  sizeLeftBytes: 20,
  progress: 80,
  speedBps: 10,
  etaSeconds: 2,
  status: 'downloading',
  category: '',
  state: 'downloading',
  reason: null,
  isFetchingMetadata: false,
  addedAt: null,
  ...given,
});

/** A manager of films that knows a torrent client and a usenet client. */
export const managerOf = (rows: readonly QueuedDownload[], given: Partial<ManagerSource> = {}): ManagerSource => ({
  id: 'films',
  name: 'Films',
  serviceType: 'movie_manager',
  trouble: null,
  isStale: false,
  definitions: [
    { name: 'torrents', implementation: 'QBittorrent', host: 'qbit.lan', port: 8080 },
    { name: 'usenet', implementation: 'Sabnzbd', host: 'sab.lan', port: 8085 },
    { name: 'numbers', implementation: 'Nzbget', host: 'nzb.lan', port: 6789 },
    { name: 'folder', implementation: 'TorrentBlackhole', host: null, port: null },
  ],
  rows,
  ...given,
});

/** A torrent client at the address at which the manager reaches it. */
export const clientOf = (items: readonly DownloadItem[], given: Partial<ClientSource> = {}): ClientSource => ({
  id: 'qbit',
  name: 'Torrents',
  kind: 'qbittorrent',
  url: 'http://qbit.lan:8080',
  trouble: null,
  isStale: false,
  items,
  ...given,
});
