import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { groupBy } from '../../../core/collections/group-by.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { SubscriberRow } from './subscriber-row.entity.js';

/** The accounts that wait for shared requests. The owner of a request is one of its subscribers. */
@Injectable()
export class SubscribersRepository {
  /** The subscribers of a request: those who joined first come first. */
  ofRequest(tx: ReadTx, requestId: number): Promise<readonly SubscriberRow[]> {
    return tx.find(SubscriberRow, { where: { requestId }, order: { joinedAt: 'ASC', userId: 'ASC' } });
  }

  /** The subscribers of several requests, by request; those who joined first come first. */
  async ofRequests(tx: ReadTx, requestIds: readonly number[]): Promise<ReadonlyMap<number, readonly SubscriberRow[]>> {
    const where = { requestId: In([...requestIds]) };
    const rows = await tx.find(SubscriberRow, { where, order: { joinedAt: 'ASC', userId: 'ASC' } });
    return groupBy(rows, ({ requestId }) => requestId);
  }

  /** Adds a subscriber, or changes the formats of one; who has joined before keeps the place. */
  async put(tx: WriteTx, subscriber: SubscriberRow): Promise<void> {
    const { requestId, userId, bookFormat } = subscriber;
    const known = await tx.findOneBy(SubscriberRow, { requestId, userId });
    if (known) await tx.update(SubscriberRow, { requestId, userId }, { bookFormat });
    else await tx.insert(SubscriberRow, subscriber);
  }

  /** Removes a subscriber. */
  async remove(tx: WriteTx, requestId: number, userId: number): Promise<void> {
    await tx.delete(SubscriberRow, { requestId, userId });
  }
}
