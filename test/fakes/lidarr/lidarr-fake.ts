import type { Delivery } from '../servarr/servarr-notifications.js';
import { ServarrServer, type ServarrFakeOptions } from '../servarr/servarr-server.js';
import { found, type Fields } from '../servarr/servarr-fields.js';
import { recordPage } from '../servarr/servarr-page.js';
import { queuePage } from '../servarr/servarr-queue.js';
import { LIDARR_NOTIFICATIONS, lidarrEvent, type LidarrEvent } from './lidarr-notifications.js';
import { ALBUMS, ARTIST, HISTORY, QUEUE, TRACK_FILES, TRACKS } from './lidarr-library.js';

/** Lidarr, API v1: it identifies itself to callers with its key, and calls its webhooks. */
export class LidarrFake extends ServarrServer {
  constructor(options: ServarrFakeOptions = {}) {
    const identity = { appName: 'Lidarr', version: '2.14.5.4836', migrationVersion: 77, api: 'v1' } as const;
    super(identity, LIDARR_NOTIFICATIONS, options);
    this.addShelf();
  }

  /** Sends every webhook that subscribes to the event what happened to an album. */
  sendWebhook(event: LidarrEvent): Promise<readonly Delivery[]> {
    return this.notifications.send(lidarrEvent(event));
  }

  private addShelf(): void {
    const albums = ALBUMS.map((album): Fields => ({ ...album, artist: ARTIST }));
    const one = (rows: readonly Fields[], id: unknown) => found(rows.find((row) => row.id === Number(id)));
    this.api('GET artist/lookup', () => ({ body: [ARTIST] }));
    this.api('GET artist', () => ({ body: [ARTIST] }));
    this.api('GET artist/:id', ({ params }) => one([ARTIST], params.id));
    this.api('GET album/lookup', () => ({ body: albums }));
    this.api('GET album', () => ({ body: ALBUMS }));
    this.api('GET album/:id', ({ params }) => one(albums, params.id));
    this.api('GET track', () => ({ body: TRACKS }));
    this.api('GET trackfile', () => ({ body: TRACK_FILES }));
    this.api('GET calendar', () => ({ body: ALBUMS }));
    this.api('GET queue', ({ query }) => ({ body: queuePage(QUEUE, query, same) }));
    this.api('GET history', ({ query }) => ({ body: recordPage(HISTORY, query, 'date', same) }));
    for (const wanted of ['missing', 'cutoff'])
      this.api(`GET wanted/${wanted}`, ({ query }) => ({ body: recordPage(ALBUMS, query, 'releaseDate', same) }));
    const art = { headers: { 'content-type': 'image/jpeg' }, body: Buffer.from([0xff, 0xd8, 0xff, 0x7b, 0x22]) };
    this.route('GET /MediaCover/Artist/:id/:file', () => art);
    this.route('GET /MediaCover/Albums/:id/:file', () => art);
    this.api('GET mediacover/artist/:id/:file', () => art);
    this.api('GET mediacover/album/:id/:file', () => art);
  }
}

const same = (row: Fields): Fields => row;
