import type { Fields } from '../servarr/servarr-fields.js';
import type { FakeRequest } from '../fake-server.js';
import { queueRowFields } from '../servarr/servarr-queue.js';
import { qualityModel } from '../servarr/servarr-fixed-answers.js';
import type { ChaptarrFormat, ChaptarrPrint, ChaptarrWork, ChaptarrWriter } from './chaptarr-catalog.js';
import { qualityOf } from './chaptarr-places.js';
import type {
  ChaptarrStoredAuthor,
  ChaptarrStoredBook,
  ChaptarrStoredFile,
  ChaptarrStoredImport,
  ChaptarrStoredQueueRow,
} from './chaptarr-stored.js';

const slugOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const lastFirst = (name: string): string => {
  const words = name.split(' ');
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${last}, ${words.join(' ')}`;
};

/** An author as Chaptarr writes them; id 0 and no settings for one that it doesn't have. */
export function authorResource(
  writer: ChaptarrWriter,
  author: ChaptarrStoredAuthor | null,
  books: readonly ChaptarrStoredBook[],
): Fields {
  const { name, foreignAuthorId } = writer;
  const id = author?.id ?? 0;
  const statisticsOf = (own: readonly ChaptarrStoredBook[]): Fields => {
    const files = own.flatMap((book) => book.files);
    const available = own.filter((book) => book.files.length > 0).length;
    return {
      bookFileCount: files.length,
      bookCount: own.length,
      availableBookCount: available,
      totalBookCount: own.length,
      sizeOnDisk: sizeOf(files),
      percentOfBooks: own.length === 0 ? 0 : (100 * available) / own.length,
    };
  };
  return {
    id,
    status: 'continuing',
    ended: false,
    authorName: name,
    authorNameLastFirst: lastFirst(name),
    foreignAuthorId,
    titleSlug: slugOf(name),
    overview: '',
    links: [],
    images: [{ coverType: 'poster', url: `/MediaCover/${id}/poster.jpg`, extension: '.jpg' }],
    path: `/books/${name}`,
    genres: ['Fantasy'],
    cleanName: slugOf(name).replaceAll('-', ''),
    sortName: name.toLowerCase(),
    sortNameLastFirst: lastFirst(name).toLowerCase(),
    added: author?.added ?? '0001-01-01T00:00:00Z',
    ratings: { votes: 900, value: 4.1, popularity: 3690 },
    lastSelectedMediaType: 'ebook',
    monitored: false,
    monitorNewItems: 'none',
    tags: [],
    ...author?.settings,
    statistics: statisticsOf(books),
    audiobookStatistics: statisticsOf(books.filter(({ format }) => format === 'audiobook')),
    ebookStatistics: statisticsOf(books.filter(({ format }) => format === 'ebook')),
  };
}

/** What a record and a result of a lookup have in common. */
function workResource(work: ChaptarrWork, format: ChaptarrFormat, id: number): Fields {
  const [first] = work.editions[format];
  const edition = (first?.foreignEditionId ?? '').replace(/\D/g, '');
  return {
    id,
    title: work.title,
    authorTitle: `${lastFirst(work.author.name).toLowerCase()} ${work.title}`,
    seriesTitle: work.seriesTitle,
    disambiguation: '',
    overview: '',
    foreignBookId: work.foreignBookId,
    localBookId: String(id),
    foreignEditionId: first?.foreignEditionId,
    baseBookId: work.foreignBookId,
    hardcoverBookId: work.foreignBookId,
    goodreadsBookId: work.goodreadsBookId,
    goodreadsWorkId: work.goodreadsWorkId,
    openLibraryWorkId: work.openLibraryWorkId,
    asin: work.asin,
    audibleASIN: format === 'audiobook' ? work.audibleAsin : null,
    titleSlug: slugOf(work.title),
    anyEditionOk: true,
    ratings: { votes: 400, value: 4.2, popularity: 1680 },
    releaseDate: work.releaseDate,
    pageCount: format === 'audiobook' ? 0 : work.pageCount,
    genres: ['Fantasy'],
    images: [
      {
        coverType: 'cover',
        url: `/MediaCover/Books/${id}/cover.jpg`,
        extension: '.jpg',
        remoteUrl: `https://assets.hardcover.app/edition/${edition}/cover.jpg`,
      },
    ],
    links: [],
    remoteCover: '',
    mediaType: format,
    narratorNames: [],
    isOmnibus: false,
  };
}

/** A record as the list writes it. */
export function bookResource(book: ChaptarrStoredBook): Fields {
  const { work, format, monitored, files } = book;
  const hasFiles = files.length > 0;
  return {
    ...workResource(work, format, book.id),
    authorId: book.author.id,
    foreignBookId: book.foreignBookId,
    baseBookId: book.foreignBookId,
    hardcoverBookId: book.foreignBookId.startsWith('hc:') ? book.foreignBookId : null,
    monitored,
    audiobookMonitored: monitored && format === 'audiobook',
    ebookMonitored: monitored && format === 'ebook',
    statistics: {
      bookFileCount: files.length,
      bookCount: 1,
      totalBookCount: 1,
      sizeOnDisk: sizeOf(files),
      percentOfBooks: hasFiles ? 100 : 0,
    },
    hasFiles,
  };
}

/** A record by itself: with its editions, which lists leave out. */
export const wholeBookResource = (book: ChaptarrStoredBook): Fields => ({
  ...bookResource(book),
  editions: editionResources(book),
});

