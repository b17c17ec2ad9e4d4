import { z } from 'zod';
import { readableRows, told } from '../http/told.js';

/** Any but trakt and slug may be null. Source: Trakt facts, ids. */
const traktTitle = z.object({ ids: z.object({ tmdb: told(z.number().int()) }) });

/** Rows of any list: objects, of which nothing more is read. */
export const traktRows = z.array(z.object({}));

/** Rows that name the film or the series that they are about; null where they name none that could be read. */
export const traktTitleRows = readableRows(z.object({ movie: told(traktTitle), show: told(traktTitle) }));

export type TraktRows = z.infer<typeof traktRows>;
export type TraktTitleRows = z.infer<typeof traktTitleRows>;
