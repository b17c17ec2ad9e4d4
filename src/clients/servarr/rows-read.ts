import type { ZodType } from 'zod';
import { isMarred } from '../http/legible-text.js';
import { fieldsOf } from './plain-values.js';

/** A list that was read row by row. */
export interface RowsRead<T> {
  /** The rows that could be read, in the manager's order. */
  readonly rows: readonly T[];
  /** The others. What they are about is unknown, and never absent. */
  readonly unreadable: readonly UnreadableRow[];
}

/** A row of a list that can't be read, and what little of it says which thing it is about. */
export class UnreadableRow {
  /**
   * @param id the manager's own id, where that much can be read; likewise the others
   * @param parentId its own id of the author or artist
   * @param foreignId the metadata service's id; of a number its digits
   */
  constructor(
    readonly id: number | null,
    readonly parentId: number | null = null,
    readonly foreignId: string | null = null,
  ) {}
}

/** Reads a row, or says that it can't. */
export type RowReader<T> = (row: unknown) => T | UnreadableRow;

/** Sorts what a reader made of the rows. */
export function readRows<T>(all: readonly (T | UnreadableRow)[]): RowsRead<T> {
  const unreadable = all.filter((row) => row instanceof UnreadableRow);
  if (unreadable.length === 0) return { rows: all as readonly T[], unreadable };
  return { rows: all.filter((row): row is T => !(row instanceof UnreadableRow)), unreadable };
}

/** By which members a row may say which thing it is about, where the rest of it can't be read. */
export interface RowNames {
  readonly parentId?: string;
  /** A text. */
  readonly foreignId?: string;
  /** In place of it: a number. */
  readonly catalogId?: string;
}

/** A reader that judges rows by a schema. */
export const rowBy =
  <T>(schema: ZodType<T>, names: RowNames = {}): RowReader<T> =>
  (row) => {
    const judged = schema.safeParse(row);
    return judged.success ? judged.data : unreadableRowOf(row, names);
  };

/** What is left of a row that can't be read. */
export function unreadableRowOf(row: unknown, { parentId, foreignId, catalogId }: RowNames): UnreadableRow {
  const members = fieldsOf(row);
  if (!members) return new UnreadableRow(null);
  const idIn = (name: string | undefined): number | null => {
    const value = name === undefined ? undefined : members[name];
    return Number.isInteger(value) && Number(value) > 0 ? Number(value) : null;
  };
  const text = foreignId === undefined ? idIn(catalogId)?.toString() : members[foreignId];
  return new UnreadableRow(
    idIn('id'),
    idIn(parentId),
    typeof text === 'string' && text !== '' && !isMarred(text) ? text : null,
  );
}
