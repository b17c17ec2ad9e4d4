import type { LibraryMutation } from '../jobs/dispatch-row.entity.js';

/** An album's current record in the library, with the flag of its artist. */
export interface AlbumInLibrary {
  readonly id: number;
  readonly artistId: number;
  /** Is every track that counts on disk? */
  readonly isWhole: boolean;
  readonly monitored: boolean;
  /** Nothing of an artist who isn't monitored is ever downloaded. */
  readonly artistMonitored: boolean;
  /** When the manager last searched for it, in epoch milliseconds; null for never. */
  readonly lastSearchedAt: number | null;
}

/** A change to the library that was begun; it may or may not have been made. */
export interface BegunAlbumChange {
  readonly mutation: LibraryMutation;
  /** When the album was last searched for before the change; null for never, and for `add`. */
  readonly searchMark: number | null;
}

/** What to turn on in a library that has the album. A search follows. */
export interface AlbumChange {
  readonly albumId: number;
  /** The artist to turn on; null when he is on. */
  readonly artistId: number | null;
  /** Is the album itself to be turned on? */
  readonly isOff: boolean;
  /** When the album was last searched for; null for never. */
  readonly searchMark: number | null;
}

/** What a delivery has to do next. */
export type AlbumDeliveryPlan =
  /** The album is new to the library. */
  | { readonly kind: 'add' }
  /** Nothing is sent: the library holds the album or waits for it. */
  | { readonly kind: 'done'; readonly status: 'available' | 'requested'; readonly recordId: number }
  | ({ readonly kind: 'change' } & AlbumChange);

/**
 * Plans what is missing to bring this album into the library.
 *
 * | the library's record | sent |
 * |---|---|
 * | none | the addition |
 * | whole, whatever is monitored | nothing |
 * | off, or its artist is | what is off is turned on; the search |
 * | both on, and the search of an earlier change is owed | the search |
 * | both on | nothing |
 *
 * Source: doc 2 section 4, Requests rule 5; issue of books and albums, albums.
 *
 * @param album read just now; null when the library affirms that it has none
 * @param earlier the change that was begun earlier, if any
 */
export function planAlbumDelivery(album: AlbumInLibrary | null, earlier: BegunAlbumChange | null): AlbumDeliveryPlan {
  if (!album) return { kind: 'add' };
  const { id: albumId, artistId, monitored, artistMonitored, lastSearchedAt: searchMark } = album;
  if (album.isWhole) return { kind: 'done', status: 'available', recordId: albumId };
  // An addition includes the search, so a record from an earlier `add` needs none.
  const searchIsOwed = earlier?.mutation === 'monitor_and_search' && earlier.searchMark === searchMark;
  if (monitored && artistMonitored && !searchIsOwed) return { kind: 'done', status: 'requested', recordId: albumId };
  return { kind: 'change', albumId, artistId: artistMonitored ? null : artistId, isOff: !monitored, searchMark };
}
