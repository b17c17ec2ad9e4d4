import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { groupBy } from '../../../core/collections/group-by.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { findRow, insertRows, tableRows, updateRows } from '../../../core/database/sql-rows.js';
import type { Deliveries, SavedRequest } from './dispatches.repository.js';
import { RequestRow, SubscriberRow } from './rows.js';
import { formatsIn, isShared, openKey, type RequestSubject, type Work } from './work.js';

type SeriesColumns = 'tvdbId' | 'seasonScope' | 'seasonMap' | 'matchRevision' | 'matchProvenance';

/** The columns that only requests for books and albums have, and that never change. */
type CatalogColumns = 'foreignId' | 'catalogProvider' | 'catalogId' | 'searchTerm';

type LaterColumns = 'approvedBy' | 'decidedAt' | 'denyReason' | 'completedAt' | 'forgottenAt';

type OptionalColumns = SeriesColumns | CatalogColumns | 'tmdbId' | 'bookFormat' | 'openKey';

export type NewRequest = Omit<RequestRow, 'id' | LaterColumns | OptionalColumns> &
  Partial<Pick<RequestRow, OptionalColumns>>;

export type RequestChange = Partial<
  Omit<RequestRow, 'id' | 'mediaType' | 'key' | 'tmdbId' | 'title' | CatalogColumns | 'requestedAt'>
>;

export interface CatalogId {
  readonly provider: string;
  readonly id: string;
}

export const CANCELLED = 'Cancelled';

const REMEMBERED = { forgottenAt: IsNull() };

const OF_WORK_HERE = `
  WHERE user_id = :userId AND media_type = :mediaType AND work_key = :key AND instance_id = :instanceId
    AND forgotten_at IS NULL`;

const IDS_PER_STATEMENT = 500;

/** The most requests of an account for one work that count. */
const MOST_OF_WORK = 500;

/** The rows of requests. Lists for requesters leave out forgotten ones. */
@Injectable()
export class RequestsRepository {
  /** Adds a request and returns its id. @throws UniqueViolation when another request has the same open key */
  async insert(tx: WriteTx, request: NewRequest): Promise<number> {
    const [id = 0] = await insertRows(tx, RequestRow, [{ tmdbId: 0, ...request }]);
    return id;
  }

  async byId(tx: ReadTx, id: number): Promise<RequestRow | null> {
    return findRow(tx, RequestRow, { id });
  }

  async remembered(tx: ReadTx, id: number): Promise<RequestRow | null> {
    const [found = null] = await tableRows(tx, RequestRow, 'WHERE id = :id AND forgotten_at IS NULL', { id });
    return found;
  }

  async open(tx: ReadTx, input: RequestSubject): Promise<RequestRow | null> {
    return findRow(tx, RequestRow, { openKey: openKey(input) });
  }

  /** The accepted requests of an account for a work in a library, newest first. */
  async accepted(tx: ReadTx, input: RequestSubject): Promise<readonly RequestRow[]> {
    return tableRows(tx, RequestRow, `${OF_WORK_HERE} AND status = 'requested' ORDER BY id DESC`, { ...input });
  }

