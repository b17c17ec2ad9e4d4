/** A media server, with the libraries that it reports. Source: doc 3 section 3.2, media-server/libraries. */
export interface ServerContent {
  /** Empty where it has none. */
  readonly serverName: string;
  /** Empty where it doesn't say. */
  readonly version: string;
  /** By the ids that `media_server_config` names them with, in the server's order. */
  readonly libraries: readonly ServerLibrary[];
}

/** A library of a media server. */
interface ServerLibrary {
  readonly id: string;
  readonly name: string;
  /** The server's word for what is in it: `movies`, `show`, `book`; empty where it has none. */
  readonly collectionType: string;
}
