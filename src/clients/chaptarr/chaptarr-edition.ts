import { UnreadableRow, readRows } from '../servarr/rows-read.js';
import { formatOf, textOf, type ChaptarrFormat, type ChaptarrRecord } from './chaptarr-values.js';

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

/** Far more than any title has. A record with more can't be read. Source: security 31 */
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
