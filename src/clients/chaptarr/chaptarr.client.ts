import { z, type ZodType } from 'zod';
import { lenient, lenientText } from '../http/lenient-members.js';
import {
  ASKS_METADATA,
  giveCommand,
  readFile,
  type ServarrAddress,
  ServarrClient,
  type ServarrCommand,
  type ServarrFile,
  WHOLE_LIBRARY,
} from '../servarr/servarr.client.js';
import { fieldsOf, momentOf, objectsOf, recordIdOf, textsOf } from '../servarr/plain-values.js';
import { servarrQueueRow, type ServarrQueueRow } from '../servarr/queue-page.js';
import { nameOf, type QueueDetails, type QueuedTitle, UNJUDGED, wordOf } from '../servarr/queued-download.js';
import type { RowsRead } from '../servarr/rows-read.js';
import { readRecord } from '../servarr/servarr-transport.js';
import {
  type BookAddition,
  type ChaptarrLookups,
  JUDGED_OF_ADDITION,
  readAddition,
  readLookups,
} from './chaptarr-addition.js';
import {
  authorRecordSchema,
  type ChaptarrAuthor,
  type ChaptarrAuthorRecord,
  type PendingAuthorImport,
  readAuthor,
  readImport,
} from './chaptarr-author.js';
import {
  bookSchema,
  type ChaptarrBook,
  type ChaptarrBookFile,
  type ChaptarrEdition,
  readBook,
  readBookFile,
  readEdition,
} from './chaptarr-book.js';
import {
  type ChaptarrFolder,
  type ChaptarrFormat,
  type ChaptarrProfile,
  type ChaptarrRecord,
  formatOf,
  pictureOf,
  readFolder,
  readProfile,
} from './chaptarr-values.js';

interface ChaptarrQueueRow extends ServarrQueueRow {
  /** Null for a download that Chaptarr can't match with a record. */
  readonly bookId: number | null;
  readonly authorId: number | null;
  /** ok, warning, error; null for a release that is only delayed. */
  readonly trackedDownloadStatus: string | null;
  /** downloading, importPending, importing, importBlocked, …; null for a release that is only delayed. */
  readonly trackedDownloadState: string | null;
  /** What Chaptarr complains about, in its own words and not fit to be shown. */
  readonly complaints: readonly string[];
  /** True for a row that makes no sense: which record comes is unknown, and `bookId` says nothing. */
  readonly unreadable: boolean;
}

const ids = z.object({ bookId: z.int().nullish(), authorId: lenient(z.int()) });

/** A row that makes no sense doesn't make the queue unreadable: it is listed as a row without known content. */
export const queueRowSchema: ZodType<ChaptarrQueueRow> = z.unknown().transform((written) => {
  const known = ids.safeParse(written).data;
  const row = (known && fieldsOf(written)) ?? {};
  return {
    bookId: known?.bookId || null,
    authorId: known?.authorId ?? null,
    trackedDownloadStatus: lenientText(row.trackedDownloadStatus),
    trackedDownloadState: lenientText(row.trackedDownloadState),
    complaints: complaintsOf(row.statusMessages, lenientText(row.errorMessage)),
    unreadable: !known,
    ...servarrQueueRow(row),
  };
});

const MOST_MESSAGES = 100;

function complaintsOf(messages: unknown, errorMessage: string | null): readonly string[] {
  const all = objectsOf(messages, MOST_MESSAGES).flatMap(({ title, messages: words }) => {
    const texts = textsOf(words).flatMap(nonEmpty);
    return texts.length > 0 ? texts : nonEmpty(lenientText(title));
  });
  return [...all, ...nonEmpty(errorMessage)];
}

const nonEmpty = (text: string | null): readonly string[] => (text === null || text === '' ? [] : [text]);

/** How rows say which record they are for: one title in one format. */
const queueDetails: QueueDetails = {
  query: { includeAuthor: true, includeBook: true, includeUnknownAuthorItems: true },
  title: ({ book: written, author }): QueuedTitle | null => {
    const book = fieldsOf(written);
    const recordId = recordIdOf(book?.id);
    if (!book || recordId === null) return null;
    const releasedAt = momentOf(book.releaseDate);
    return {
      recordId,
      name: nameOf(book.title),
      year: releasedAt === null ? null : new Date(releasedAt).getUTCFullYear(),
      creator: nameOf((fieldsOf(author) ?? fieldsOf(book.author))?.authorName) || null,
      format: formatOf(book.mediaType),
      catalogId: wordOf(book.foreignBookId),
      picture: pictureOf(book.images, 'cover'),
      judged: UNJUDGED,
    };
  },
};

/** API v1, which descends from Readarr's. Throws UpstreamError; null is an affirmed absence; an unreadable row is `unreadable`. */
export class ChaptarrClient extends ServarrClient<ChaptarrQueueRow> {
  constructor(address: ServarrAddress) {
    const historyNames = { filter: 'bookId', member: 'bookId' } as const;
    super({ ...address, system: 'chaptarr', api: 'v1' }, queueRowSchema, historyNames, queueDetails);
  }

  books(signal?: AbortSignal): Promise<RowsRead<ChaptarrBook>> {
    const call = { operation: 'book.list', method: 'GET', path: ['book'], signal, ...WHOLE_LIBRARY } as const;
    return this.transport.rows(call, readBook);
  }

