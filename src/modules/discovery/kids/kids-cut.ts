import type { TitleKind } from '../../metadata/metadata.public.js';

/** A film or series, as far as it is judged by what a list says of it. */
export interface ListedTitle {
  readonly kind: TitleKind;
  readonly tmdbId: number;
  readonly adult: boolean;
  /** Genre ids of the metadata provider; empty where nothing is said. */
  readonly genreIds: readonly number[];
}

/** What may the kids account see for whom an answer is cut? */
export interface KidsView {
  /** @throws AppError 502 "content limits could not be applied" when the title's ratings can't be looked up */
  shows(title: ListedTitle): Promise<boolean>;

  /** Is this genre of films or of series hidden? */
  hidesGenre(kind: TitleKind, genreId: number): boolean;
}

/**
 * What is left of an answer for a kids account. It gets what the route answers, a `RawJson` parsed, as nobody has judged
 * it yet, and answers what goes out in its place; the very same value where nothing was taken away.
 *
 * It also gets what the handler answered as it is, unparsed: a feed whose rows depend on what was asked says there what
 * they are.
 *
 * Whatever it throws besides an AppError says that it couldn't read the answer, which becomes 502 "content limits could
 * not be applied".
 */
export type KidsCut = (answer: unknown, view: KidsView, answered: unknown) => Promise<unknown>;
