import { z, type ZodType } from 'zod';

/** Null where it is absent or not of its kind: it spoils no record. Not for what decides: an unreadable air date is no unknown day. */
export const lenient = <T>(member: ZodType<T>): ZodType<T | null> =>
  member
    .nullish()
    .catch(null)
    .transform((value) => value ?? null);

/** What {@link lenient} makes of a text, without a schema: for lists of thousands of rows, each of a dozen members. */
export const lenientText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** What {@link lenient} makes of a number, without a schema. Beyond the range of numbers is none: JSON can write `1e999`. */
export const lenientNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** A list without its unreadable rows; one of these alone is refused. Not for a library, whose missing titles would count as absent. */
export const readableRows = <T>(row: ZodType<T>): ZodType<readonly T[]> =>
  z.array(z.unknown()).transform((all, context) => {
    const rows = all.map((one) => row.safeParse(one));
    const readable = rows.flatMap((one) => (one.success ? [one.data] : []));
    if (all.length > 0 && readable.length === 0) context.addIssue('no row of it can be read');
    leftOut += all.length - readable.length;
    return readable;
  });

/** A row that stays in its place as null where it can't be read: its key says what is unknown. */
export const readableOrNull = <T>(row: ZodType<T>): ZodType<T | null> =>
  z.unknown().transform((one) => {
    const judged = row.safeParse(one);
    if (judged.success) return judged.data;
    leftOut += 1;
    return null;
  });

/** How many rows the readers above have left out of all lists so far. */
let leftOut = 0;

/** What a reading comes to, and how many rows of lists it left out. It never waits, so no other reading's rows are among them. */
export function countingLeftOut<T>(read: () => T): { readonly result: T; readonly rows: number } {
  const before = leftOut;
  const result = read();
  return { result, rows: leftOut - before };
}

/** Rows that are passed on unread: nothing is asked of them but to be objects. */
export const objectRows = readableRows(z.looseObject({}));
