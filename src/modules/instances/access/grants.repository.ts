import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { InstanceGrantRow } from './instance-grant.entity.js';
import { PreferencesRepository } from './preferences.repository.js';

/** Who holds which instance? A preference that names the instance goes with the grant. */
@Injectable()
export class GrantsRepository {
  constructor(private readonly preferences: PreferencesRepository) {}

  /** Ids of the instances of every kind that an account holds. */
  async heldBy(tx: ReadTx, userId: number): Promise<ReadonlySet<string>> {
    const rows = await tx.findBy(InstanceGrantRow, { userId });
    return new Set(rows.map(({ instanceId }) => instanceId));
  }

  /** Does the account hold the instance? */
  holds(tx: ReadTx, userId: number, instanceId: string): Promise<boolean> {
    return tx.existsBy(InstanceGrantRow, { userId, instanceId });
  }

  /** Ids of the held ones among these instances, by account; accounts that hold none of them are left out. */
  async holdersOf(tx: ReadTx, instanceIds: readonly string[]): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
    const rows = await tx.findBy(InstanceGrantRow, { instanceId: In(instanceIds) });
    const held = new Map<number, Set<string>>();
    for (const { userId, instanceId } of rows) {
      held.set(userId, (held.get(userId) ?? new Set<string>()).add(instanceId));
    }
    return held;
  }

  /** Grants the instance to these accounts. Answers whether any of them did not hold it before. */
  async add(tx: WriteTx, instanceId: string, userIds: ReadonlySet<number>): Promise<boolean> {
    const holders = await this.holdersOf(tx, [instanceId]);
    const missing = [...userIds].filter((userId) => !holders.has(userId));
    if (missing.length === 0) return false;
    await tx.insert(
      InstanceGrantRow,
      missing.map((userId) => ({ userId, instanceId })),
    );
    return true;
  }

  /** Grants an account that has just been created all of these instances. */
  async addAccount(tx: WriteTx, userId: number, instanceIds: readonly string[]): Promise<void> {
    if (instanceIds.length === 0) return;
    await tx.insert(
      InstanceGrantRow,
      instanceIds.map((instanceId) => ({ userId, instanceId })),
    );
  }

  /** Takes the instance from these accounts. Answers whether any of them held it. */
  async remove(tx: WriteTx, instanceId: string, userIds: ReadonlySet<number>): Promise<boolean> {
    await this.preferences.clear(tx, instanceId, userIds);
    const { affected } = await tx.delete(InstanceGrantRow, { instanceId, userId: In([...userIds]) });
    return (affected ?? 0) > 0;
  }

  async removeAccount(tx: WriteTx, userId: number): Promise<void> {
    await this.preferences.removeAccount(tx, userId);
    await tx.delete(InstanceGrantRow, { userId });
  }

  async removeInstance(tx: WriteTx, instanceId: string): Promise<void> {
    await this.preferences.removeInstance(tx, instanceId);
    await tx.delete(InstanceGrantRow, { instanceId });
  }
}