export const editionResources = (book: ChaptarrStoredBook): readonly Fields[] =>
  book.editions.map((edition) => ({
    ...editionResource(edition, book.format, book.work),
    id: edition.id,
    bookId: book.id,
    monitored: edition.monitored,
    manualAdd: edition.manualAdd,
    bookFileCount: book.files.length,
  }));

const editionResource = (print: ChaptarrPrint, format: ChaptarrFormat, work: ChaptarrWork): Fields => ({
  id: 0,
  bookId: 0,
  foreignEditionId: print.foreignEditionId,
  titleSlug: '',
  isbn13: print.isbn13,
  isbn10: print.isbn10,
  asin: print.asin,
  asins: [...(print.asin === null ? [] : [print.asin]), ...(print.moreAsins ?? [])],
  title: work.title,
  language: 'eng',
  overview: '',
  format,
  isEbook: format === 'ebook',
  disambiguation: '',
  publisher: 'Demo House',
  pageCount: work.pageCount,
  images: [],
  links: [],
  ratings: { votes: 400, value: 4.2, popularity: 1680 },
  monitored: false,
  manualAdd: false,
  readingFormatId: format === 'ebook' ? 4 : 2,
  bookFileCount: 0,
  monitoredByAnotherAudiobookBook: false,
  hasChapters: false,
});

/** A title as a lookup finds it at the metadata service: the first edition is the one it would take. */
export function lookupResource(work: ChaptarrWork, format: ChaptarrFormat): Fields {
  const editions = work.editions[format].map((print, at) => ({
    ...editionResource(print, format, work),
    monitored: at === 0,
  }));
  const watched = { monitored: false, audiobookMonitored: format === 'audiobook', ebookMonitored: format === 'ebook' };
  return { ...workResource(work, format, 0), authorId: 0, ...watched, hasFiles: false, editions };
}

/** A record of the library in a lookup's list of those that are there. */
export const localResource = (book: ChaptarrStoredBook): Fields => ({
  id: book.id,
  title: book.work.title,
  titleSlug: slugOf(book.work.title),
  mediaType: book.format,
  monitored: book.monitored,
  hasFiles: book.files.length > 0,
});

/** A record among those that an ambiguous id means. */
export const candidateResource = (book: ChaptarrStoredBook): Fields => ({
  ...localResource(book),
  entityType: 'book',
  authorName: book.author.writer.name,
});

export const pathOf = ({ work, format, author }: ChaptarrStoredBook): string => {
  const [root, ending] = format === 'ebook' ? ['/books', 'epub'] : ['/audiobooks', 'm4b'];
  return `${root}/${author.writer.name}/${work.title}/${work.title}.${ending}`;
};

export const fileResource = (book: ChaptarrStoredBook, file: ChaptarrStoredFile): Fields => ({
  id: file.id,
  authorId: book.author.id,
  bookId: book.id,
  path: pathOf(book),
  size: file.size,
  dateAdded: file.dateAdded,
  quality: qualityModel(qualityOf(book.format)),
  qualityWeight: 401,
  indexerFlags: 0,
  mediaType: book.format,
  qualityCutoffNotMet: false,
});

export function queueResource(
  row: ChaptarrStoredQueueRow,
  { includeAuthor, includeBook }: FakeRequest['query'],
): Fields {
  // Chaptarr has no languages of a download.
  const { languages: _none, ...fields } = queueRowFields(row, qualityOf(row.book?.format ?? null), '/downloads/books');
  return {
    ...fields,
    authorId: row.book?.author.id,
    bookId: row.book?.id,
    canCancelConversion: false,
    canRetryImport: false,
    downloadForced: false,
    author:
      includeAuthor === 'true' && row.book ? authorResource(row.book.author.writer, row.book.author, [row.book]) : null,
    book: includeBook === 'true' && row.book ? bookResource(row.book) : null,
    ...row.more,
  };
}

export function importResource(pending: ChaptarrStoredImport): Fields {
  const { id, writer, createdAt, status, lastError, wanted, settings } = pending;
  const of = (format: ChaptarrFormat): Fields => {
    const own = wanted.filter((one) => one.format === format);
    const setting = (name: string): unknown => (own.length > 0 ? settings[`${format}${name}`] : null);
    return {
      [`${format}Status`]: own.length > 0 ? status : 'NotRequested',
      [`${format}MonitorExisting`]: setting('MonitorExisting'),
      [`${format}MonitorFuture`]: setting('MonitorFuture'),
      [`${format}QualityProfileId`]: setting('QualityProfileId'),
      [`${format}MetadataProfileId`]: setting('MetadataProfileId'),
      [`${format}RootFolderPath`]: setting('RootFolderPath'),
      [`${format}BooksToMonitor`]: own.filter((one) => one.monitored).map(({ work }) => work.foreignBookId),
    };
  };
  return {
    id,
    providerId: writer.foreignAuthorId,
    providerPrefix: writer.foreignAuthorId.split(':')[0],
    authorName: writer.name,
    overallStatus: status,
    ...of('ebook'),
    ...of('audiobook'),
    tags: [],
    searchForMissingBooks: false,
    createdAt,
    nextAttemptAt: createdAt,
    attemptCount: 0,
    maxAttempts: 0,
    lastError,
  };
}

const sizeOf = (files: readonly ChaptarrStoredFile[]): number => files.reduce((sum, { size }) => sum + size, 0);
