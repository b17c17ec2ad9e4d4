import type { ChaptarrAuthor, PendingAuthorImport } from '../../../clients/chaptarr/chaptarr-author.js';
import { type ChaptarrBook, CHAPTARR_COVERS, type ChaptarrEdition } from '../../../clients/chaptarr/chaptarr-book.js';
import type { ChaptarrLookup } from '../../../clients/chaptarr/chaptarr-addition.js';
import type { ChaptarrClient } from '../../../clients/chaptarr/chaptarr.client.js';
import type { RowsRead } from '../../../clients/servarr/rows-read.js';
import { groupBy } from '../../../core/collections/group-by.js';
import {
  bindBook,
  type Binding,
  bookProjection,
  type BoundBook,
  identityKeys,
  titlesByKey,
} from '../../library/library.public.js';
import { attention, DeliveryStop, retryLater } from '../kinds/delivery-outcome.js';
import { sayDelivery } from '../saved/delivery-sentences.js';
import type { ClaimedJob } from '../saved/dispatches.repository.js';
import type { BookFormat } from '../saved/job-rows.js';
import { bookKey, exactHit, lookupTerms } from './book-selection.js';

export interface BookWork {
  readonly job: ClaimedJob;
  readonly format: BookFormat;
  readonly manager: ChaptarrClient;
  readonly signal: AbortSignal;
}

export interface SeenBook {
  /** The title in the library; undefined when the library has none that is meant. */
  readonly book: BoundBook | undefined;
  readonly hit: ChaptarrLookup | undefined;
  readonly authorId: number | null;
  /** Imports of authors. Null when they weren't read, since nothing was ever added. */
  readonly imports: RowsRead<PendingAuthorImport> | null;
}

/**
 * Finds the title in the library: by its id, else by the record that the job was bound to, else by what a lookup says
 * of it, the ISBNs of the author's titles included. Imports are read before the library, so that an author who arrives
 * in between is seen there.
 *
 * @throws DeliveryStop when several titles could be meant, a record that could be it can't be read, or it is unknown
 * @throws UpstreamError when the manager can't be read
 */
export async function seeBook(work: BookWork): Promise<SeenBook> {
  const { job, format, manager, signal } = work;
  const isBegun = job.mutation === 'add' || job.mutation === 'import';
  const imports = isBegun ? await manager.pendingAuthorImports(signal) : null;
  const library = await manager.books(signal);
  const { titles, hasUnplaced } = bookProjection(library, CHAPTARR_COVERS);
  const holding = (recordId: number | null): BoundBook | undefined =>
    recordId === null ? undefined : [...titles.values()].find((title) => recordIdsOf(title).includes(recordId));
  const known = requireOne(bindBook(job.key, [], titlesByKey(titles.values()))) ?? holding(job.recordId);
  if (known) return { book: readable(known, format), hit: undefined, authorId: known.authorId, imports };
  const hit = await lookUp(work, job.key);
  const author = hit && (await authorOf(work, hit));
  const editions = await editionsOf(work, library.rows, author?.id);
  const book = hit && (requireOne(bindByLookup(job.key, hit, library.rows, editions.rows)) ?? holding(hit.libraryId));
  if (book) return { book: readable(book, format), hit, authorId: book.authorId, imports };
  if (hasUnplaced || editions.unreadable.length > 0) throw new DeliveryStop(UNREADABLE);
  if (!hit) throw new DeliveryStop(UNKNOWN_TITLE);
  return { book: undefined, hit, authorId: author?.id ?? null, imports };
}

/** Until a term finds its exact id. @throws DeliveryStop when a result that can't be read could be the title, and no other is */
export async function lookUp(
  { job, format, manager, signal }: BookWork,
  key: string,
): Promise<ChaptarrLookup | undefined> {
  let isUnread = false;
  for (const term of lookupTerms({ ...job, key })) {
    const { rows, unreadable } = await manager.lookupBooks(term, format, signal);
    const hit = exactHit(rows, key, format);
    if (hit) return hit;
    isUnread ||= unreadable.some(({ foreignId }) => foreignId === null || bookKey(foreignId) === key);
  }
  if (isUnread) throw new DeliveryStop(UNREAD_TITLE);
  return undefined;
}

function bindByLookup(
  key: string,
  hit: ChaptarrLookup,
  library: readonly ChaptarrBook[],
  read: readonly ChaptarrEdition[],
): Binding<BoundBook> {
  const byBook = groupBy(read, ({ bookId }) => bookId);
  const rows = library.map((row) => ({ ...row, editions: byBook.get(row.id) ?? [] }));
  const { titles } = bookProjection({ rows, unreadable: [] }, CHAPTARR_COVERS);
  return bindBook(key, identityKeys({ ...hit, foreignEditionId: null }), titlesByKey(titles.values()));
}

async function editionsOf(
  { manager, signal }: BookWork,
  library: readonly ChaptarrBook[],
  authorId: number | undefined,
): Promise<RowsRead<ChaptarrEdition>> {
  const own = library.filter((row) => authorId !== undefined && row.authorId === authorId);
  return own.length === 0
    ? { rows: [], unreadable: [] }
    : manager.editionsOfBooks(
        own.map(({ id }) => id),
        signal,
      );
}

async function authorOf(
  { manager, signal }: BookWork,
  { author }: ChaptarrLookup,
): Promise<ChaptarrAuthor | undefined> {
  const { rows, unreadable } = await manager.authors(signal);
  const known = rows.find(
    ({ id, foreignAuthorId }) =>
      id === author?.libraryId || (foreignAuthorId !== null && foreignAuthorId === author?.foreignAuthorId),
  );
  const mayBe = unreadable.some(({ foreignId }) => foreignId === null || foreignId === author?.foreignAuthorId);
  if (!known && mayBe) throw new DeliveryStop(UNREADABLE);
  return known;
}

function requireOne(binding: Binding<BoundBook>): BoundBook | undefined {
  if (binding === 'ambiguous') throw new DeliveryStop(AMBIGUOUS);
  return binding;
}

/** What can't be read, or names no format, may be the record that is missing. */
function readable(book: BoundBook, format: BookFormat): BoundBook {
  if (book[format] === null && book.isUnreadable) throw new DeliveryStop(UNREADABLE);
  if (book[format] === null && book.unresolved !== null) throw new DeliveryStop(WITHOUT_FORMAT);
  return book;
}

const recordIdsOf = ({ ebook, audiobook, unresolved }: BoundBook): readonly number[] =>
  [ebook, audiobook, unresolved].flatMap((records) => records?.recordIds ?? []);

export const AMBIGUOUS = attention('import_identity_ambiguous', sayDelivery('delivery_book_ambiguous'));

export const UNKNOWN_TITLE = attention('metadata_unresolved', sayDelivery('delivery_book_unknown'));

export const UNREAD_TITLE = retryLater('service_unavailable', sayDelivery('delivery_book_unreadable'));

const UNREADABLE = retryLater('library_identity_unresolved', sayDelivery('delivery_book_record_unreadable'));

const WITHOUT_FORMAT = attention('library_identity_unresolved', sayDelivery('delivery_book_without_format'));
