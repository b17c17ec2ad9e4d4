import type { Schemas } from '../api/client.js';

/** The kinds of library that can be connected, by their names on the wire. */
export type LibraryKind = 'movie_manager' | 'tv_manager' | 'music_manager' | 'book_manager';

/** The kinds of media server that are connected by an address and a key. */
export type ServerKind = 'video_server_a' | 'video_server_b' | 'audiobook_server';

/** The kinds of download client. */
export type DownloadKind = NonNullable<Schemas['DownloadJobView']['control']>['service_type'];

/** Everything that is connected by an address and a credential that is typed. */
export type KeyedKind = LibraryKind | ServerKind | DownloadKind;

/**
 * What is typed to open an app: a key, a user name and a password, one of both, a password alone, or a user name and a password
 * where it asks for them.
 */
export type CredentialShape = 'key' | 'account' | 'either' | 'password' | 'optional';

/** A media server: these, and the one that is connected by an account. */
export type MediaServerKind = ServerKind | 'hub';

/** Everything that pages can connect. */
export type ConnectedKind = LibraryKind | MediaServerKind | DownloadKind;

/** What is known of an app. */
interface Product {
  readonly app: string;
  /** The port at which it is found where nobody has changed it. */
  readonly port: number;
  /** A name that it usually has in a network of containers. */
  readonly service: string;
  readonly credential: CredentialShape;
  /** Where in the app its key is shown, or its user name and password are set. */
  readonly keyPlace: string;
  /** Where in the app the beginning of its path is set, and what that is called there. */
  readonly basePlace: string;
  /** Where in the app one sees how it is. */
  readonly statusPlace: string;
}

const LIBRARY_PLACES = {
  credential: 'key',
  keyPlace: 'Settings → General',
  basePlace: 'URL Base from Settings → General',
  statusPlace: 'System → Status',
} as const;

/** What is known of a download client. */
interface DownloadProduct extends Product {
  readonly loads: 'usenet' | 'torrents';
  /** See {@link keepsData}. */
  readonly keepsData?: true;
}

/** The download clients, in the order in which they are offered. */
export const DOWNLOAD_PRODUCTS: Readonly<Record<DownloadKind, DownloadProduct>> = {
  sabnzbd: {
    app: 'SABnzbd',
    port: 8080,
    service: 'sabnzbd',
    loads: 'usenet',
    credential: 'key',
    keyPlace: 'Config → General',
    basePlace: 'path at which you open it',
    statusPlace: 'Status',
  },
  nzbget: {
    app: 'NZBGet',
    port: 6789,
    service: 'nzbget',
    loads: 'usenet',
    keepsData: true,
    credential: 'account',
    keyPlace: 'Settings → Security',
    basePlace: 'path at which you open it',
    statusPlace: 'Messages',
  },
  qbittorrent: {
    app: 'qBittorrent',
    port: 8080,
    service: 'qbittorrent',
    loads: 'torrents',
    credential: 'either',
    keyPlace: 'Options → WebUI',
    basePlace: 'path at which you open it',
    statusPlace: 'View → Log',
  },
  transmission: {
    app: 'Transmission',
    port: 9091,
    service: 'transmission',
    loads: 'torrents',
    credential: 'optional',
    keyPlace: 'Preferences → Remote',
    basePlace: 'path at which you open it, without /transmission',
    statusPlace: 'Messages',
  },
  deluge: {
    app: 'Deluge',
    port: 8112,
    service: 'deluge',
    loads: 'torrents',
    credential: 'password',
    keyPlace: 'Preferences → Interface',
    basePlace: 'path at which you open it',
    statusPlace: 'Connection Manager',
  },
  rutorrent: {
    app: 'rTorrent',
    port: 8080,
    service: 'rutorrent',
    loads: 'torrents',
    keepsData: true,
    credential: 'optional',
    keyPlace: 'your web server',
    basePlace: 'path of ruTorrent, or /RPC2',
    statusPlace: 'Log',
  },
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
    credential: 'key',
    keyPlace: 'Dashboard → API Keys',
    basePlace: 'Base URL from Dashboard → Networking',
    statusPlace: 'Dashboard → Logs',
  },
  video_server_b: {
    app: 'Emby',
    port: 8096,
    service: 'emby',
    credential: 'key',
    keyPlace: 'Settings → API Keys',
    basePlace: 'path at which you open it',
    statusPlace: 'Settings → Logs',
  },
  audiobook_server: {
    app: 'Audiobookshelf',
    port: 13378,
    service: 'audiobookshelf',
    credential: 'key',
    keyPlace: 'Settings → API Keys',
    basePlace: 'path at which you open it',
    statusPlace: 'Settings → Logs',
  },
  ...DOWNLOAD_PRODUCTS,
};

/** The kinds of library, in the order in which they are offered. */
export const LIBRARY_KINDS: readonly LibraryKind[] = ['movie_manager', 'tv_manager', 'music_manager', 'book_manager'];

/** The kinds of media server, in the order in which they are offered. */
export const SERVER_KINDS: readonly MediaServerKind[] = ['video_server_a', 'hub', 'video_server_b', 'audiobook_server'];

/** The kinds of download client, in the order in which they are offered. */
export const DOWNLOAD_KINDS = Object.keys(DOWNLOAD_PRODUCTS) as readonly DownloadKind[];

/** Is this a kind of download client? */
export const isDownloadKind = (kind: string): kind is DownloadKind => Object.hasOwn(DOWNLOAD_PRODUCTS, kind);

/** Is this a kind of library that pages can connect? */
export const isLibraryKind = (kind: string): kind is LibraryKind => LIBRARY_KINDS.some((one) => one === kind);

/** Is this a kind of media server? */
export const isMediaServer = (kind: string): kind is MediaServerKind => SERVER_KINDS.some((one) => one === kind);

/** Is this something that is connected by an address and a credential that is typed? */
export const isKeyedKind = (kind: string): kind is KeyedKind => Object.hasOwn(PRODUCTS, kind);

/** What people call an instance of this kind. */
export const appName = (kind: string): string =>
  isKeyedKind(kind) ? PRODUCTS[kind].app : kind === 'hub' ? 'Plex' : kind;

/** Has an app of this kind no call to delete what was loaded? */
export const keepsData = (kind: string): boolean => isDownloadKind(kind) && DOWNLOAD_PRODUCTS[kind].keepsData === true;

/** All download clients in a row, with this word before the last one: `SABnzbd, NZBGet or rTorrent`. */
export function downloadApps(or: string): string {
  const apps = Object.values(DOWNLOAD_PRODUCTS).map(({ app }) => app);
  return `${apps.slice(0, -1).join(', ')} ${or} ${apps.at(-1)}`;
}

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
