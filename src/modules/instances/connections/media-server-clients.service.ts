import { Injectable } from '@nestjs/common';
import { AudiobookshelfClient } from '../../../clients/audiobookshelf/audiobookshelf.client.js';
import { EmbyClient } from '../../../clients/emby/emby.client.js';
import { JellyfinClient } from '../../../clients/jellyfin/jellyfin.client.js';
import { InjectLog } from '../../../core/core.module.js';
import { PROGRAM_VERSION } from '../../../core/http/user-agent.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import type { VideoServerType } from '../service-kinds.js';
import type { InstancePlace } from './instance-clients.service.js';
import { VideoDeviceIdService } from './video-device-id.service.js';

const PRODUCT = 'Usher';

/** A client of a video server; both kinds have nearly everything in common. */
export type VideoServerClient = JellyfinClient | EmbyClient;

/** The one place where clients of self-hosted media servers are made. Nothing is dialed until they are used. */
@Injectable()
export class MediaServerClientsService {
  constructor(
    private readonly deviceId: VideoDeviceIdService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    private readonly meter: Meter,
  ) {}

  /** A client for the video server of this kind at this address. Not inside a transaction. */
  async videoServer(serviceType: VideoServerType, { url, apiKey }: InstancePlace): Promise<VideoServerClient> {
    const { clock, log, meter } = this;
    const device = { id: await this.deviceId.current(), product: PRODUCT, version: PROGRAM_VERSION };
    const access = { url, apiKey, device, clock, log, meter };
    return serviceType === 'video_server_a' ? new JellyfinClient(access) : new EmbyClient(access);
  }

  /** A client for the audiobook server at this address. */
  audiobookServer({ url, apiKey }: InstancePlace): AudiobookshelfClient {
    const { clock, log, meter } = this;
    return new AudiobookshelfClient({ url, apiKey, clock, log, meter });
  }
}
