import { z } from 'zod';

/**
 * A moment as the managers write it (ISO 8601, UTC), read as epoch milliseconds. Null where they leave
 * it out. What is there and is no moment is refused.
 */
export const servarrTime = z
  .string()
  .nullish()
  .transform((text, context) => {
    if (text === null || text === undefined) return null;
    const moment = Date.parse(text);
    if (Number.isNaN(moment)) context.addIssue('not a moment');
    return moment;
  });
