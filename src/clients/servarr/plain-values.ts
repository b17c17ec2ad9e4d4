import type { ReadRows } from '../http/json-answer.js';

/** A JSON object as it came. */
export type Fields = Readonly<Record<string, unknown>>;

/** What is known of a row of a manager's list that can't be read: its ids, as far as they can. */
export interface UnreadRow {
  /** The manager's own id. */
  readonly id: number | null;
  /** The id by which the metadata service knows it. */
  readonly foreignId: string | null;
}

/** A list of a manager, complete but for the rows that can't be read. */
export type ServarrRows<Row> = ReadRows<Row, UnreadRow>;

/** The members of an object; null for anything else. */
export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** A whole number from 0 on; null for anything else. */
export const countOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;

/** An id of a manager's own; null for 0, which stands for none, and for anything else. */
export const recordIdOf = (value: unknown): number | null => countOf(value) || null;

/** A text with something in it; null for anything else. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The texts of a list, in its order; none where it is no list. */
export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : NO_TEXTS;

/** One for all rows that have none: a library of thousands keeps thousands of them. */
const NO_TEXTS: readonly string[] = [];

/** The objects of a list, in its order; none where it is no list. */
export const objectsOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.filter((one): one is Fields => fieldsOf(one) !== null) : [];

/**
 * A moment as the managers write it, as epoch milliseconds; null where they have none, which they leave out or write as the
 * first day of the year 1, and for what is no moment.
 */
export function momentOf(value: unknown): number | null {
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return moment >= YEAR_2 ? moment : null;
}

const YEAR_2 = Date.parse('0002-01-01T00:00:00Z');
