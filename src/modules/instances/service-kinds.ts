/** Label of a kind of instance on the wire. Those of library managers and media servers stay neutral. */
export type ServiceType = LibraryManagerType | DownloadClientType | MediaServerType;

/** The kinds that keep a library: each is spoken to at an address of its own, with a key of its own. */
export type LibraryManagerType = 'movie_manager' | 'tv_manager' | 'book_manager' | 'music_manager';

/** The kinds that download for library managers. Only administrators know of them. */
export type DownloadClientType = 'sabnzbd' | 'qbittorrent' | 'nzbget' | 'transmission' | 'deluge' | 'rutorrent';

/** The kinds on which people watch and listen, by accounts that they have there. */
export type MediaServerType = SelfHostedMediaServerType | 'hub';

/** The media servers that are spoken to at an address of their own, with a key of their own; the hub is not. */
export type SelfHostedMediaServerType = VideoServerType | 'audiobook_server';

/** The self-hosted servers of films and series. */
export type VideoServerType = 'video_server_a' | 'video_server_b';

/**
 * What opens an instance.
 *
 * | credential | meaning |
 * |---|---|
 * | api_key | a key that somebody types |
 * | account | a user name and a password |
 * | key_or_account | one of both, never both; nothing where it asks for none |
 * | password | a password alone |
 * | optional_account | a user name and a password where it asks for them, else nothing |
 * | linked_account | the token of an account at the hub, by a PIN |
 */
export type CredentialShape =
  | 'api_key'
  | 'account'
  | 'key_or_account'
  | 'password'
  | 'optional_account'
  | 'linked_account';

export interface ServiceKindFacts {
  /** Library manager (`arr`), download client or media server. It decides which settings an instance may carry. */
  readonly family: 'arr' | 'download_client' | 'media_server';
  readonly credential: CredentialShape;
  /** May one of them be the household's default? Of books, download clients and media servers there is none. */
  readonly householdDefault: boolean;
  readonly product: string;
}

export interface DownloadClientFacts extends ServiceKindFacts {
  readonly loads: 'usenet' | 'torrents';
  /** What library managers call it in their definitions of download clients. */
  readonly implementation: string;
  /** Are its items numbered, from one on in each client? */
  readonly numbersItems?: true;
}

const libraryManager = (product: string, householdDefault: boolean): ServiceKindFacts => ({
  family: 'arr',
  credential: 'api_key',
  householdDefault,
  product,
});

const downloadClient = (
  product: string,
  implementation: string,
  credential: CredentialShape,
  loads: DownloadClientFacts['loads'],
): DownloadClientFacts => ({
  family: 'download_client',
  credential,
  householdDefault: false,
  product,
  loads,
  implementation,
});

const mediaServer = (product: string, credential: CredentialShape): ServiceKindFacts => ({
  family: 'media_server',
  credential,
  householdDefault: false,
  product,
});

/** Every kind that is offered. A kind is offered by adding its row. */
const SERVICE_KINDS: Readonly<Record<ServiceType, ServiceKindFacts> & Record<DownloadClientType, DownloadClientFacts>> =
  {
    movie_manager: libraryManager('Radarr', true),
    tv_manager: libraryManager('Sonarr', true),
    book_manager: libraryManager('Chaptarr', false),
    music_manager: libraryManager('Lidarr', true),
    sabnzbd: downloadClient('SABnzbd', 'Sabnzbd', 'api_key', 'usenet'),
    qbittorrent: downloadClient('qBittorrent', 'QBittorrent', 'key_or_account', 'torrents'),
    nzbget: { ...downloadClient('NZBGet', 'Nzbget', 'account', 'usenet'), numbersItems: true },
    transmission: downloadClient('Transmission', 'Transmission', 'optional_account', 'torrents'),
    deluge: downloadClient('Deluge', 'Deluge', 'password', 'torrents'),
    rutorrent: downloadClient('rTorrent', 'RTorrent', 'optional_account', 'torrents'),
    video_server_a: mediaServer('Jellyfin', 'api_key'),
    video_server_b: mediaServer('Emby', 'api_key'),
    hub: mediaServer('Plex', 'linked_account'),
    audiobook_server: mediaServer('Audiobookshelf', 'api_key'),
  };

/** The labels that a new instance may carry, in the order in which they are shown. */
export const SERVICE_TYPES = Object.keys(SERVICE_KINDS) as readonly ServiceType[];

export function factsOf(serviceType: DownloadClientType): DownloadClientFacts;
export function factsOf(serviceType: ServiceType): ServiceKindFacts;
export function factsOf(serviceType: ServiceType): ServiceKindFacts {
  return SERVICE_KINDS[serviceType];
}

export function isServiceType(text: string): text is ServiceType {
  return Object.hasOwn(SERVICE_KINDS, text);
}

export function isLibraryManager(serviceType: ServiceType): serviceType is LibraryManagerType {
  return factsOf(serviceType).family === 'arr';
}

export function isDownloadClient(serviceType: ServiceType): serviceType is DownloadClientType {
  return factsOf(serviceType).family === 'download_client';
}

export function isMediaServer(serviceType: ServiceType): serviceType is MediaServerType {
  return factsOf(serviceType).family === 'media_server';
}

/** The kinds of download client: those that load from Usenet first, as texts name them. */
export const DOWNLOAD_CLIENT_TYPES: readonly DownloadClientType[] = (['usenet', 'torrents'] as const).flatMap((loads) =>
  SERVICE_TYPES.filter(isDownloadClient).filter((kind) => factsOf(kind).loads === loads),
);
