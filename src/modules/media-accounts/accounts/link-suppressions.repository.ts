import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { LinkSuppressionRow } from './link-suppression.entity.js';

/** Whom nothing links with which server by itself. Source: doc 1 §3, Management rules. */
@Injectable()
export class LinkSuppressionsRepository {
  /** The servers with which this person isn't linked by itself. */
  async ofUser(tx: ReadTx, userId: number): Promise<ReadonlySet<string>> {
    const rows = await tx.findBy(LinkSuppressionRow, { userId });
    return new Set(rows.map(({ instanceId }) => instanceId));
  }

  has(tx: ReadTx, userId: number, instanceId: string): Promise<boolean> {
    return tx.existsBy(LinkSuppressionRow, { userId, instanceId });
  }

  async add(tx: WriteTx, userId: number, instanceId: string): Promise<void> {
    await tx.upsert(LinkSuppressionRow, { userId, instanceId }, ['userId', 'instanceId']);
  }

  /** Somebody links or invites them by name: from now on it is as if nothing had been suppressed. */
  async clear(tx: WriteTx, userId: number, instanceId: string): Promise<void> {
    await tx.delete(LinkSuppressionRow, { userId, instanceId });
  }

  async removeInstance(tx: WriteTx, instanceId: string): Promise<void> {
    await tx.delete(LinkSuppressionRow, { instanceId });
  }
}
