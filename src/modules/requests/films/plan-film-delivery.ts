import type { LibraryMutation } from '../jobs/dispatch-row.entity.js';

/** A film's current record in the library. */
export interface FilmInLibrary {
  readonly id: number;
  readonly hasFile: boolean;
  readonly monitored: boolean;
  /** When the manager last searched for a release, in epoch milliseconds; absent when it never did. */
  readonly lastSearchedAt?: number;
}

/** What a delivery has to do next. */
export type FilmDeliveryPlan =
  /** Nothing is sent: the library already holds the film or waits for it. */
  | { readonly kind: 'done'; readonly status: 'available' | 'requested' }
  /** The film is new to the library. */
  | { readonly kind: 'add' }
  /** The library has the film and doesn't monitor it. */
  | ({ readonly kind: 'monitor_and_search' } & FilmToSearch)
  /** An earlier attempt turned monitoring on, and the film has not been searched for since. */
  | ({ readonly kind: 'search' } & FilmToSearch);

/** A film whose search is still to be sent. */
export interface FilmToSearch {
  readonly movieId: number;
  /** When it was last searched for, in epoch milliseconds; null for never. */
  readonly searchMark: number | null;
}

/** A change to the library that was begun; it may or may not have been made. */
export interface BegunChange {
  readonly mutation: LibraryMutation;
  /** When the film was last searched for before the change, in epoch milliseconds; null for never, and for `add`. */
  readonly searchMark: number | null;
}

/**
 * Plans what is missing to bring this film into the library. Source: doc 4 section 1.13.
 *
 * @param film the library's record, read just now; null when the library affirms that it has none
 * @param earlier the change that was begun earlier, if any
 */
export function planFilmDelivery(film: FilmInLibrary | null, earlier: BegunChange | null): FilmDeliveryPlan {
  if (!film) return { kind: 'add' };
  if (film.hasFile) return { kind: 'done', status: 'available' };
  const toSearch = { movieId: film.id, searchMark: film.lastSearchedAt ?? null };
  if (!film.monitored) return { kind: 'monitor_and_search', ...toSearch };
  // An addition includes the search, so a record from an earlier `add` needs nothing more. Neither does a monitored
  // film that somebody else has added: nothing is sent for it.
  const searchIsOwed = earlier?.mutation === 'monitor_and_search' && earlier.searchMark === toSearch.searchMark;
  if (searchIsOwed) return { kind: 'search', ...toSearch };
  return { kind: 'done', status: 'requested' };
}
