/** The kinds of library that can be connected, by their names on the wire. */
export type LibraryKind = 'movie_manager' | 'tv_manager' | 'music_manager' | 'book_manager';

/** What is known of the app that keeps a kind of library. */
interface Product {
  readonly app: string;
  /** The port at which it is found where nobody has changed it. */
  readonly port: number;
  /** A name that it usually has in a network of containers. */
  readonly service: string;
}

/** The apps, in the order in which they are offered. */
export const PRODUCTS: Readonly<Record<LibraryKind, Product>> = {
  movie_manager: { app: 'Radarr', port: 7878, service: 'radarr' },
  tv_manager: { app: 'Sonarr', port: 8989, service: 'sonarr' },
  music_manager: { app: 'Lidarr', port: 8686, service: 'lidarr' },
  book_manager: { app: 'Chaptarr', port: 8789, service: 'chaptarr' },
};

/** The kinds, in the order in which they are offered. */
export const LIBRARY_KINDS = Object.keys(PRODUCTS) as readonly LibraryKind[];

const MEDIA_SERVERS: Readonly<Record<string, string>> = {
  video_server_a: 'Jellyfin',
  video_server_b: 'Emby',
  hub: 'Plex',
  audiobook_server: 'Audiobookshelf',
};

/** Is this a kind of library that pages can connect? */
export const isLibraryKind = (kind: string): kind is LibraryKind => Object.hasOwn(PRODUCTS, kind);

/** What people call an instance of this kind. */
export const appName = (kind: string): string =>
  isLibraryKind(kind) ? PRODUCTS[kind].app : (MEDIA_SERVERS[kind] ?? kind);

/** Which app is usually found at a port, where it isn't the one that is meant? */
export function productAtPort(port: string, meant: LibraryKind): string | undefined {
  const found = LIBRARY_KINDS.find((kind) => String(PRODUCTS[kind].port) === port);
  return found === undefined || found === meant ? undefined : PRODUCTS[found].app;
}

/** An address as a person typed it, with the scheme that is usual in a house where none was typed. */
export function typedAddress(typed: string): string {
  const address = typed.trim();
  return address === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;
}
