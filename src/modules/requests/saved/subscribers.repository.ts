import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { groupBy } from '../../../core/collections/group-by.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { SubscriberRow } from './rows.js';

/** The accounts that wait for shared requests. The owner of a request is one of its subscribers. */
@Injectable()
export class SubscribersRepository {
  /** The subscribers of a request: those who joined first come first. */
  ofRequest(tx: ReadTx, requestId: number): Promise<readonly SubscriberRow[]> {
    return tx.find(SubscriberRow, { where: { requestId }, order: { joinedAt: 'ASC', userId: 'ASC' } });
  }

  /** A subscriber of a request; undefined when the account does not wait for it. */
  async one(tx: ReadTx, requestId: number, userId: number): Promise<SubscriberRow | undefined> {
    return (await tx.findOneBy(SubscriberRow, { requestId, userId })) ?? undefined;
  }

  /** The subscribers of several requests, by request; those who joined first come first. */
  async ofRequests(tx: ReadTx, requestIds: readonly number[]): Promise<ReadonlyMap<number, readonly SubscriberRow[]>> {
    const where = { requestId: In([...requestIds]) };
    const rows = await tx.find(SubscriberRow, { where, order: { joinedAt: 'ASC', userId: 'ASC' } });
    return groupBy(rows, ({ requestId }) => requestId);
  }

  /** Adds a subscriber. */
  async add(tx: WriteTx, subscriber: SubscriberRow): Promise<void> {
    await tx.insert(SubscriberRow, subscriber);
  }

  /** Changes the formats that a subscriber wants; the subscriber keeps the place among the others. */
  async change(
    tx: WriteTx,
    { requestId, userId }: Pick<SubscriberRow, 'requestId' | 'userId'>,
    bookFormat: SubscriberRow['bookFormat'],
  ): Promise<void> {
    await tx.update(SubscriberRow, { requestId, userId }, { bookFormat });
  }

  /** Removes a subscriber. */
  async remove(tx: WriteTx, requestId: number, userId: number): Promise<void> {
    await tx.delete(SubscriberRow, { requestId, userId });
  }
}