  bookById(id: number, signal?: AbortSignal): Promise<ChaptarrBook | null> {
    return readRecord(this.transport, readOne('book', id, signal), bookSchema);
  }

  authors(signal?: AbortSignal): Promise<RowsRead<ChaptarrAuthor>> {
    const call = { operation: 'author.list', method: 'GET', path: ['author'], signal, ...WHOLE_LIBRARY } as const;
    return this.transport.rows(call, readAuthor);
  }

  authorById(id: number, signal?: AbortSignal): Promise<ChaptarrAuthorRecord | null> {
    return readRecord(this.transport, readOne('author', id, signal), authorRecordSchema);
  }

  /** Records of its library first where the term is an id (`hc:330101`). `refused` for an empty term or a number without prefix. */
  lookupBooks(term: string, format: ChaptarrFormat, signal?: AbortSignal): Promise<ChaptarrLookups> {
    const query = { term, mediaType: format };
    const call = { operation: 'book.lookup', method: 'GET', path: ['book', 'lookup'], query, signal } as const;
    return readLookups(this.transport, { ...call, ...ASKS_METADATA });
  }

  /** The editions of records of the library, asked for a hundred records at a time: their ids are part of the address. */
  async editionsOfBooks(bookIds: readonly number[], signal?: AbortSignal): Promise<RowsRead<ChaptarrEdition>> {
    const read: RowsRead<ChaptarrEdition>[] = [];
    for (let at = 0; at < bookIds.length; at += EDITIONS_OF) {
      const query = { bookId: bookIds.slice(at, at + EDITIONS_OF) };
      const call = { operation: 'edition.list', method: 'GET', path: ['edition'], query, signal } as const;
      read.push(await this.transport.rows(call, readEdition));
    }
    return { rows: read.flatMap(({ rows }) => rows), unreadable: read.flatMap(({ unreadable }) => unreadable) };
  }

  formatProfiles(signal?: AbortSignal): Promise<RowsRead<ChaptarrProfile>> {
    const path = ['qualityprofile'];
    return this.transport.rows({ operation: 'qualityprofile.list', method: 'GET', path, signal }, readProfile);
  }

  metadataProfiles(signal?: AbortSignal): Promise<RowsRead<ChaptarrProfile>> {
    const path = ['metadataprofile'];
    return this.transport.rows({ operation: 'metadataprofile.list', method: 'GET', path, signal }, readProfile);
  }

  formatFolders(signal?: AbortSignal): Promise<RowsRead<ChaptarrFolder>> {
    return this.transport.rows(
      { operation: 'rootfolder.list', method: 'GET', path: ['rootfolder'], signal },
      readFolder,
    );
  }

  bookFile(id: number, signal?: AbortSignal): Promise<ServarrFile | null> {
    return readFile(this.transport, { resource: 'bookfile', title: 'bookId' }, id, signal);
  }

  bookFilesOfAuthor(authorId: number, signal?: AbortSignal): Promise<RowsRead<ChaptarrBookFile>> {
    const query = { authorId };
    const call = { operation: 'bookfile.list', method: 'GET', path: ['bookfile'], query, signal } as const;
    return this.transport.rows(call, readBookFile);
  }

  /** Adds a title in one format, and its author where the library lacks them. `record` is a lookup's, completed. */
  async addBook(record: ChaptarrRecord, format: ChaptarrFormat, signal?: AbortSignal): Promise<BookAddition> {
    const query = { mediaType: format };
    const call = { operation: 'book.add', method: 'POST', path: ['book'], query, json: record, signal } as const;
    const answer = await this.transport.send({ ...call, ...ASKS_METADATA, accept: JUDGED_OF_ADDITION });
    return readAddition(this.transport, call, answer);
  }

  /** Turns the watch over records on or off. Nothing else of them is touched, nor their authors. */
  async setBooksMonitored(bookIds: readonly number[], monitored: boolean, signal?: AbortSignal): Promise<void> {
    const json = { bookIds, monitored };
    await this.transport.send({ operation: 'book.monitor', method: 'PUT', path: ['book', 'monitor'], json, signal });
  }

  async updateAuthor(record: ChaptarrRecord, signal?: AbortSignal): Promise<void> {
    const path = ['author', idOf(record)];
    await this.transport.send({ operation: 'author.change', method: 'PUT', path, json: record, signal });
  }

  searchBooks(bookIds: readonly number[], signal?: AbortSignal): Promise<ServarrCommand> {
    return giveCommand(this.transport, { name: 'BookSearch', bookIds }, signal);
  }

  /** Authors whose import waits, or ended without them. One that is done may be listed or not. */
  pendingAuthorImports(signal?: AbortSignal): Promise<RowsRead<PendingAuthorImport>> {
    const path = ['pendingauthorimport'];
    return this.transport.rows({ operation: 'authorimport.list', method: 'GET', path, signal }, readImport);
  }
}

/** Of so many records the editions are asked for at once: servers refuse addresses of a few thousand characters. */
const EDITIONS_OF = 100;

const readOne = (kind: 'book' | 'author', id: number, signal?: AbortSignal) =>
  ({ operation: `${kind}.read`, method: 'GET', path: [kind, id], signal }) as const;

/** Only a record that Chaptarr gave has an id of its own. */
function idOf({ id }: ChaptarrRecord): number {
  if (typeof id !== 'number' || !Number.isInteger(id) || id <= 0) throw new TypeError('the record has no id');
  return id;
}
