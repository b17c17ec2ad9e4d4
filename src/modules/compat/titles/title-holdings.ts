import type { TitleKind } from './media-id.js';
import type { TitleState } from './title-state.js';

/** Who is told what libraries hold of the titles that count. Films by their TMDB ids, series by their TVDB ids. */
export interface TitleHoldings {
  /** What libraries hold of a title. */
  hold(kind: TitleKind, subjectId: number, state: TitleState): void;
  /** Does it count? */
  isAsked(kind: TitleKind, subjectId: number): boolean;
  /** All that count. */
  subjectIds(kind: TitleKind): Iterable<number>;
  /** Those of them of which nothing has been said yet. */
  unknownIds(kind: TitleKind): ReadonlySet<number>;
}
