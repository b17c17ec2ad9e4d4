import { z } from 'zod';

/** Any but trakt and slug may be null. Source: Trakt facts, ids. */
const traktTitle = z.object({ ids: z.object({ tmdb: z.number().int().nullish() }) });

/** Rows of any list: objects, of which nothing more is read. */
export const traktRows = z.array(z.object({}));

/** Rows that name the film or the series that they are about. */
export const traktTitleRows = z.array(z.object({ movie: traktTitle.nullish(), show: traktTitle.nullish() }));

export type TraktRows = z.infer<typeof traktRows>;
export type TraktTitleRows = z.infer<typeof traktTitleRows>;
