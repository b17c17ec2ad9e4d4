import type { Creator } from '../digests/creators.js';
import { yearOf } from '../digests/titles-by-year.js';
import type { BoundBook, FormatRecords } from './book-projection.js';
import { seriesPlaces } from './series-title.js';

/** What a library has of a title in one format. */
interface HeldFormat {
  readonly monitored: boolean;
  readonly downloaded: boolean;
}

/** A title as lists of a library show it. A text is empty where it is unknown. */
export interface LibraryBook {
  readonly foreignBookId: string;
  readonly title: string;
  readonly author: string;
  readonly authorForeignId: string;
  /** Null where it is unknown. */
  readonly year: number | null;
  readonly series: string;
  /** As it is written. */
  readonly seriesPosition: string;
  /** See `identityKeys`. */
  readonly identityKeys: readonly string[];
  /** False when a record of the title names no format, or can't be read. */
  readonly statusKnown: boolean;
  /** See `shownPicture`. */
  readonly cover: string | null;
  readonly ebook: HeldFormat;
  readonly audiobook: HeldFormat;
}

/** Is something of the title on disk, in any format? */
export const isHeld = ({ ebook, audiobook, unresolved }: BoundBook): boolean =>
  ebook?.hasFile === true || audiobook?.hasFile === true || unresolved?.hasFile === true;

/**
 * A title as lists show it.
 *
 * Source: doc 4 section 2, BookTitle; doc 2 section 4, Requests rule 8.
 *
 * @param author undefined when the authors couldn't be read, or have none with the id that the title names
 */
export function libraryBook(book: BoundBook, author: Creator | undefined): LibraryBook {
  const [place] = seriesPlaces(book.seriesTitle);
  return {
    foreignBookId: book.foreignBookId,
    title: book.title,
    author: author?.name ?? '',
    authorForeignId: author?.foreignId ?? '',
    year: yearOf(releasedAt(book)),
    series: place?.name ?? '',
    seriesPosition: place?.position ?? '',
    identityKeys: book.identityKeys,
    statusKnown: book.unresolved === null && !book.isUnreadable,
    cover: book.cover,
    ebook: heldFormat(book.ebook),
    audiobook: heldFormat(book.audiobook),
  };
}

const heldFormat = (records: FormatRecords | null): HeldFormat => ({
  monitored: records?.monitored === true,
  downloaded: records?.hasFile === true,
});

/** When the first of the formats came out or will; null where no record says. */
function releasedAt({ ebook, audiobook, unresolved }: BoundBook): number | null {
  let first: number | null = null;
  for (const records of [ebook, audiobook, unresolved]) {
    const date = records?.releasedAt ?? null;
    if (date !== null && (first === null || date < first)) first = date;
  }
  return first;
}
