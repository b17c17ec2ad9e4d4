import type { LibraryMutation } from '../jobs/dispatch-row.entity.js';

/** A film as the library has it at the moment. */
export interface FilmInLibrary {
  readonly id: number;
  readonly hasFile: boolean;
  readonly monitored: boolean;
  /** When the manager last searched for a release, in epoch milliseconds; absent when it never did. */
  readonly lastSearchedAt?: number;
}

/** What a delivery has to do. */
export type FilmDeliveryPlan =
  /** Nothing is sent: the library holds or awaits the film already. */
  | { readonly kind: 'done'; readonly status: 'available' | 'requested' }
  /** The film is new to the library. */
  | { readonly kind: 'add' }
  /** The library knows the film and has put it aside. */
  | ({ readonly kind: 'monitor_and_search' } & FilmToSearch)
  /** An earlier attempt got as far as monitoring, and the film has not been searched for since. */
  | ({ readonly kind: 'search' } & FilmToSearch);

/** A film of the library that a search is owed to. */
export interface FilmToSearch {
  readonly movieId: number;
  /** When it was last searched for before, in epoch milliseconds; null for never. */
  readonly searchMark: number | null;
}

/** A change to the library that is about to be made; for all we know afterwards it may have been. */
export interface BegunChange {
  readonly mutation: LibraryMutation;
  /** When the film had last been searched for before that, in epoch milliseconds; null for never, and for `add`. */
  readonly searchMark: number | null;
}

/**
 * What does it take to bring this film into the library? Source: doc 4 section 1.13.
 *
 * @param film the library's record, read just now; null when the library affirms that it has none
 * @param earlier the change that was begun before, if any
 */
export function planFilmDelivery(film: FilmInLibrary | null, earlier: BegunChange | null): FilmDeliveryPlan {
  if (!film) return { kind: 'add' };
  if (film.hasFile) return { kind: 'done', status: 'available' };
  const toSearch = { movieId: film.id, searchMark: film.lastSearchedAt ?? null };
  if (!film.monitored) return { kind: 'monitor_and_search', ...toSearch };
  // Adding carries its search with it, so a record that an earlier `add` left behind needs nothing more. Neither does
  // one that somebody else has added: nothing is sent to a film that is monitored.
  const searchIsOwed = earlier?.mutation === 'monitor_and_search' && earlier.searchMark === toSearch.searchMark;
  if (searchIsOwed) return { kind: 'search', ...toSearch };
  return { kind: 'done', status: 'requested' };
}
