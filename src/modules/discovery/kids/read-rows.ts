import { z } from 'zod';
import type { TitleKind } from '../../metadata/metadata.public.js';

const title = z.looseObject({ id: z.number().int() });

const row = z.looseObject({
  id: z.number().int(),
  media_type: z.string().optional(),
  adult: z.boolean().nullish(),
  genre_ids: z.array(z.number().int()).nullish(),
});

const page = z.looseObject({ results: z.array(row) });
const person = z.looseObject({ known_for: z.array(row).nullish() });

/** A row of a provider's list, with all that it holds. */
export type Row = z.infer<typeof row>;

/** A page of rows, with all that it holds. */
export type RowPage = z.infer<typeof page>;

/** A film or series in a list, as far as it is judged by its row. */
export interface TitleRow {
  readonly kind: TitleKind;
  readonly tmdbId: number;
  readonly adult: boolean;
  readonly genreIds: readonly number[];
}

/** @throws ZodError or SyntaxError for a text that is no page of rows */
export const readPage = (text: string): RowPage => page.parse(JSON.parse(text));

/** @throws ZodError or SyntaxError for a text that is no title */
export const readTitleId = (text: string): number => title.parse(JSON.parse(text)).id;

/** What somebody is known for; empty where nothing is said. @throws ZodError for rows that are none */
export const knownForOf = (of: Row): readonly Row[] => person.parse(of).known_for ?? [];

/** Is this row about a person? */
export const isPerson = (of: Row): boolean => of.media_type === 'person';

/**
 * The title that a row is about; null when it is about neither a film nor a series.
 *
 * @param kind what every row of the list is, or `named` where each says so itself
 */
export function titleOf({ id, media_type, adult, genre_ids }: Row, kind: TitleKind | 'named'): TitleRow | null {
  const named = kind === 'named' ? media_type : kind;
  if (named !== 'movie' && named !== 'tv') return null;
  return { kind: named, tmdbId: id, adult: adult ?? false, genreIds: genre_ids ?? [] };
}
