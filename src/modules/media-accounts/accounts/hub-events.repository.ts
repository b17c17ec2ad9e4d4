import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { tableRows } from '../../../core/database/sql-rows.js';
import { HubEventRow } from '../rows.js';

export type NotedHubEvent = Readonly<HubEventRow>;

/** What has happened at the hub and is still to be told, oldest first. */
@Injectable()
export class HubEventsRepository {
  /** Notes that somebody has named another address at the hub; in the write that keeps the address. */
  async noteAddress(tx: WriteTx, userId: number): Promise<void> {
    await tx.insert(HubEventRow, { event: 'hub_access_request', userId, instanceId: null });
  }

  /** Notes that somebody was invited to a server at the hub; in the write that links them with the invitation. */
  async noteInvite(tx: WriteTx, userId: number, instanceId: string): Promise<void> {
    await tx.insert(HubEventRow, { event: 'hub_invite_sent', userId, instanceId });
  }

  /** Notes that somebody has got an account by signing in from outside; in the write that makes it. */
  async noteAccount(tx: WriteTx, userId: number): Promise<void> {
    await tx.insert(HubEventRow, { event: 'account_made', userId, instanceId: null });
  }

  oldest(tx: ReadTx, limit: number): Promise<readonly NotedHubEvent[]> {
    return tableRows(tx, HubEventRow, 'ORDER BY id LIMIT :limit', { limit });
  }

  /** Forgets those that were taken; in the write that takes them. */
  async taken(tx: WriteTx, rows: readonly NotedHubEvent[]): Promise<void> {
    await tx.delete(HubEventRow, { id: In(rows.map(({ id }) => id)) });
  }

  /** Forgets what concerns an account; in the write that deletes it. */
  async removeAccount(tx: WriteTx, userId: number): Promise<void> {
    await tx.delete(HubEventRow, { userId });
  }
}
