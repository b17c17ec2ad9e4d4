import { Injectable } from '@nestjs/common';
import { TmdbClient } from '../../../clients/tmdb/tmdb-client.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { ExternalNetwork } from '../../settings/settings.public.js';

/** Makes clients of the metadata provider at METADATA_URL, on the external network. Nothing is dialed until they are used. */
@Injectable()
export class MetadataClients {
  private readonly url: string;

  constructor(
    @InjectSettings() { metadataUrl }: Settings,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    private readonly meter: Meter,
    private readonly network: ExternalNetwork,
  ) {
    this.url = metadataUrl;
  }

  withKey(token: Secret): TmdbClient {
    const { url, clock, log, meter } = this;
    return new TmdbClient({ url, token, clock, log, meter, path: () => this.network.path() });
  }
}
