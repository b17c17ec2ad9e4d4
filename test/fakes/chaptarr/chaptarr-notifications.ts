import type { Fields } from '../servarr/servarr-fields.js';
import type { NotificationTraits } from '../servarr/servarr-notifications.js';
import { pathOf } from './chaptarr-resources.js';
import type { ChaptarrStoredBook } from './chaptarr-stored.js';

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

const RELEASE: Fields = {
  quality: 'EPUB',
  qualityVersion: 1,
  indexer: 'DemoNZB',
  customFormatScore: 0,
  customFormats: [],
};

const CLIENT: Fields = { downloadClient: 'sab', downloadClientType: 'SABnzbd', downloadId: 'SABnzbd_nzo_bk000000' };

/** An event about a record, or about its author. The payload doesn't say which format the record is. */
export function chaptarrEvent(eventType: ChaptarrEvent, about: ChaptarrStoredBook | undefined): Fields {
  if (!about) throw new Error('the fake has no record that an event could be about');
  const { work, author: by } = about;
  const author: Fields = {
    id: by.id,
    name: by.writer.name,
    path: `/books/${by.writer.name}`,
    goodreadsId: by.writer.foreignAuthorId.replace('hc:', ''),
  };
  const [print] = work.editions[about.format];
  const book: Fields = {
    id: about.id,
    goodreadsId: work.goodreadsWorkId?.replace('gr:', ''),
    title: work.title,
    edition: {
      title: work.title,
      goodreadsId: print?.foreignEditionId.replace('hc:edition:', ''),
      asin: print?.asin,
      isbn13: print?.isbn13,
    },
    releaseDate: work.releaseDate,
  };
  const [file] = about.files;
  const bookFile: Fields = {
    id: file?.id ?? 1,
    path: pathOf(about),
    quality: about.format === 'ebook' ? 'EPUB' : 'M4B',
    qualityVersion: 1,
    size: file?.size ?? 2_400_000,
    dateAdded: file?.dateAdded ?? '2026-03-02T00:00:00Z',
  };
  const release = { ...RELEASE, releaseTitle: `${by.writer.name} - ${work.title} EPUB`, size: bookFile.size };
  return { ...detailsOf(eventType, { author, book, bookFile, release }), eventType };
}

interface Parts {
  readonly author: Fields;
  readonly book: Fields;
  readonly bookFile: Fields;
  readonly release: Fields;
}

function detailsOf(eventType: ChaptarrEvent, { author, book, bookFile, release }: Parts): Fields {
  switch (eventType) {
    case 'Grab':
      return { author, books: [book], release, ...CLIENT };
    case 'Download':
      return { author, book, bookFiles: [bookFile], isUpgrade: false, ...CLIENT };
    case 'AuthorAdded':
      return { author };
    case 'AuthorDelete':
      return { author, deletedFiles: false };
    case 'BookAdded':
      return { author, book };
    case 'BookDelete':
      return { author, book, deletedFiles: true };
    case 'BookFileDelete':
      return { author, book, bookFile };
    case 'Rename':
      return { author, renamedBookFiles: [bookFile] };
    case 'Retag':
      return { author, bookFile };
  }
}
