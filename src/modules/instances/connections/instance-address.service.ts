import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { InstanceMissing } from '../instances.errors.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import type { ServiceType } from '../service-kinds.js';
import type { InstancePlace } from './instance-clients.service.js';

/** Where is an instance at this moment, and what opens it? */
@Injectable()
export class InstanceAddressService {
  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
  ) {}

  /**
   * The address and credential of an instance of this kind. Not inside a transaction.
   *
   * @throws InstanceMissing 404 when there is none of this kind and id; SecretUnreadable or StorageError 503
   */
  async of(instanceId: string, serviceType: ServiceType): Promise<InstancePlace> {
    const row = await this.database.read((tx) => this.rows.find(tx, instanceId));
    if (row?.serviceType !== serviceType) throw new InstanceMissing();
    return { url: row.url, apiKey: this.rows.apiKeyOf(row) };
  }
}
