import type { TmdbClient } from '../../../clients/tmdb/tmdb.client.js';

/** With which address and key is the metadata provider asked at this moment? */
export abstract class MetadataConnection {
  /** A client for the key that holds now; null when there is none. */
  abstract current(): Promise<TmdbClient | null>;
}
