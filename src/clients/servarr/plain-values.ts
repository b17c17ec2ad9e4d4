import { z, type ZodType } from 'zod';
import { isMarred } from '../http/legible-text.js';

/** A JSON object as it came. */
export type Fields = Readonly<Record<string, unknown>>;

/** The members of an object; null for anything else. */
export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** A whole number from 0 on; null for anything else. */
export const countOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;

/** The largest number of a column of 32 bits: managers number their records in such columns. */
const LARGEST_ID = 2_147_483_647;

/** An id of a manager's own; null for 0, which stands for none, and for anything else. */
export const recordIdOf = (value: unknown): number | null => {
  const id = countOf(value) || null;
  return id !== null && id <= LARGEST_ID ? id : null;
};

/** The longest id of a metadata service that is kept, in characters. */
const LONGEST_FOREIGN_ID = 100;

/** Can this id of a metadata service be kept? */
export const isKeptId = (id: string): boolean => id.length <= LONGEST_FOREIGN_ID && !isMarred(id);

/** A text with something in it; null for anything else. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The texts of a list, in its order, among its first hundred members: more is said nowhere. None where it is no list. */
export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.slice(0, MOST_TEXTS).filter((one): one is string => typeof one === 'string') : NO_TEXTS;

const MOST_TEXTS = 100;

/** One for all rows that have none: a library of thousands keeps thousands of them. */
const NO_TEXTS: readonly string[] = [];

/** The objects of a list, in its order, among its first members; none where it is no list. */
export const objectsOf = (value: unknown, most = Infinity): readonly Fields[] =>
  Array.isArray(value) ? value.slice(0, most).filter((one): one is Fields => fieldsOf(one) !== null) : [];

/** A moment of the managers as epoch milliseconds; null for none, which they may write as the year 1, and for what is no moment. */
export function momentOf(value: unknown): number | null {
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return moment >= YEAR_2 ? moment : null;
}

const YEAR_2 = Date.parse('0002-01-01T00:00:00Z');

/** A schema out of a reader by hand: what it gives null for doesn't fit. A library has tens of thousands of rows. */
export const readBy = <T extends object>(read: (value: unknown) => T | null): ZodType<T> =>
  z.unknown().transform((value, context) => {
    const found = read(value);
    if (found) return found;
    context.addIssue('it lacks what it is nothing without');
    return z.NEVER;
  });

/** A moment of the managers as epoch milliseconds; null where it is missing or of the year 1. What is no moment is refused. */
export const servarrTime = z
  .string()
  .nullish()
  .transform((text, context) => {
    if (text === null || text === undefined) return null;
    const moment = Date.parse(text);
    if (Number.isNaN(moment)) context.addIssue('not a moment');
    return moment < YEAR_2 ? null : moment;
  });

/** The id of a result of a lookup: the manager's own when its library has the thing already, null for 0 or none. */
export const libraryId = z
  .int()
  .nullish()
  .transform((id) => (id && id > 0 ? id : null));

/** What a manager says of how a download gets on. */
export interface TrackedDownload {
  /** `ok`, `warning`, `error`; tolerant of words to come. Empty where it is missing, as for a release that is delayed. */
  readonly trackedStatus: string;
  /** `downloading`, `importBlocked`, `importPending`, `importing`, …; tolerant of words to come. Empty where it is missing. */
  readonly trackedState: string;
  /** Is there a message for the manager's administrator, or an error of the download client? */
  readonly hasMessages: boolean;
}

/** Reads what a queue row says of it. The words of the messages are not kept: they name releases and folders. */
export const trackedDownload = (row: Fields): TrackedDownload => ({
  trackedStatus: textOf(row.trackedDownloadStatus) ?? '',
  trackedState: textOf(row.trackedDownloadState) ?? '',
  hasMessages:
    (Array.isArray(row.statusMessages) && row.statusMessages.length > 0) || textOf(row.errorMessage) !== null,
});
