/**
 * Label of a kind of instance on the wire. The labels stay neutral; product names are in {@link ServiceKindFacts}.
 * Source: doc 1, Naming.
 */
export type ServiceType = LibraryManagerType | MediaServerType;

/** The kinds that keep a library: each is spoken to at an address of its own, with a key of its own. */
export type LibraryManagerType = 'movie_manager' | 'tv_manager' | 'book_manager' | 'music_manager';

/** The kinds on which people watch and listen, by accounts that they have there. */
export type MediaServerType = SelfHostedMediaServerType | 'hub';

/** The media servers that are spoken to at an address of their own, with a key of their own; the hub is not. */
export type SelfHostedMediaServerType = VideoServerType | 'audiobook_server';

/** The self-hosted servers of films and series. */
export type VideoServerType = 'video_server_a' | 'video_server_b';

/** What holds for every instance of a kind. */
export interface ServiceKindFacts {
  /** Library manager (`arr`) or media server. It decides which settings an instance may carry. */
  readonly family: 'arr' | 'media_server';
  /** May regular users be given this instance? */
  readonly grantable: boolean;
  /** Does a connection need an API key that somebody types? */
  readonly needsApiKey: boolean;
  /** May one of them be the household's default? Books and media servers have none. Source: doc 3 section 3.1, is_default. */
  readonly householdDefault: boolean;
  /** The product's name, for texts that people read on a screen. */
  readonly product: string;
}

const mediaServer = (product: string, needsApiKey: boolean): ServiceKindFacts => ({
  family: 'media_server',
  grantable: true,
  needsApiKey,
  householdDefault: false,
  product,
});

/** Every kind that is offered. A kind is offered by adding its row. Source: doc 3 section 3.1. */
const SERVICE_KINDS: Readonly<Record<ServiceType, ServiceKindFacts>> = {
  movie_manager: { family: 'arr', grantable: true, needsApiKey: true, householdDefault: true, product: 'Radarr' },
  tv_manager: { family: 'arr', grantable: true, needsApiKey: true, householdDefault: true, product: 'Sonarr' },
  book_manager: { family: 'arr', grantable: true, needsApiKey: true, householdDefault: false, product: 'Chaptarr' },
  music_manager: { family: 'arr', grantable: true, needsApiKey: true, householdDefault: true, product: 'Lidarr' },
  video_server_a: mediaServer('Jellyfin', true),
  video_server_b: mediaServer('Emby', true),
  hub: mediaServer('Plex', false),
  audiobook_server: mediaServer('Audiobookshelf', true),
};

/** The labels that a new instance may carry, in the order in which they are shown. */
export const SERVICE_TYPES = Object.keys(SERVICE_KINDS) as readonly ServiceType[];

/** What holds for instances of this kind. */
export function factsOf(serviceType: ServiceType): ServiceKindFacts {
  return SERVICE_KINDS[serviceType];
}

/** Is this text the label of a kind that is offered? */
export function isServiceType(text: string): text is ServiceType {
  return Object.hasOwn(SERVICE_KINDS, text);
}

/** Is it a kind of library manager? */
export function isLibraryManager(serviceType: ServiceType): serviceType is LibraryManagerType {
  return factsOf(serviceType).family === 'arr';
}

/** Is it a kind of media server? */
export function isMediaServer(serviceType: ServiceType): serviceType is MediaServerType {
  return !isLibraryManager(serviceType);
}
