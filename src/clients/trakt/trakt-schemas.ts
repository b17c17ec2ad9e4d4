import { z } from 'zod';
import { readableRows, lenient } from '../http/lenient-members.js';

/** Any but trakt and slug may be null. Source: Trakt facts, ids. */
const traktTitle = z.object({ ids: z.object({ tmdb: lenient(z.number().int()) }) });

/** Rows of any list: objects, of which nothing more is read. */
export const traktRows = z.array(z.object({}));

/** Rows that name the film or the series that they are about; null where they name none that could be read. */
export const traktTitleRows = readableRows(z.object({ movie: lenient(traktTitle), show: lenient(traktTitle) }));

export type TraktRows = z.infer<typeof traktRows>;
export type TraktTitleRows = z.infer<typeof traktTitleRows>;
