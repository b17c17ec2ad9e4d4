import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { groupBy } from '../../../core/collections/group-by.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { findRow, tableRows } from '../../../core/database/sql-rows.js';
import type { InstanceRecord } from '../registry/instance-record.js';
import { InstanceGrantRow, InstancePreferenceRow } from '../registry/rows.js';
import type { ServiceType } from '../service-kinds.js';

/** Who holds which instance, and which one of each kind they prefer. A preference grants nothing and goes with the grant. */
@Injectable()
export class HoldingsRepository {
  async heldBy(tx: ReadTx, userId: number): Promise<ReadonlySet<string>> {
    const rows = await tx.findBy(InstanceGrantRow, { userId });
    return new Set(rows.map(({ instanceId }) => instanceId));
  }

  async holds(tx: ReadTx, userId: number, instanceId: string): Promise<boolean> {
    return (await findRow(tx, InstanceGrantRow, { userId, instanceId })) !== null;
  }

  /** Ids of the held ones among these instances, by account; accounts that hold none of them are left out. */
  async holdersOf(tx: ReadTx, instanceIds: readonly string[]): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
    if (instanceIds.length === 0) return new Map();
    const rows = await tableRows(tx, InstanceGrantRow, 'WHERE instance_id IN (:...instanceIds)', { instanceIds });
    const byUser = groupBy(rows, ({ userId }) => userId);
    return new Map([...byUser].map(([userId, held]) => [userId, new Set(held.map(({ instanceId }) => instanceId))]));
  }

  /** Grants the instance to these accounts. Answers whether any of them did not hold it before. */
  async grant(tx: WriteTx, instanceId: string, userIds: ReadonlySet<number>): Promise<boolean> {
    const holders = await this.holdersOf(tx, [instanceId]);
    const missing = [...userIds].filter((userId) => !holders.has(userId));
    if (missing.length === 0) return false;
    const grants = missing.map((userId) => ({ userId, instanceId }));
    await tx.insert(InstanceGrantRow, grants);
    return true;
  }

  async grantNewAccount(tx: WriteTx, userId: number, instanceIds: readonly string[]): Promise<void> {
    if (instanceIds.length === 0) return;
    const grants = instanceIds.map((instanceId) => ({ userId, instanceId }));
    await tx.insert(InstanceGrantRow, grants);
  }

  /** Takes the instance from these accounts. Answers whether any of them held it. */
  async revoke(tx: WriteTx, instanceId: string, userIds: ReadonlySet<number>): Promise<boolean> {
    await this.clearPreferred(tx, instanceId, userIds);
    const { affected } = await tx.delete(InstanceGrantRow, { instanceId, userId: In([...userIds]) });
    return (affected ?? 0) > 0;
  }

  async preferredBy(tx: ReadTx, userId: number): Promise<ReadonlyMap<ServiceType, string>> {
    const rows = await tx.find(InstancePreferenceRow, { where: { userId }, order: { serviceType: 'ASC' } });
    return new Map(rows.map(({ serviceType, instanceId }) => [serviceType, instanceId]));
  }

  async preferredOfKind(tx: ReadTx, serviceType: ServiceType): Promise<ReadonlyMap<number, string>> {
    const rows = await tx.findBy(InstancePreferenceRow, { serviceType });
    return new Map(rows.map(({ userId, instanceId }) => [userId, instanceId]));
  }

  /** Makes these accounts prefer the instance, in place of what they preferred of its kind. */
  async setPreferred(tx: WriteTx, { id, serviceType }: InstanceRecord, userIds: ReadonlySet<number>): Promise<void> {
    if (userIds.size === 0) return;
    await tx.delete(InstancePreferenceRow, { serviceType, userId: In([...userIds]) });
    const preferences = [...userIds].map((userId) => ({ userId, serviceType, instanceId: id }));
    await tx.insert(InstancePreferenceRow, preferences);
  }

  async clearPreferredOfKind(tx: WriteTx, userId: number, serviceType: ServiceType): Promise<void> {
    await tx.delete(InstancePreferenceRow, { userId, serviceType });
  }

  async clearPreferred(tx: WriteTx, instanceId: string, userIds: ReadonlySet<number>): Promise<void> {
    await tx.delete(InstancePreferenceRow, { instanceId, userId: In([...userIds]) });
  }

  async removeAccount(tx: WriteTx, userId: number): Promise<void> {
    await tx.delete(InstancePreferenceRow, { userId });
    await tx.delete(InstanceGrantRow, { userId });
  }

  async removeInstance(tx: WriteTx, instanceId: string): Promise<void> {
    await tx.delete(InstancePreferenceRow, { instanceId });
    await tx.delete(InstanceGrantRow, { instanceId });
  }
}
