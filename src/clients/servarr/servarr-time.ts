import { z } from 'zod';

/** A moment as the managers write it (ISO 8601, UTC), read as epoch milliseconds. */
export const servarrTime = z.string().transform((text, context) => {
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) context.addIssue('not a moment');
  return moment;
});
