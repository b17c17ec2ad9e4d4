import { z, type ZodType } from 'zod';
import { lenient } from '../http/lenient-members.js';
import { isKeptId, momentOf, recordIdOf, servarrTime, textOf } from '../servarr/plain-values.js';
import { readRows, rowBy, type RowNames, UnreadableRow, unreadableRowOf } from '../servarr/rows-read.js';
import {
  type ChaptarrFormat,
  type ChaptarrPicture,
  type ChaptarrRecord,
  formatOf,
  pictureOf,
} from './chaptarr-values.js';

/** An edition of a title, as far as it says which title is meant. A text is null where Chaptarr has none. */
export interface ChaptarrEdition {
  /** Chaptarr's own id of the record that it belongs to; null where it isn't in the library. */
  readonly bookId: number | null;
  /** `hc:edition:220101` */
  readonly foreignEditionId: string | null;
  /** As Chaptarr writes them, unchecked. */
  readonly isbn13: string | null;
  readonly isbn10: string | null;
  readonly asin: string | null;
  /** Further ASINs, unchecked: of other shops, and of the shop of audiobooks. At most 50. */
  readonly moreAsins: readonly string[];
  /** Null where the edition doesn't say: paper is neither of them. */
  readonly format: ChaptarrFormat | null;
  readonly monitored: boolean;
}

/** Reads an edition. Nothing of it is needed: what it lacks names no title. */
export function readEdition(row: unknown): ChaptarrEdition | UnreadableRow {
  if (typeof row !== 'object' || row === null) return new UnreadableRow(null);
  const edition = row as ChaptarrRecord;
  return {
    bookId: Number.isInteger(edition.bookId) && Number(edition.bookId) > 0 ? Number(edition.bookId) : null,
    foreignEditionId: textOf(edition.foreignEditionId),
    isbn13: textOf(edition.isbn13),
    isbn10: textOf(edition.isbn10),
    asin: textOf(edition.asin),
    moreAsins: moreAsinsOf(edition),
    format: editionFormat(edition),
    monitored: edition.monitored === true,
  };
}

/** The editions that come with a record. One that can't be read names no title, and is left out. */
export const editionsOf = (rows: readonly unknown[]): readonly ChaptarrEdition[] =>
  readRows(rows.map(readEdition)).rows;

/** Far more than any title has. A record with more can't be read. */
export const MOST_EDITIONS = 5_000;

const MOST_ASINS = 50;
const NO_ASINS: readonly string[] = [];

function moreAsinsOf({ asins, audibleASIN }: ChaptarrRecord): readonly string[] {
  const listed: readonly unknown[] = Array.isArray(asins) ? asins.slice(0, MOST_ASINS - 1) : NO_ASINS;
  const texts = [audibleASIN, ...listed].map(textOf).filter((text) => text !== null);
  return texts.length > 0 ? texts : NO_ASINS;
}

/** How the catalog numbers what is listened to. */
const LISTENED = 2;

function editionFormat({ format, isEbook, readingFormatId }: ChaptarrRecord): ChaptarrFormat | null {
  if (formatOf(format) !== null) return formatOf(format);
  if (readingFormatId === LISTENED) return 'audiobook';
  return isEbook === true ? 'ebook' : null;
}

/** A record of a Chaptarr library: one title in one format. Both records of a title share their foreign ids. */
export interface ChaptarrBook {
  /** Chaptarr's own id of the record: a handle, which says nothing about the title. */
  readonly id: number;
  /** Null where the record names none, or none that we know: whether it is an ebook or an audiobook is unknown then. */
  readonly format: ChaptarrFormat | null;
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

/** By hand: a schema takes ten times as long. A record needs its id, watch and files; its foreign id may be missing, not unreadable. */
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

/** A file is said by `hasFiles` or by the count. Null where neither says anything, or one can't be understood. */
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

/** A file of a title. Where it lies is nobody's business. */
export interface ChaptarrBookFile {
  readonly id: number;
  readonly bookId: number;
  readonly format: ChaptarrFormat | null;
  /** When it came, in epoch milliseconds; null where it is missing. */
  readonly dateAdded: number | null;
  readonly size: number | null;
}

const fileSchema = z
  .object({
    id: z.int(),
    bookId: z.int().positive(),
    mediaType: z.unknown().optional(),
    dateAdded: servarrTime,
    size: lenient(z.int()),
  })
  .transform(({ mediaType, ...file }): ChaptarrBookFile => ({ ...file, format: formatOf(mediaType) }));

export const readBookFile = rowBy<ChaptarrBookFile>(fileSchema, { parentId: 'authorId' });

const COPIES: ReadonlySet<string> = new Set(['assets.hardcover.app']);

/** The covers of titles: where Chaptarr serves them, and the hosts of their copies. */
export const CHAPTARR_COVERS = { path: /^\/MediaCover\/Books\/[1-9]\d{0,17}\/\w[\w.-]*$/, hosts: COPIES };

export const CHAPTARR_PORTRAITS = { path: /^\/MediaCover\/[1-9]\d{0,17}\/\w[\w.-]*$/, hosts: COPIES };
