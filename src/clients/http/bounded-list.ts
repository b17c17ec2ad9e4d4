import { z, type ZodType } from 'zod';

/**
 * A list of at most so many rows. A longer one is refused before any row is judged, and the first row that doesn't fit ends it:
 * a schema by itself judges them all and keeps what is wrong with each, millions of times where the answer is hostile. Source:
 * security 31
 */
export const boundedList = <T>(row: ZodType<T>, most: number): ZodType<readonly T[]> =>
  z.unknown().transform((list, context): readonly T[] => {
    const rows: T[] = [];
    // Not by a schema: it would go through millions of rows first.
    if (!Array.isArray(list) || list.length > most) {
      context.addIssue({ code: 'custom', message: 'not a list, or too many rows' });
      return z.NEVER;
    }
    for (const [at, value] of (list as readonly unknown[]).entries()) {
      const judged = row.safeParse(value);
      if (!judged.success) {
        const path = [at, ...(judged.error.issues[0]?.path ?? [])];
        context.addIssue({ code: 'custom', path, message: 'unexpected data' });
        return z.NEVER;
      }
      rows.push(judged.data);
    }
    return rows;
  });
