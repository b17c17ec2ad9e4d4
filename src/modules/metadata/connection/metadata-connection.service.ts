import { Injectable } from '@nestjs/common';
import type { TmdbClient } from '../../../clients/tmdb/tmdb.client.js';
import { Database } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { ProviderClientsService } from '../keys/provider-clients.service.js';
import { MetadataKeyService } from './metadata-key.service.js';

/** With which address and key is the metadata provider asked at this moment? */
export abstract class MetadataConnection {
  /** A client for the key that holds now; null when there is none. */
  abstract current(): Promise<TmdbClient | null>;
}

/** A client, and the key that it was made with. */
interface KeyedClient {
  readonly key: Secret;
  readonly client: TmdbClient;
}

/**
 * The connection with the key that holds at this moment. The key is read anew for each call, so that one that is
 * stored, changed or removed counts at once; the client stays as long as its key does. Source: doc 3 section 2.4.
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
