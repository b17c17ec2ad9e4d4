import type { Delivery } from '../servarr/servarr-notifications.js';
import { ServarrServer, type ServarrFakeOptions } from '../servarr/servarr-server.js';
import { found, type Fields } from '../servarr/servarr-fields.js';
import { recordPage } from '../servarr/servarr-page.js';
import { queuePage } from '../servarr/servarr-queue.js';
import { CHAPTARR_NOTIFICATIONS, chaptarrEvent, type ChaptarrEvent } from './chaptarr-notifications.js';
import { AUTHOR, BOOK_FILES, BOOKS, FOUND_BOOK, QUEUE } from './chaptarr-library.js';

/** Chaptarr, API v1: it identifies itself to callers with its key, and calls its webhooks. */
export class ChaptarrFake extends ServarrServer {
  constructor(options: ServarrFakeOptions = {}) {
    const statusBody = { installationId: 'demo-installation' };
    const identity = {
      appName: 'Chaptarr',
      version: '0.9.925.0',
      migrationVersion: 120,
      api: 'v1',
      statusBody,
    } as const;
    super(identity, CHAPTARR_NOTIFICATIONS, options);
    this.addShelf();
  }

  /** Sends every webhook that subscribes to the event what happened to a book. */
  sendWebhook(event: ChaptarrEvent): Promise<readonly Delivery[]> {
    return this.notifications.send(chaptarrEvent(event));
  }

  private addShelf(): void {
    const one = (rows: readonly Fields[], id: unknown) => found(rows.find((row) => row.id === Number(id)));
    this.api('GET author/lookup', () => ({ body: [AUTHOR] }));
    this.api('GET author', () => ({ body: [AUTHOR] }));
    this.api('GET author/:id', ({ params }) => one([AUTHOR], params.id));
    this.api('GET book/lookup', () => ({ body: [FOUND_BOOK] }));
    this.api('GET book', () => ({ body: BOOKS }));
    this.api('GET book/:id', ({ params }) => one(BOOKS, params.id));
    this.api('GET bookfile', () => ({ body: BOOK_FILES }));
    this.api('GET bookfile/:id', ({ params }) => one(BOOK_FILES, params.id));
    this.api('GET calendar', () => ({ body: BOOKS }));
    this.api('GET queue', ({ query }) => ({ body: queuePage(QUEUE, query, same) }));
    for (const page of ['history', 'wanted/missing', 'wanted/cutoff'])
      this.api(`GET ${page}`, ({ query }) => ({
        body: recordPage(page === 'history' ? HISTORY : BOOKS, query, 'date', same),
      }));
    const art = { headers: { 'content-type': 'image/jpeg' }, body: Buffer.from([0xff, 0xd8, 0xff, 0x7b, 0x22]) };
    this.route('GET /MediaCover/Books/:id/:file', () => art);
    this.route('GET /MediaCover/Books/:id/:folder/:file', () => art);
    this.api('GET mediacover/books/:id/:file', () => art);
    this.api('GET MediaCover/Books/:id/:file', () => art);
    this.api('GET mediacover/book/:id/:file', () => art);
  }
}

/** Of the example's book; the fields are those of the document. */
const HISTORY: readonly Fields[] = [
  {
    id: 91,
    bookId: 51,
    authorId: 5,
    sourceTitle: 'Ines Valdor - The Salt Cartographer EPUB',
    date: '2026-03-02T00:00:00Z',
    eventType: 'bookFileImported',
    data: { importedPath: '/books/Ines Valdor/The Salt Cartographer/The Salt Cartographer.epub' },
  },
];

const same = (row: Fields): Fields => row;
