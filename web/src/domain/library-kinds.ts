/** The kinds of library that can be connected, by their names on the wire. */
export type LibraryKind = 'movie_manager' | 'tv_manager' | 'music_manager' | 'book_manager';

/** The kinds of media server that are connected by an address and a key. */
export type ServerKind = 'video_server_a' | 'video_server_b' | 'audiobook_server';

/** Everything that is connected by an address and a key. */
export type KeyedKind = LibraryKind | ServerKind;

/** A media server: these, and the one that is connected by an account. */
export type MediaServerKind = ServerKind | 'hub';

/** Everything that pages can connect. */
export type ConnectedKind = LibraryKind | MediaServerKind;

/** What is known of an app. */
interface Product {
  readonly app: string;
  /** The port at which it is found where nobody has changed it. */
  readonly port: number;
  /** A name that it usually has in a network of containers. */
  readonly service: string;
  /** Where in the app its key is shown. */
  readonly keyPlace: string;
  /** Where in the app the beginning of its path is set, and what that is called there. */
  readonly basePlace: string;
  /** Where in the app one sees how it is. */
  readonly statusPlace: string;
}

const LIBRARY_PLACES = {
  keyPlace: 'Settings → General',
  basePlace: 'URL Base from Settings → General',
  statusPlace: 'System → Status',
};

/** The apps, in the order in which they are offered. */
export const PRODUCTS: Readonly<Record<KeyedKind, Product>> = {
  movie_manager: { app: 'Radarr', port: 7878, service: 'radarr', ...LIBRARY_PLACES },
  tv_manager: { app: 'Sonarr', port: 8989, service: 'sonarr', ...LIBRARY_PLACES },
  music_manager: { app: 'Lidarr', port: 8686, service: 'lidarr', ...LIBRARY_PLACES },
  book_manager: { app: 'Chaptarr', port: 8789, service: 'chaptarr', ...LIBRARY_PLACES },
  video_server_a: {
    app: 'Jellyfin',
    port: 8096,
    service: 'jellyfin',
    keyPlace: 'Dashboard → API Keys',
    basePlace: 'Base URL from Dashboard → Networking',
    statusPlace: 'Dashboard → Logs',
  },
  video_server_b: {
    app: 'Emby',
    port: 8096,
    service: 'emby',
    keyPlace: 'Settings → API Keys',
    basePlace: 'path at which you open it',
    statusPlace: 'Settings → Logs',
  },
  audiobook_server: {
    app: 'Audiobookshelf',
    port: 13378,
    service: 'audiobookshelf',
    keyPlace: 'Settings → API Keys',
    basePlace: 'path at which you open it',
    statusPlace: 'Settings → Logs',
  },
};

/** The kinds of library, in the order in which they are offered. */
export const LIBRARY_KINDS: readonly LibraryKind[] = ['movie_manager', 'tv_manager', 'music_manager', 'book_manager'];

/** The kinds of media server, in the order in which they are offered. */
export const SERVER_KINDS: readonly MediaServerKind[] = ['video_server_a', 'hub', 'video_server_b', 'audiobook_server'];

/** Is this a kind of library that pages can connect? */
export const isLibraryKind = (kind: string): kind is LibraryKind => LIBRARY_KINDS.some((one) => one === kind);

/** Is this a kind of media server? */
export const isMediaServer = (kind: string): kind is MediaServerKind => SERVER_KINDS.some((one) => one === kind);

/** Is this something that is connected by an address and a key? */
export const isKeyedKind = (kind: string): kind is KeyedKind => Object.hasOwn(PRODUCTS, kind);

/** What people call an instance of this kind. */
export const appName = (kind: string): string =>
  isKeyedKind(kind) ? PRODUCTS[kind].app : kind === 'hub' ? 'Plex' : kind;

/** May one of this kind take the household's requests? Books are requested in each library by itself. */
export const mayBeDefault = (kind: string): boolean => isLibraryKind(kind) && kind !== 'book_manager';

/** Which other app is the only one that is usually found at a port, where it isn't the one that is meant? */
export function productAtPort(port: string, meant: KeyedKind): string | undefined {
  const found = Object.values(PRODUCTS).filter((product) => String(product.port) === port);
  const [only] = found;
  return found.length !== 1 || only === undefined || only.app === PRODUCTS[meant].app ? undefined : only.app;
}

/** An address as a person typed it, with the scheme that is usual in a house where none was typed. */
export function typedAddress(typed: string): string {
  const address = typed.trim();
  return address === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;
}
