import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import type { InstanceRecord } from '../registry/instance-record.js';
import type { ServiceType } from '../service-kinds.js';
import { InstancePreferenceRow } from './instance-preference.entity.js';

/** Which instance of each kind do people prefer? A preference grants nothing. */
@Injectable()
export class PreferencesRepository {
  /** Ids of the instances that the account prefers, at most one of each kind. */
  async allOf(tx: ReadTx, userId: number): Promise<ReadonlySet<string>> {
    const rows = await tx.findBy(InstancePreferenceRow, { userId });
    return new Set(rows.map(({ instanceId }) => instanceId));
  }

  /** Ids of the preferred instances of this kind, by account. */
  async ofKind(tx: ReadTx, serviceType: ServiceType): Promise<ReadonlyMap<number, string>> {
    const rows = await tx.findBy(InstancePreferenceRow, { serviceType });
    return new Map(rows.map(({ userId, instanceId }) => [userId, instanceId]));
  }

  /** Id of the instance that the account prefers, of each kind for which it prefers one. */
  async ofAccount(tx: ReadTx, userId: number): Promise<ReadonlyMap<ServiceType, string>> {
    const rows = await tx.find(InstancePreferenceRow, { where: { userId }, order: { serviceType: 'ASC' } });
    return new Map(rows.map(({ serviceType, instanceId }) => [serviceType, instanceId]));
  }

  /** Makes these accounts prefer the instance, in place of what they preferred of its kind. */
  async set(tx: WriteTx, { id, serviceType }: InstanceRecord, userIds: ReadonlySet<number>): Promise<void> {
    if (userIds.size === 0) return;
    await tx.delete(InstancePreferenceRow, { serviceType, userId: In([...userIds]) });
    await tx.insert(
      InstancePreferenceRow,
      [...userIds].map((userId) => ({ userId, serviceType, instanceId: id })),
    );
  }

  /** Makes the account prefer no instance of this kind. */
  async clearKind(tx: WriteTx, userId: number, serviceType: ServiceType): Promise<void> {
    await tx.delete(InstancePreferenceRow, { userId, serviceType });
  }

  /** Forgets the preferences of these accounts that name the instance; others stay. */
  async clear(tx: WriteTx, instanceId: string, userIds: ReadonlySet<number>): Promise<void> {
    await tx.delete(InstancePreferenceRow, { instanceId, userId: In([...userIds]) });
  }

  async removeAccount(tx: WriteTx, userId: number): Promise<void> {
    await tx.delete(InstancePreferenceRow, { userId });
  }

  async removeInstance(tx: WriteTx, instanceId: string): Promise<void> {
    await tx.delete(InstancePreferenceRow, { instanceId });
  }
}
