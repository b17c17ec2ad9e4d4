import { Injectable } from '@nestjs/common';
import type { AudiobookshelfClient } from '../../../clients/audiobookshelf/audiobookshelf.client.js';
import { Database } from '../../../core/database/database.js';
import { InstanceMissing } from '../instances.errors.js';
import { mediaServerOf, type MediaServerRecord } from '../registry/instance-record.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import { MediaServerClientsService, type VideoServerClient } from './media-server-clients.service.js';

/** A configured media server with a client of it, all as of one moment. */
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

  /**
   * A client for the video server of this id, by its address, credential and configuration of this moment. Ask anew for each
   * piece of work, and not inside a transaction.
   *
   * @throws InstanceMissing 404 when there is no video server of this id; SecretUnreadable or StorageError 503
   */
  async connect(instanceId: string): Promise<ConnectedMediaServer<VideoServerClient>> {
    const row = await this.database.readOne((tx) => this.rows.require(tx, instanceId));
    const { serviceType, url } = row;
    if (serviceType !== 'video_server_a' && serviceType !== 'video_server_b') throw new InstanceMissing();
    const client = await this.clients.videoServer(serviceType, { url, apiKey: this.rows.apiKeyOf(row) });
    return { server: mediaServerOf(row), client };
  }
}

/** Clients of the configured audiobook servers. Whether somebody may use one is judged before, by InstanceAccessService. */
@Injectable()
export class AudiobookServersService {
  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly clients: MediaServerClientsService,
  ) {}

  /**
   * A client for the audiobook server of this id; as {@link VideoServersService.connect}.
   *
   * @throws InstanceMissing 404 when there is no audiobook server of this id; SecretUnreadable or StorageError 503
   */
  async connect(instanceId: string): Promise<ConnectedMediaServer<AudiobookshelfClient>> {
    const row = await this.database.readOne((tx) => this.rows.require(tx, instanceId));
    if (row.serviceType !== 'audiobook_server') throw new InstanceMissing();
    const client = this.clients.audiobookServer({ url: row.url, apiKey: this.rows.apiKeyOf(row) });
    return { server: mediaServerOf(row), client };
  }
}
