import { Injectable } from '@nestjs/common';
import { JellyfinClient } from '../../../clients/jellyfin/jellyfin.client.js';
import { Database } from '../../../core/database/database.js';
import {
  AudiobookServersService,
  HubInstancesService,
  InstanceDirectoryService,
  InstanceMissing,
  isMediaServer,
  MediaServerDirectoryService,
  type MediaServerRecord,
  VideoServersService,
} from '../../instances/instances.public.js';
import { noMediaServer } from '../media-accounts.errors.js';
import { AudiobookServer } from './audiobook-server.js';
import { HubServer } from './hub-server.js';
import type { MediaServer } from './media-server.js';
import { embyMaking, jellyfinMaking, VideoServer } from './video-server.js';

export interface ConnectedServer {
  readonly server: MediaServerRecord;
  readonly remote: MediaServer;
}

/** The accounts of configured media servers of every kind. Whether somebody may use one is judged before. */
@Injectable()
export class MediaServersService {
  constructor(
    private readonly database: Database,
    private readonly instances: InstanceDirectoryService,
    private readonly directory: MediaServerDirectoryService,
    private readonly video: VideoServersService,
    private readonly audiobooks: AudiobookServersService,
    private readonly hubs: HubInstancesService,
  ) {}

  /** As of now: ask anew for each piece of work, not in a transaction. @throws InstanceMissing 404; SecretUnreadable, StorageError 503 */
  async connect(instanceId: string): Promise<ConnectedServer> {
    const record = await this.database.readOne((tx) => this.directory.byId(tx, instanceId));
    switch (record?.serviceType) {
      case 'video_server_a':
      case 'video_server_b':
        return this.videoServer(instanceId);
      case 'audiobook_server': {
        const { server, client } = await this.audiobooks.connect(instanceId);
        return { server, remote: new AudiobookServer(client, server.config.explicitContent) };
      }
      case 'hub': {
        const { server, account, owner } = await this.hubs.connect(instanceId);
        return { server, remote: new HubServer(account, server.config.machineIdentifier, owner) };
      }
      default:
        throw new InstanceMissing();
    }
  }

  /** For an id that an administrator named. @throws as {@link connect}; AppError 400 for no media server */
  async connectNamed(instanceId: string): Promise<ConnectedServer> {
    await this.database.read(async (tx) => {
      const { serviceType } = await this.instances.require(tx, instanceId);
      if (!isMediaServer(serviceType)) throw noMediaServer();
    });
    return this.connect(instanceId);
  }

  private async videoServer(instanceId: string): Promise<ConnectedServer> {
    const { server, client } = await this.video.connect(instanceId);
    const remote =
      client instanceof JellyfinClient
        ? new VideoServer('video_server_a', 'jellyfin', client, jellyfinMaking)
        : new VideoServer('video_server_b', 'emby', client, embyMaking);
    return { server, remote };
  }
}
