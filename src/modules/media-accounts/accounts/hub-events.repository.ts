import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { tableRows } from '../../../core/database/sql-rows.js';
import { HubEventRow } from '../rows.js';

export type NotedHubEvent = Readonly<HubEventRow>;

@Injectable()
export class HubEventsRepository {
  async noteAddress(tx: WriteTx, userId: number): Promise<void> {
    await tx.insert(HubEventRow, { event: 'hub_access_request', userId, instanceId: null });
  }

  async noteInvite(tx: WriteTx, userId: number, instanceId: string): Promise<void> {
    await tx.insert(HubEventRow, { event: 'hub_invite_sent', userId, instanceId });
  }

  /** By signing in from outside. */
  async noteAccount(tx: WriteTx, userId: number): Promise<void> {
    await tx.insert(HubEventRow, { event: 'account_made', userId, instanceId: null });
  }

  oldest(tx: ReadTx, limit: number): Promise<readonly NotedHubEvent[]> {
    return tableRows(tx, HubEventRow, 'ORDER BY id LIMIT :limit', { limit });
  }

  async taken(tx: WriteTx, rows: readonly NotedHubEvent[]): Promise<void> {
    await tx.delete(HubEventRow, { id: In(rows.map(({ id }) => id)) });
  }

  async removeAccount(tx: WriteTx, userId: number): Promise<void> {
    await tx.delete(HubEventRow, { userId });
  }
}
