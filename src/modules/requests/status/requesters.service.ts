import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import type { SubscriberRow } from '../saved/subscriber-row.entity.js';
import { SubscribersRepository } from '../saved/subscribers.repository.js';

/** An account that waits for a request, with its name when it asked and the formats of a book that it wants. */
export type Requester = Pick<SubscriberRow, 'userId' | 'username'> & Pick<RequestRow, 'bookFormat'>;

/** Finds the accounts that wait for requests. */
@Injectable()
export class RequestersService {
  constructor(private readonly subscribers: SubscribersRepository) {}

  /** The accounts of each of these requests: the subscribers of a shared one, those first who asked first, else its owner. */
  async of(tx: ReadTx, requests: readonly RequestRow[]): Promise<(request: RequestRow) => readonly Requester[]> {
    const shared = requests.filter(({ bookFormat }) => bookFormat !== '').map(({ id }) => id);
    const subscribers = shared.length === 0 ? new Map<number, never>() : await this.subscribers.ofRequests(tx, shared);
    return (request) => subscribers.get(request.id) ?? [ownerOf(request)];
  }
}

function ownerOf({ userId, requesterName, bookFormat }: RequestRow): Requester {
  return { userId, username: requesterName, bookFormat };
}
