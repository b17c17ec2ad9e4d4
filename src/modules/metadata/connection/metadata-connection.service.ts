import { Injectable } from '@nestjs/common';
import type { TmdbClient } from '../../../clients/tmdb/tmdb.client.js';
import { Database } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { ProviderClientsService } from '../keys/provider-clients.service.js';
import { MetadataKeyService } from './metadata-key.service.js';

/** Connects to the metadata provider with the current address and key. */
export abstract class MetadataConnection {
  /** A client for the current key; null when there is none. */
  abstract current(): Promise<TmdbClient | null>;
}

/** A client and its key. */
interface KeyedClient {
  readonly key: Secret;
  readonly client: TmdbClient;
}

/**
 * The connection with the current key. The key is read for each call, so that a stored, changed or removed key takes
 * effect at once; the client is kept while its key is the same. Source: doc 3 section 2.4.
 */
@Injectable()
export class MetadataConnectionService extends MetadataConnection {
  private kept: KeyedClient | null = null;

  constructor(
    private readonly database: Database,
    private readonly key: MetadataKeyService,
    private readonly clients: ProviderClientsService,
  ) {
    super();
  }

  async current(): Promise<TmdbClient | null> {
    const key = await this.database.read((tx) => this.key.current(tx));
    if (!key) return null;
    if (!this.kept?.key.equals(key)) this.kept = { key, client: this.clients.metadata(key) };
    return this.kept.client;
  }
}
