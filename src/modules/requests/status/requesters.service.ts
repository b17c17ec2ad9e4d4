import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import { SubscribersRepository } from '../saved/subscribers.repository.js';

/** An account that waits for a request. */
export interface Requester {
  readonly userId: number;
  /** The account's name when it asked. */
  readonly username: string;
  /** A book: the formats that this account wants. Empty for other titles. */
  readonly bookFormat: RequestRow['bookFormat'];
}

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
