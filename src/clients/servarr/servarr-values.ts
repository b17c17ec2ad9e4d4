import { z } from 'zod';

/**
 * A moment as the managers write it (ISO 8601, UTC), read as epoch milliseconds. Null where they have none: they leave it
 * out, or write the first day of the year 1 where the moment has no other word for "none".
 *
 * What is there and is no moment is refused.
 */
export const servarrTime = z
  .string()
  .nullish()
  .transform((text, context) => {
    if (text === null || text === undefined) return null;
    const moment = Date.parse(text);
    if (Number.isNaN(moment)) context.addIssue('not a moment');
    return moment < YEAR_2 ? null : moment;
  });

const YEAR_2 = Date.parse('0002-01-01T00:00:00Z');

/** The id of a result of a lookup: the manager's own when its library has the thing already, null for 0 or none. */
export const libraryId = z
  .int()
  .nullish()
  .transform((id) => (id && id > 0 ? id : null));
