import { Injectable } from '@nestjs/common';
import { groupBy } from '../../../core/collections/group-by.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { tableRows } from '../../../core/database/sql-rows.js';
import type { Deliveries, SavedRequest } from './dispatches.repository.js';
import { SubscriberRow } from './rows.js';
import { formatsIn } from './work.js';

/** The accounts that wait for shared requests. The owner of a request is one of its subscribers. */
@Injectable()
export class SubscribersRepository {
  ofRequest(tx: ReadTx, requestId: number): Promise<readonly SubscriberRow[]> {
    return tableRows(tx, SubscriberRow, 'WHERE request_id = :requestId ORDER BY joined_at, user_id', { requestId });
  }

  async one(tx: ReadTx, requestId: number, userId: number): Promise<SubscriberRow | undefined> {
    return (await tx.findOneBy(SubscriberRow, { requestId, userId })) ?? undefined;
  }

  async ofRequests(tx: ReadTx, requestIds: readonly number[]): Promise<ReadonlyMap<number, readonly SubscriberRow[]>> {
    if (requestIds.length === 0) return new Map();
    const rest = 'WHERE request_id IN (:...requestIds) ORDER BY joined_at, user_id';
    const rows = await tableRows(tx, SubscriberRow, rest, { requestIds });
    return groupBy(rows, ({ requestId }) => requestId);
  }

  async add(tx: WriteTx, subscriber: SubscriberRow): Promise<void> {
    await tx.insert(SubscriberRow, subscriber);
  }

  /** The subscriber keeps the place among the others. */
  async change(
    tx: WriteTx,
    { requestId, userId }: Pick<SubscriberRow, 'requestId' | 'userId'>,
    bookFormat: SubscriberRow['bookFormat'],
  ): Promise<void> {
    await tx.update(SubscriberRow, { requestId, userId }, { bookFormat });
  }

  async remove(tx: WriteTx, requestId: number, userId: number): Promise<void> {
    await tx.delete(SubscriberRow, { requestId, userId });
  }

  /** The account's part of each of these requests, in their order; those of other accounts are left out. */
  async ownParts(tx: ReadTx, userId: number, requests: readonly SavedRequest[]): Promise<readonly SavedRequest[]> {
    const shared = requests.filter(({ request }) => request.bookFormat !== '').map(({ request }) => request.id);
    const subscribers = shared.length === 0 ? new Map<number, never>() : await this.ofRequests(tx, shared);
    return requests.flatMap((one) => {
      if (one.request.bookFormat === '') return one.request.userId === userId ? [one] : [];
      const own = subscribers.get(one.request.id)?.find((subscriber) => subscriber.userId === userId);
      return own ? [partOf(one, own)] : [];
    });
  }
}

function partOf({ request, deliveries }: SavedRequest, { bookFormat, joinedAt }: SubscriberRow): SavedRequest {
  const formats: readonly string[] = formatsIn(bookFormat);
  const [first, ...others] = deliveries.filter(({ format }) => formats.includes(format));
  const part: Deliveries = first ? [first, ...others] : deliveries;
  return { request: { ...request, bookFormat, requestedAt: joinedAt }, deliveries: part };
}
