import { Injectable } from '@nestjs/common';
import { TmdbClient } from '../../../clients/tmdb/tmdb-client.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { MetadataConnection } from './metadata-connection.js';

/** The connection that the environment names: METADATA_URL and METADATA_TOKEN. Source: doc 3 section 10. */
@Injectable()
export class SettingsConnection extends MetadataConnection {
  private readonly client: TmdbClient | null;

  constructor(@InjectSettings() { metadataUrl, metadataToken }: Settings, clock: Clock, @InjectLog() log: Log) {
    super();
    this.client = metadataToken ? new TmdbClient({ url: metadataUrl, token: metadataToken, clock, log }) : null;
  }

  current(): Promise<TmdbClient | null> {
    return Promise.resolve(this.client);
  }
}
