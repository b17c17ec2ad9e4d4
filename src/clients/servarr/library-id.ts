import { z } from 'zod';

/** The id of a result of a lookup: the manager's own when its library has the thing already, null for 0 or none. */
export const libraryId = z
  .int()
  .nullish()
  .transform((id) => (id && id > 0 ? id : null));
