import { Injectable } from '@nestjs/common';
import { CoverArtArchiveClient } from '../../../clients/cover-art-archive/cover-art-archive.client.js';
import { ListenbrainzClient, listenbrainzLine } from '../../../clients/listenbrainz/listenbrainz.client.js';
import { MusicbrainzClient, musicbrainzLine } from '../../../clients/musicbrainz/musicbrainz.client.js';
import type { Settings } from '../../../core/config/settings.js';
import type { Share } from '../../../core/shares/fair-line.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { ExternalNetworkService } from '../../settings/settings.public.js';
import { providerRefusal } from '../../../core/errors/provider-fault.js';

export interface MusicClients {
  readonly catalog: MusicbrainzClient;
  readonly charts: ListenbrainzClient;
  readonly covers: CoverArtArchiveClient;
}

/** On the external network, under a name by which we can be reached. */
@Injectable()
export class MusicProvidersService {
  private readonly clientsOf: (share: Share) => MusicClients;

  constructor(
    @InjectSettings() { musicMetadataUrl, musicChartUrl, coverArtUrl }: Settings,
    clock: Clock,
    @InjectLog() private readonly log: Log,
    meter: Meter,
    network: ExternalNetworkService,
  ) {
    const shared = { clock, log, meter, path: () => network.path() };
    // One queue to each for all callers, so that calls stay spaced. Covers have none.
    const [catalogLine, chartLine] = [musicbrainzLine(clock), listenbrainzLine(clock)];
    this.clientsOf = (share) => ({
      catalog: new MusicbrainzClient({ ...shared, url: musicMetadataUrl, line: catalogLine, share }),
      charts: new ListenbrainzClient({ ...shared, url: musicChartUrl, line: chartLine, share }),
      covers: new CoverArtArchiveClient({ ...shared, url: coverArtUrl }),
    });
  }

  /**
   * @param share in whose name it waits for its turn
   * @throws AppError 502 when the provider fails, which is logged; 503 with Retry-After when too many wait for a turn
   */
  async ask<T>(share: Share, call: (clients: MusicClients) => Promise<T>): Promise<T> {
    try {
      return await call(this.clientsOf(share));
    } catch (fault) {
      if (!(fault instanceof UpstreamError)) throw fault;
      const { system, operation, kind, status, reason } = fault;
      this.log.warn('music provider failed', { system, operation, kind, status, reason });
      throw providerRefusal('music_provider', fault, { code: 'music_failed', status: 502 });
    }
  }
}