  /** Those of these series that accepted requests are for, each with the provider's ids of its titles. */
  async acceptedSeries(
    tx: ReadTx,
    instanceId: string,
    tvdbIds: readonly number[],
  ): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
    const titles = new Map<number, Set<number>>();
    for (let start = 0; start < tvdbIds.length; start += IDS_PER_STATEMENT) {
      const tvdbId = In(tvdbIds.slice(start, start + IDS_PER_STATEMENT));
      const where = { tvdbId, instanceId, status: 'requested' as const, ...REMEMBERED };
      for (const request of await tx.findBy(RequestRow, where)) {
        const key = request.tvdbId ?? 0;
        titles.set(key, (titles.get(key) ?? new Set()).add(request.tmdbId));
      }
    }
    return titles;
  }

  /** The newest request of an account for a work that isn't shared, in a library, in any state. */
  async newest(tx: ReadTx, input: RequestSubject): Promise<RequestRow | null> {
    const [found = null] = await tableRows(tx, RequestRow, `${OF_WORK_HERE} ORDER BY id DESC LIMIT 1`, { ...input });
    return found;
  }

  /** An account's 500 newest requests for a work in all libraries, newest first; those that it shares count as well. */
  async ofWork(
    tx: ReadTx,
    { userId, mediaType, key }: Pick<RequestSubject, 'userId' | 'mediaType' | 'key'>,
  ): Promise<readonly RequestRow[]> {
    const [whose, order] = isShared({ mediaType }) ? [PARTS, NEWEST_PART] : [OWN, 'request.id DESC'];
    const ofWork = 'request.media_type = :mediaType AND request.work_key = :key';
    const rest = `request WHERE ${whose} AND ${ofWork} ORDER BY ${order} LIMIT :limit`;
    return tableRows(tx, RequestRow, rest, { userId, mediaType, key, limit: MOST_OF_WORK });
  }

  /** The ids of all accounts' requests for a work in all libraries, oldest first. */
  async idsOfWork(tx: ReadTx, { mediaType, key }: Work): Promise<readonly number[]> {
    const where = { mediaType, key, ...REMEMBERED };
    const rows = await tx.find(RequestRow, { where, order: { id: 'ASC' } });
    return rows.map(({ id }) => id);
  }

  /** The ids of the pending and accepted requests for what a library files under this key, oldest first. */
  async awaiting(tx: ReadTx, instanceId: string, { mediaType, key }: Work): Promise<readonly number[]> {
    const filed = 'SELECT request_id FROM request_dispatch WHERE canonical_foreign_id = :key';
    const rows = await tx
      .createQueryBuilder(RequestRow, 'request')
      .where('request.instance_id = :instanceId AND request.media_type = :mediaType', { instanceId, mediaType })
      .andWhere(`(request.work_key = :key OR request.id IN (${filed}))`, { key })
      .andWhere(`request.status IN ('pending', 'requested') AND request.forgotten_at IS NULL`)
      .orderBy('request.id', 'ASC')
      .getMany();
    return rows.map(({ id }) => id);
  }

  /** Newest first, shared ones included. @param before only those that follow this one; none follow a request that isn't the account's */
  ofAccount(tx: ReadTx, userId: number, limit: number, before?: number): Promise<readonly RequestRow[]> {
    const after = before === undefined ? '' : `AND ${AFTER_PART}`;
    const rest = `request WHERE ${PARTS} ${after} ORDER BY ${NEWEST_PART} LIMIT :limit`;
    return tableRows(tx, RequestRow, rest, { userId, limit, before: before ?? null });
  }

  async ofAccountIn(
    tx: ReadTx,
    { userId, mediaType, instanceId }: Pick<RequestSubject, 'userId' | 'mediaType' | 'instanceId'>,
    limit: number,
  ): Promise<readonly RequestRow[]> {
    const where = { userId, mediaType, instanceId, ...REMEMBERED };
    return tx.find(RequestRow, { where, order: { id: 'DESC' }, take: limit });
  }

  /** The newest request of an account for each of these works that aren't shared, in a library, in any state. */
  async newestOf(
    tx: ReadTx,
    { userId, mediaType, instanceId }: Pick<RequestSubject, 'userId' | 'mediaType' | 'instanceId'>,
    keys: readonly string[],
  ): Promise<readonly RequestRow[]> {
    const where = { userId, mediaType, instanceId, key: In(keys), ...REMEMBERED };
    const rows = await tx.find(RequestRow, { where, order: { id: 'ASC' } });
    return [...new Map(rows.map((row) => [row.key, row])).values()];
  }

  /** The newest request of an account in a library for what has this id in an outside catalog, in any state. */
  async newestOfCatalog(
    tx: ReadTx,
    { userId, instanceId }: Pick<RequestSubject, 'userId' | 'instanceId'>,
    { provider, id }: CatalogId,
  ): Promise<RequestRow | null> {
    const where = { userId, instanceId, catalogProvider: provider, catalogId: id, ...REMEMBERED };
    return tx.findOne(RequestRow, { where, order: { id: 'DESC' } });
  }

  /** An account's pending and accepted requests, including those of removed libraries. */
  async openOfAccount(tx: ReadTx, userId: number): Promise<readonly RequestRow[]> {
    return tx.findBy(RequestRow, { userId, status: In(['pending', 'requested']) });
  }

  async change(tx: WriteTx, id: number, change: RequestChange): Promise<void> {
    await updateRows(tx, RequestRow, { id }, change);
  }

  /** Withdraws a request: it is saved as denied with the reason `Cancelled`, or another one, and no approver. */
  async cancel(tx: WriteTx, id: number, now: number, reason = CANCELLED): Promise<void> {
    await this.change(tx, id, {
      status: 'denied',
      denyReason: reason,
      approvedBy: null,
      decidedAt: now,
      openKey: null,
    });
  }

  /** Forgets a removed library: its requests stay as history and release their open keys. */
  async forgetInstance(tx: WriteTx, instanceId: string): Promise<void> {
    await tx.update(RequestRow, { instanceId }, { instanceId: null, openKey: null });
  }

  /** Those who wait for a shared request, its owner among them; those first who joined first. */
  subscribersOf(tx: ReadTx, requestId: number): Promise<readonly SubscriberRow[]> {
    return tableRows(tx, SubscriberRow, 'WHERE request_id = :requestId ORDER BY joined_at, user_id', { requestId });
  }

  async subscriber(tx: ReadTx, requestId: number, userId: number): Promise<SubscriberRow | undefined> {
    return (await tx.findOneBy(SubscriberRow, { requestId, userId })) ?? undefined;
  }

  /** By request; those first who joined first. Requests that aren't shared have none, and cost no statement. */
  async subscribersOfAll(
    tx: ReadTx,
    requests: readonly Pick<RequestRow, 'id' | 'bookFormat'>[],
  ): Promise<ReadonlyMap<number, readonly SubscriberRow[]>> {
    const ids = requests.filter(({ bookFormat }) => bookFormat !== '').map(({ id }) => id);
    if (ids.length === 0) return new Map();
    const rest = 'WHERE request_id IN (:...ids) ORDER BY joined_at, user_id';
    return groupBy(await tableRows(tx, SubscriberRow, rest, { ids }), ({ requestId }) => requestId);
  }

  async subscribe(tx: WriteTx, subscriber: SubscriberRow): Promise<void> {
    await tx.insert(SubscriberRow, subscriber);
  }

  /** Changes the formats that a subscriber wants; the subscriber keeps the place among the others. */
  async changeSubscriber(
    tx: WriteTx,
    { requestId, userId }: Pick<SubscriberRow, 'requestId' | 'userId'>,
    bookFormat: SubscriberRow['bookFormat'],
  ): Promise<void> {
    await tx.update(SubscriberRow, { requestId, userId }, { bookFormat });
  }

  async unsubscribe(tx: WriteTx, requestId: number, userId: number): Promise<void> {
    await tx.delete(SubscriberRow, { requestId, userId });
  }

  /** The account's part of each of these requests, in their order; those of other accounts are left out. */
  async ownParts(tx: ReadTx, userId: number, requests: readonly SavedRequest[]): Promise<readonly SavedRequest[]> {
    const subscribers = await this.subscribersOfAll(
      tx,
      requests.map(({ request }) => request),
    );
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

const OWN = 'request.forgotten_at IS NULL AND request.user_id = :userId';

/** The requests of an account, and those that it shares. */
const PARTS = `request.forgotten_at IS NULL AND request.id IN (
  SELECT id FROM request_log WHERE user_id = :userId
  UNION SELECT request_id FROM book_request_waiters WHERE user_id = :userId)`;

/** A shared request is as old as the account's own part of it: who left and asks again has a new part of an old row. */
const ASKED_AT = `COALESCE(
  (SELECT own.joined_at FROM book_request_waiters own WHERE own.request_id = request.id AND own.user_id = :userId),
  request.requested_at)`;

const NEWEST_PART = `${ASKED_AT} DESC, request.id DESC`;

/** Follows, in this order, the account's part of the request `before`. */
const AFTER_PART = `(${ASKED_AT}, request.id) < (
  SELECT COALESCE(part.joined_at, past.requested_at), past.id
  FROM request_log past
  LEFT JOIN book_request_waiters part ON part.request_id = past.id AND part.user_id = :userId
  WHERE past.id = :before AND (past.user_id = :userId OR part.user_id = :userId))`;
