import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import type { Log } from '../../../core/logging/log.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import type { ServiceInstanceRow } from '../registry/service-instance.entity.js';
import { HubClientsService } from './hub-clients.service.js';

/**
 * Whose account is an instance linked with? Instances from before owners were recorded are asked for theirs by the token that
 * they have. Source: doc 1 section 2, Hub instance specifics.
 */
@Injectable()
export class HubOwnersService {
  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly clients: HubClientsService,
    @InjectLog() private readonly log: Log,
  ) {}

  /** Records the owners that are missing. What can't be read is logged and tried again the next time. */
  async recordMissing(): Promise<void> {
    const rows = await this.database.read((tx) => this.rows.ofKind(tx, 'hub'));
    for (const row of rows.filter(({ mediaServer }) => mediaServer?.owner === null)) {
      await this.record(row).catch((error: unknown) => {
        this.log.warn('the owner of a linked account could not be read', { instance_id: row.id, error });
      });
    }
  }

  private async record(row: ServiceInstanceRow): Promise<void> {
    const { id, name, email } = await this.clients.account(this.clients.connectionOf(row)).user();
    await this.database.write((tx) => this.rows.setHubOwner(tx, row, { id, username: name, email }));
  }
}
