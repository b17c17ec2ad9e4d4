import { z, type ZodType } from 'zod';
import { lenient, lenientText } from '../http/lenient-members.js';
import { fieldsOf, momentOf, objectsOf, recordIdOf, textsOf } from '../servarr/plain-values.js';
import { nameOf, type QueueDetails, type QueuedTitle, UNJUDGED, wordOf } from '../servarr/queued-download.js';
import { formatOf, pictureOf } from './chaptarr-values.js';
import { queueRow, servarrQueueRow, type ServarrQueueRow } from '../servarr/queue-page.js';

/** A row of Chaptarr's download queue: one record of the library, of one download. */
export interface ChaptarrQueueRow extends ServarrQueueRow {
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

const rowSchema = queueRow(ids, ({ bookId, authorId }, row): ChaptarrQueueRow => ({
  bookId: bookId || null,
  authorId,
  trackedDownloadStatus: lenientText(row.trackedDownloadStatus),
  trackedDownloadState: lenientText(row.trackedDownloadState),
  complaints: complaintsOf(row.statusMessages, lenientText(row.errorMessage)),
  unreadable: false,
  ...servarrQueueRow(row),
}));

/** Messages of one row that are kept. */
const MOST_MESSAGES = 100;

function complaintsOf(messages: unknown, errorMessage: string | null): readonly string[] {
  const all = objectsOf(messages, MOST_MESSAGES).flatMap(({ title, messages: words }) => {
    const texts = textsOf(words).flatMap(worded);
    return texts.length > 0 ? texts : worded(lenientText(title));
  });
  return [...all, ...worded(errorMessage)];
}

const worded = (text: string | null): readonly string[] => (text === null || text === '' ? [] : [text]);

const UNREADABLE_ROW: ChaptarrQueueRow = {
  downloadId: null,
  status: '',
  size: 0,
  sizeLeft: 0,
  addedAt: null,
  finishesAt: null,
  bookId: null,
  authorId: null,
  trackedDownloadStatus: null,
  trackedDownloadState: null,
  complaints: [],
  unreadable: true,
};

/** A row that makes no sense doesn't make the queue unreadable: it is listed as a row without known content. */
export const queueRowSchema: ZodType<ChaptarrQueueRow> = z.union([
  rowSchema,
  z.unknown().transform(() => UNREADABLE_ROW),
]);

/** How rows say which record they are for: one title in one format. */
export const queueDetails: QueueDetails = {
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
