import { Injectable } from '@nestjs/common';
import type { PlexAccount } from '../../../clients/plex/plex.client.js';
import { Database } from '../../../core/database/database.js';
import { InstanceMissing } from '../instances.errors.js';
import { mediaServerOf, type MediaServerRecord } from '../registry/instance-record.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import type { HubOwner } from '../registry/media-server-config.js';
import { HubClientsService } from './hub-clients.service.js';

/** A configured server behind the hub, with the account that shares it, all as of one moment. */
export interface ConnectedHub {
  /** Its configuration names the machine that is shared. */
  readonly server: MediaServerRecord;
  /** Whose account it is; null for instances from before owners were recorded. */
  readonly owner: HubOwner | null;
  readonly account: PlexAccount;
}

/** The accounts that configured servers behind the hub are linked with. Whether somebody may use one is judged before. */
@Injectable()
export class HubInstancesService {
  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly clients: HubClientsService,
  ) {}

  /**
   * The account that the instance of this id is linked with. Ask anew for each piece of work, and not inside a transaction.
   *
   * @throws InstanceMissing 404 when there is no hub instance of this id; SecretUnreadable or StorageError 503
   */
  async connect(instanceId: string): Promise<ConnectedHub> {
    const row = await this.database.readOne((tx) => this.rows.require(tx, instanceId));
    if (row.serviceType !== 'hub') throw new InstanceMissing();
    const account = this.clients.account(this.clients.connectionOf(row));
    return { server: mediaServerOf(row), owner: row.mediaServer?.owner ?? null, account };
  }
}
