import type { FilmDigestEntry } from './film-digest.js';

/**
 * What one library holds of all films, for readers who remember much of it and want to know what moved.
 *
 * An entry never changes. A film that says something else has another object, also one whose manager has told that
 * something became of it; one that says the same keeps its object from reading to reading.
 */
export interface FilmSnapshot {
  /** Another number whenever an entry came, went or became another. The same number: nothing to compare. */
  readonly version: number;
  /** By TMDB id. Entries read anew later may come into it; the next shelf then has another version. */
  readonly films: ReadonlyMap<number, FilmDigestEntry>;
}
