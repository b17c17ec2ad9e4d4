import type { BoundBook, FormatRecords } from './book-projection.js';

/** Do two readings of a title say the same of its status? */
export const sameBookState = (one: BoundBook, other: BoundBook): boolean =>
  one.isUnreadable === other.isUnreadable &&
  sameRecords(one.ebook, other.ebook) &&
  sameRecords(one.audiobook, other.audiobook) &&
  sameRecords(one.unresolved, other.unresolved);

/** Are two readings of a title equal in everything that is cached? */
export const sameBook = (one: BoundBook, other: BoundBook): boolean =>
  sameBookState(one, other) &&
  one.foreignBookId === other.foreignBookId &&
  one.title === other.title &&
  one.authorId === other.authorId &&
  one.seriesTitle === other.seriesTitle &&
  one.cover === other.cover &&
  sameList(one.identityKeys, other.identityKeys) &&
  sameFigures(one.ebook, other.ebook) &&
  sameFigures(one.audiobook, other.audiobook) &&
  sameFigures(one.unresolved, other.unresolved);

const sameRecords = (one: FormatRecords | null, other: FormatRecords | null): boolean =>
  one?.hasFile === other?.hasFile &&
  one?.monitored === other?.monitored &&
  sameList(one?.recordIds ?? NONE, other?.recordIds ?? NONE);

const sameFigures = (one: FormatRecords | null, other: FormatRecords | null): boolean =>
  one?.fileCount === other?.fileCount && one?.sizeOnDisk === other?.sizeOnDisk && one?.releasedAt === other?.releasedAt;

const NONE: readonly number[] = [];

const sameList = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);
