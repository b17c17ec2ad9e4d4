import { z, type ZodType } from 'zod';
import { isKeptId, recordIdOf } from '../servarr/plain-values.js';
import { type UnreadableRow, unreadableRowOf, type RowNames } from '../servarr/rows-read.js';
import { editionsOf, MOST_EDITIONS, type ChaptarrEdition } from './chaptarr-edition.js';
import {
  type ChaptarrFormat,
  type ChaptarrPicture,
  type ChaptarrRecord,
  formatOf,
  pictureOf,
  textOf,
} from './chaptarr-values.js';

/**
 * A record of a Chaptarr library: one title in one format. Both records of a title share their foreign ids. A text is null
 * where Chaptarr has none. Source: Chaptarr facts, Media split and Provider ids.
 */
export interface ChaptarrBook {
  /** Chaptarr's own id of the record: a handle, which says nothing about the title. */
  readonly id: number;
  /** Null where the record names none, or none that we know: whether it is an ebook or an audiobook is unknown then. */
  readonly format: ChaptarrFormat | null;
  /** Empty where Chaptarr reports none. */
  readonly title: string;
  /** Chaptarr's own id of the author; null where it is missing. */
  readonly authorId: number | null;
  /** The id under which the title is filed: `hc:330101`. It changes when the metadata service merges titles. */
  readonly foreignBookId: string | null;
  /** `hc:edition:220101` */
  readonly foreignEditionId: string | null;
  /** Of the work, `hc:…`. */
  readonly hardcoverBookId: string | null;
  /** Of an edition, `gr:…`. */
  readonly goodreadsBookId: string | null;
  /** Of the work, `gr:…`. */
  readonly goodreadsWorkId: string | null;
  /** Of the work, `ol:…`. */
  readonly openLibraryWorkId: string | null;
  /** The ASIN of an audiobook in the shop of audiobooks, unchecked; null on records of ebooks. */
  readonly audibleAsin: string | null;
  readonly monitored: boolean;
  /** Has it a file? */
  readonly hasFile: boolean;
  /** Files of the record; null where they aren't counted. */
  readonly fileCount: number | null;
  /** Bytes of all files; null where they aren't counted. */
  readonly sizeOnDisk: number | null;
  /** Epoch milliseconds; null where Chaptarr has no date. */
  readonly releaseDate: number | null;
  /** `Tidal Atlas #1`, or several of them after semicolons; null outside of a series. */
  readonly seriesTitle: string | null;
  readonly cover: ChaptarrPicture | null;
  /** Editions that come with the record: lists have none, a record by itself may. */
  readonly editions: readonly ChaptarrEdition[];
}

const NAMES: RowNames = { parentId: 'authorId', foreignId: 'foreignBookId' };
const NO_EDITIONS: readonly ChaptarrEdition[] = [];

/**
 * Reads a record. It is written by hand, since a library has ten thousand of them: a schema takes ten times as long.
 *
 * What decides something is needed: its own id, whether it is monitored, whether it has a file. A foreign id of another
 * type than text, or longer than any, is none that is missing. Everything else may be absent.
 */
export function readBook(row: unknown): ChaptarrBook | UnreadableRow {
  if (typeof row !== 'object' || row === null) return unreadableRowOf(row, NAMES);
  const record = row as ChaptarrRecord;
  const { monitored, foreignBookId } = record;
  const id = recordIdOf(record.id);
  const files = filesOf(record);
  const isIdentified =
    foreignBookId === undefined ||
    foreignBookId === null ||
    (typeof foreignBookId === 'string' && isKeptId(foreignBookId));
  const editions: readonly unknown[] = Array.isArray(record.editions) ? record.editions : [];
  const isSound = typeof monitored === 'boolean' && isIdentified && editions.length <= MOST_EDITIONS;
  if (id === null || !isSound || files === null) return unreadableRowOf(row, NAMES);
  return {
    id,
    format: formatOf(record.mediaType),
    title: textOf(record.title) ?? '',
    authorId: recordIdOf(record.authorId),
    foreignBookId: textOf(foreignBookId),
    foreignEditionId: textOf(record.foreignEditionId),
    hardcoverBookId: textOf(record.hardcoverBookId),
    goodreadsBookId: textOf(record.goodreadsBookId),
    goodreadsWorkId: textOf(record.goodreadsWorkId),
    openLibraryWorkId: textOf(record.openLibraryWorkId),
    audibleAsin: textOf(record.audibleASIN),
    monitored,
    hasFile: files.hasFile,
    fileCount: files.fileCount,
    sizeOnDisk: files.sizeOnDisk,
    releaseDate: momentOf(record.releaseDate),
    seriesTitle: textOf(record.seriesTitle),
    cover: pictureOf(record.images, 'cover'),
    editions: editions.length > 0 ? editionsOf(editions) : NO_EDITIONS,
  };
}

/** The same, for a record by itself. */
export const bookSchema: ZodType<ChaptarrBook> = z.unknown().transform((row, context) => {
  const book = readBook(row);
  if ('format' in book) return book;
  context.addIssue('not a book');
  return z.NEVER;
});

interface Files {
  readonly hasFile: boolean;
  readonly fileCount: number | null;
  readonly sizeOnDisk: number | null;
}

/**
 * A file is said by `hasFiles` or by the count; either may be left out. Null where neither says anything, or one of them
 * says what can't be understood.
 */
function filesOf({ hasFiles, statistics }: ChaptarrRecord): Files | null {
  const counted = typeof statistics === 'object' && statistics !== null ? (statistics as ChaptarrRecord) : null;
  const count = counted?.bookFileCount ?? null;
  if (hasFiles !== undefined && hasFiles !== null && typeof hasFiles !== 'boolean') return null;
  if (count !== null && !isCount(count)) return null;
  if (typeof hasFiles !== 'boolean' && count === null) return null;
  const size = counted?.sizeOnDisk;
  return {
    hasFile: hasFiles === true || (count !== null && count > 0),
    fileCount: count,
    sizeOnDisk: isCount(size) ? size : null,
  };
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

const YEAR_2 = Date.parse('0002-01-01T00:00:00Z');

/** A moment that is only shown: one that can't be read counts as missing. */
function momentOf(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const moment = Date.parse(value);
  return Number.isNaN(moment) || moment < YEAR_2 ? null : moment;
}
