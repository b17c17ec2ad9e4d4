import type { TitleKind } from '../../metadata/metadata.public.js';

export interface ListedTitle {
  readonly kind: TitleKind;
  readonly tmdbId: number;
  readonly adult: boolean;
  /** Of the metadata provider; empty where nothing is said. */
  readonly genreIds: readonly number[];
}

export interface KidsView {
  /** @throws AppError 502 "content limits could not be applied" when the title's ratings can't be looked up */
  shows(title: ListedTitle): Promise<boolean>;

  hidesGenre(kind: TitleKind, genreId: number): boolean;
}

/**
 * What is left of an answer for a kids account; the very same value where nothing was taken away. It gets the answer
 * parsed and not yet judged, and as the handler gave it: a feed says there what its rows are.
 *
 * Whatever it throws besides an AppError becomes 502 "content limits could not be applied".
 */
export type KidsCut = (answer: unknown, view: KidsView, answered: unknown) => Promise<unknown>;
