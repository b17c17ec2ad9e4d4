import { Injectable } from '@nestjs/common';
import type { TmdbClient } from '../../../clients/tmdb/tmdb.client.js';
import { InjectLog } from '../../../core/core.module.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import { ProviderKeyChanged } from '../../settings/settings.public.js';
import { MetadataConnection } from '../connection/metadata-connection.service.js';
import { METADATA_KEY } from '../connection/metadata-key.service.js';
import { metadataFailed, metadataNotConfigured } from '../metadata.errors.js';

/** Calls the metadata provider with the current address and key. */
@Injectable()
export class MetadataProviderService {
  constructor(
    private readonly connection: MetadataConnection,
    @InjectLog() private readonly log: Log,
    private readonly events: EventBus,
  ) {}

  /**
   * Registers a callback that clears a cache when the key changes or is removed: without a key there are no answers.
   */
  onKeyChanged(drop: () => void): void {
    this.events.on(ProviderKeyChanged, ({ name }) => {
      if (name === METADATA_KEY) drop();
    });
  }

  /**
   * Makes a call and returns its result.
   *
   * @throws AppError 503 without a key, without a call; 502 when the provider fails, which is logged. Source: doc 4
   *   §3.1
   */
  async ask<T>(call: (client: TmdbClient) => Promise<T>): Promise<T> {
    const client = await this.connection.current();
    if (!client) throw metadataNotConfigured();
    try {
      return await call(client);
    } catch (fault) {
      if (!(fault instanceof UpstreamError)) throw fault;
      const { operation, kind, status, reason } = fault;
      this.log.warn('metadata provider failed', { operation, kind, status, reason });
      throw metadataFailed(fault);
    }
  }
}
