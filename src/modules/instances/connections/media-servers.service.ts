import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AudiobookshelfClient } from '../../../clients/audiobookshelf/audiobookshelf.client.js';
import { EmbyClient } from '../../../clients/emby/emby.client.js';
import { JellyfinClient } from '../../../clients/jellyfin/jellyfin.client.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { PROGRAM_VERSION } from '../../../core/http/user-agent.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { defineSetting, KeptIdentifier, SettingsRepository } from '../../settings/settings.public.js';
import { InstanceMissing } from '../instances.errors.js';
import { mediaServerOf, type MediaServerRecord } from '../registry/instance-record.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import type { VideoServerType } from '../service-kinds.js';
import type { InstanceAddress } from './instance-clients.service.js';

const PRODUCT = 'Usher';

/** Video servers keep one session for each device and account: this identifier is made once, kept, and nobody else's. */
const DEVICE_ID = defineSetting({ key: 'video_device_id', schema: z.string(), fallback: '' });

/** A client of a video server; both kinds have nearly everything in common. */
export type VideoServerClient = JellyfinClient | EmbyClient;

/** The one place where clients of self-hosted media servers are made. Nothing is dialed until they are used. */
@Injectable()
export class MediaServerClientsService {
  private readonly deviceId: KeptIdentifier;

  constructor(
    database: Database,
    store: SettingsRepository,
    random: Random,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    private readonly meter: Meter,
  ) {
    this.deviceId = new KeptIdentifier(DEVICE_ID, { database, store, random });
  }

  async videoServer(serviceType: VideoServerType, { url, apiKey }: InstanceAddress): Promise<VideoServerClient> {
    const { clock, log, meter } = this;
    const device = { id: await this.deviceId.current(), product: PRODUCT, version: PROGRAM_VERSION };
    const access = { url, apiKey, device, clock, log, meter };
    return serviceType === 'video_server_a' ? new JellyfinClient(access) : new EmbyClient(access);
  }

  audiobookServer({ url, apiKey }: InstanceAddress): AudiobookshelfClient {
    const { clock, log, meter } = this;
    return new AudiobookshelfClient({ url, apiKey, clock, log, meter });
  }
}

export interface ConnectedMediaServer<Client> {
  readonly server: MediaServerRecord;
  readonly client: Client;
}

/** Clients of the configured video servers. Whether somebody may use one is judged before, by InstanceAccessService. */
@Injectable()
export class VideoServersService {
  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly clients: MediaServerClientsService,
  ) {}

  /** As {@link InstanceClientsService.connect}, with the configuration. */
  async connect(instanceId: string): Promise<ConnectedMediaServer<VideoServerClient>> {
    const row = await this.database.readOne((tx) => this.rows.require(tx, instanceId));
    const { serviceType, url } = row;
    if (serviceType !== 'video_server_a' && serviceType !== 'video_server_b') throw new InstanceMissing();
    const client = await this.clients.videoServer(serviceType, { url, apiKey: this.rows.apiKeyOf(row) });
    return { server: mediaServerOf(row), client };
  }
}

@Injectable()
export class AudiobookServersService {
  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly clients: MediaServerClientsService,
  ) {}

  /** As {@link InstanceClientsService.connect}, with the configuration. */
  async connect(instanceId: string): Promise<ConnectedMediaServer<AudiobookshelfClient>> {
    const row = await this.database.readOne((tx) => this.rows.require(tx, instanceId));
    if (row.serviceType !== 'audiobook_server') throw new InstanceMissing();
    const client = this.clients.audiobookServer({ url: row.url, apiKey: this.rows.apiKeyOf(row) });
    return { server: mediaServerOf(row), client };
  }
}
