import { Injectable } from '@nestjs/common';
import { TmdbClient } from '../../../clients/tmdb/tmdb.client.js';
import { TraktClient } from '../../../clients/trakt/trakt.client.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { ExternalNetworkService } from '../../settings/settings.public.js';

/** They connect only when used. */
@Injectable()
export class ProviderClientsService {
  constructor(
    @InjectSettings() private readonly settings: Settings,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    private readonly meter: Meter,
    private readonly network: ExternalNetworkService,
  ) {}

  metadata(token: Secret): TmdbClient {
    return new TmdbClient({ url: this.settings.metadataUrl, token, ...this.clientOptions() });
  }

  lists(clientId: Secret): TraktClient {
    return new TraktClient({ url: this.settings.listprovUrl, clientId, ...this.clientOptions() });
  }

  private clientOptions() {
    const { clock, log, meter } = this;
    return { clock, log, meter, path: () => this.network.path() };
  }
}
