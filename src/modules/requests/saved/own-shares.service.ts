import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import type { Deliveries, SavedRequest } from './dispatches.repository.js';
import type { SubscriberRow } from './rows.js';
import { SubscribersRepository } from './subscribers.repository.js';
import { formatsIn } from './work.js';

/** Shows shared requests as they are to one account: with the formats that it waits for, and their deliveries. */
@Injectable()
export class OwnSharesService {
  constructor(private readonly subscribers: SubscribersRepository) {}

  /** The account's part of each of these requests, in their order; those of other accounts are left out. */
  async of(tx: ReadTx, userId: number, requests: readonly SavedRequest[]): Promise<readonly SavedRequest[]> {
    const shared = requests.filter(({ request }) => request.bookFormat !== '').map(({ request }) => request.id);
    const subscribers = shared.length === 0 ? new Map<number, never>() : await this.subscribers.ofRequests(tx, shared);
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
