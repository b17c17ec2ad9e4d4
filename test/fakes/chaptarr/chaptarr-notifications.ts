import type { Fields } from '../servarr/servarr-fields.js';
import type { NotificationTraits } from '../servarr/servarr-notifications.js';

/** What happens in it that Chaptarr reports. */
export type ChaptarrEvent =
  | 'Grab'
  | 'Download'
  | 'AuthorAdded'
  | 'AuthorDelete'
  | 'BookAdded'
  | 'BookDelete'
  | 'BookFileDelete'
  | 'Rename'
  | 'Retag';

/** As Readarr, with BookAdded beside: no field for headers, and no address of its own in what it sends. */
export const CHAPTARR_NOTIFICATIONS: NotificationTraits = {
  appName: 'Chaptarr',
  flags: {
    onGrab: false,
    onReleaseImport: false,
    onUpgrade: false,
    onRename: false,
    onAuthorAdded: false,
    onAuthorDelete: false,
    onBookAdded: false,
    onBookDelete: false,
    onBookFileDelete: false,
    onBookFileDeleteForUpgrade: true,
    onHealthIssue: false,
    onDownloadFailure: false,
    onImportFailure: false,
    onBookRetag: false,
    onApplicationUpdate: false,
  },
  sentUnder: {
    Grab: 'onGrab',
    Download: 'onReleaseImport',
    AuthorAdded: 'onAuthorAdded',
    AuthorDelete: 'onAuthorDelete',
    BookAdded: 'onBookAdded',
    BookDelete: 'onBookDelete',
    BookFileDelete: 'onBookFileDelete',
    Rename: 'onRename',
    Retag: 'onBookRetag',
    Health: 'onHealthIssue',
  },
  headers: false,
  masksPassword: false,
  applicationUrl: null,
  testEvent: {
    author: { id: 1, name: 'Test Name', path: 'C:\\testpath', goodreadsId: 'aaaaa-aaa-aaaa-aaaaaa' },
    books: [{ id: 123, title: 'Test title' }],
    eventType: 'Test',
  },
  switchable: true,
};

const AUTHOR: Fields = { id: 5, name: 'Ines Valdor', path: '/books/Ines Valdor', goodreadsId: '7700501' };

const BOOK: Fields = {
  id: 51,
  goodreadsId: '6600101',
  title: 'The Salt Cartographer',
  edition: {
    title: 'The Salt Cartographer',
    goodreadsId: '5500101',
    asin: 'B0DEMO0001',
    isbn13: '9780000000019',
  },
  releaseDate: '2023-06-01T00:00:00Z',
};

const BOOK_FILE: Fields = {
  id: 81,
  path: '/books/Ines Valdor/The Salt Cartographer/The Salt Cartographer.epub',
  quality: 'EPUB',
  qualityVersion: 1,
  size: 2_400_000,
  dateAdded: '2026-03-02T00:00:00Z',
};

const RELEASE: Fields = {
  quality: 'EPUB',
  qualityVersion: 1,
  releaseTitle: 'Ines Valdor - The Salt Cartographer EPUB',
  indexer: 'DemoNZB',
  size: 2_400_000,
  customFormatScore: 0,
  customFormats: [],
};

const CLIENT: Fields = { downloadClient: 'sab', downloadClientType: 'SABnzbd', downloadId: 'SABnzbd_nzo_bk000000' };

const BODIES: Readonly<Record<ChaptarrEvent, Fields>> = {
  Grab: { author: AUTHOR, books: [BOOK], release: RELEASE, ...CLIENT },
  Download: { author: AUTHOR, book: BOOK, bookFiles: [BOOK_FILE], isUpgrade: false, ...CLIENT },
  AuthorAdded: { author: AUTHOR },
  AuthorDelete: { author: AUTHOR, deletedFiles: false },
  BookAdded: { author: AUTHOR, book: BOOK },
  BookDelete: { author: AUTHOR, book: BOOK, deletedFiles: true },
  BookFileDelete: { author: AUTHOR, book: BOOK, bookFile: BOOK_FILE },
  Rename: { author: AUTHOR, renamedBookFiles: [BOOK_FILE] },
  Retag: { author: AUTHOR, bookFile: BOOK_FILE },
};

/** An event about the one book that it has. */
export const chaptarrEvent = (eventType: ChaptarrEvent): Fields => ({ ...BODIES[eventType], eventType });
