import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { InstanceMissing } from '../instances.errors.js';
import type { ServiceType } from '../service-kinds.js';
import { inListOrder, recordOf, type InstanceRecord } from './instance-record.js';
import { InstancesRepository } from './instances.repository.js';

/** Which instances are there? Everything is read from stored metadata; no credential is opened. */
@Injectable()
export class InstanceDirectoryService {
  constructor(private readonly rows: InstancesRepository) {}

  /** The instance of this id, or null. Ids are compared exactly. */
  async byId(tx: ReadTx, id: string): Promise<InstanceRecord | null> {
    const row = await this.rows.find(tx, id);
    return row && recordOf(row);
  }

  /** @throws InstanceMissing 404 */
  async require(tx: ReadTx, id: string): Promise<InstanceRecord> {
    const instance = await this.byId(tx, id);
    if (!instance) throw new InstanceMissing();
    return instance;
  }

  /** The instances of a kind by sort_order, name, id. */
  async ofKind(tx: ReadTx, serviceType: ServiceType): Promise<readonly InstanceRecord[]> {
    const rows = await this.rows.ofKind(tx, serviceType);
    return rows.map(recordOf).sort(inListOrder);
  }

  /** All instances by service_type, sort_order, name, id. */
  async all(tx: ReadTx): Promise<readonly InstanceRecord[]> {
    const rows = await this.rows.all(tx);
    return rows.map(recordOf).sort(inListOrder);
  }
}
