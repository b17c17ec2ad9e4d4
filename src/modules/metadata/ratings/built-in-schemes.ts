import type { TitleKind } from '../provider/title-kind.js';
import type { Rating, RatingSchemes } from './rating-scheme.js';

/** The ratings of films and series in the United States, from those for the youngest on. Source: doc 3 section 5.3. */
export const BUILT_IN_SCHEMES: Readonly<Record<TitleKind, RatingSchemes>> = {
  movie: unitedStates('NR', 'G', 'PG', 'PG-13', 'R', 'NC-17'),
  tv: unitedStates('NR', 'TV-Y', 'TV-Y7', 'TV-G', 'TV-PG', 'TV-14', 'TV-MA'),
};

function unitedStates(...ratings: readonly string[]): RatingSchemes {
  return new Map([['US', ratings.map((certification, order): Rating => ({ certification, meaning: '', order }))]]);
}
