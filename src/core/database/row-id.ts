/** The largest id that a row can have: ids are integers of 32 bits, on SQLite too. */
export const LARGEST_ROW_ID = 2_147_483_647;

/** An id that no row has; they begin with 1. */
const NO_ROW = 0;

/**
 * The id to look for when somebody asks for `id`, a positive integer of any size. PostgreSQL would refuse to compare a
 * larger one at all, where SQLite finds nothing.
 */
export function idToLookFor(id: number): number {
  return id > LARGEST_ROW_ID ? NO_ROW : id;
}
