import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { RequestRow } from './request-row.entity.js';
import { SubscriberRow } from './subscriber-row.entity.js';
import { isShared, openKey, type RequestSubject, type Work } from './work.js';

/** The columns of a new request. */
export type NewRequest = Pick<
  RequestRow,
  'userId' | 'requesterName' | 'title' | 'status' | 'qualityProfileId' | 'requestedAt'
> &
  RequestSubject &
  Partial<
    SeriesColumns &
      Pick<
        RequestRow,
        'tmdbId' | 'foreignId' | 'bookFormat' | 'searchTerm' | 'catalogProvider' | 'catalogId' | 'openKey'
      >
  >;

/** The columns that only requests for series have. */
type SeriesColumns = Pick<RequestRow, 'tvdbId' | 'seasonScope' | 'seasonMap' | 'matchRevision' | 'matchProvenance'>;

/** What {@link RequestsRepository.change} may set. */
export type RequestChange = Partial<
  Pick<
    RequestRow,
    | 'status'
    | 'userId'
    | 'requesterName'
    | 'bookFormat'
    | 'qualityProfileId'
    | 'openKey'
    | 'approvedBy'
    | 'decidedAt'
    | 'denyReason'
    | 'completedAt'
    | 'instanceId'
    | 'forgottenAt'
  > &
    SeriesColumns
>;

/** The deny reason of withdrawn requests. Source: doc 4 section 1.8. */
export const CANCELLED = 'Cancelled';

/** A row that is not forgotten. */
const REMEMBERED = { forgottenAt: IsNull() };

/** Newest first. */
function merged(own: readonly RequestRow[], shared: readonly RequestRow[], limit: number): readonly RequestRow[] {
  if (shared.length === 0) return own;
  return [...own, ...shared].sort((one, other) => other.id - one.id).slice(0, limit);
}

/** The rows of requests. Lists for requesters leave out forgotten ones. */
@Injectable()
export class RequestsRepository {
  /**
   * Adds a request and returns its id.
   *
   * @throws UniqueViolation when another request has the same open key
   */
  async insert(tx: WriteTx, request: NewRequest): Promise<number> {
    const result = await tx.insert(RequestRow, { tmdbId: 0, ...request });
    return (result.identifiers[0] as { id: number }).id;
  }

  /** One request, whether it was forgotten or not. */
  async byId(tx: ReadTx, id: number): Promise<RequestRow | null> {
    return tx.findOneBy(RequestRow, { id });
  }

  /** One request that was not forgotten. */
  async remembered(tx: ReadTx, id: number): Promise<RequestRow | null> {
    return tx.findOneBy(RequestRow, { id, ...REMEMBERED });
  }

  /** The request with the open key of this subject. */
  async open(tx: ReadTx, input: RequestSubject): Promise<RequestRow | null> {
    return tx.findOneBy(RequestRow, { openKey: openKey(input) });
  }

  /** The accepted requests of an account for a work in a library, newest first. */
  async accepted(tx: ReadTx, input: RequestSubject): Promise<readonly RequestRow[]> {
    const { userId, mediaType, key, instanceId } = input;
    const where = { userId, mediaType, key, instanceId, status: 'requested' as const, ...REMEMBERED };
    return tx.find(RequestRow, { where, order: { id: 'DESC' } });
  }

  /** The newest request of an account for a work in a library, in any state; one that it shares counts as well. */
  async newest(tx: ReadTx, input: RequestSubject): Promise<RequestRow | null> {
    const { userId, mediaType, key, instanceId } = input;
    const where = { userId, mediaType, key, instanceId, ...REMEMBERED };
    const own = await tx.findOne(RequestRow, { where, order: { id: 'DESC' } });
    if (!isShared(input)) return own;
    const shared = await this.sharedBy(tx, userId, 'request.work_key = :key AND request.instance_id = :instanceId', {
      key,
      instanceId,
    });
    return merged(own ? [own] : [], shared, 1)[0] ?? null;
  }

  /** An account's requests for a work in all libraries, newest first; those that it shares count as well. */
  async ofWork(
    tx: ReadTx,
    { userId, mediaType, key }: Pick<RequestSubject, 'userId' | 'mediaType' | 'key'>,
    limit: number,
  ): Promise<readonly RequestRow[]> {
    const where = { userId, mediaType, key, ...REMEMBERED };
    const own = await tx.find(RequestRow, { where, order: { id: 'DESC' }, take: limit });
    if (!isShared({ mediaType })) return own;
    return merged(own, await this.sharedBy(tx, userId, 'request.work_key = :key', { key }), limit);
  }

  /** The ids of all accounts' requests for a work in all libraries, oldest first. */
  async idsOfWork(tx: ReadTx, { mediaType, key }: Work): Promise<readonly number[]> {
    const where = { mediaType, key, ...REMEMBERED };
    const rows = await tx.find(RequestRow, { where, order: { id: 'ASC' } });
    return rows.map(({ id }) => id);
  }

  /** An account's requests, newest first; those that it shares count as well. */
  async ofAccount(tx: ReadTx, userId: number, limit: number): Promise<readonly RequestRow[]> {
    const own = await tx.find(RequestRow, { where: { userId, ...REMEMBERED }, order: { id: 'DESC' }, take: limit });
    return merged(own, await this.sharedBy(tx, userId, '1 = 1', {}), limit);
  }

  /** Requests that wait for a decision, oldest first. */
  async pending(tx: ReadTx, limit: number): Promise<readonly RequestRow[]> {
    return tx.find(RequestRow, { where: { status: 'pending' }, order: { id: 'ASC' }, take: limit });
  }

  /** The metadata provider's ids under which a series of a library's catalog was requested. */
  async tmdbIdsOf(tx: ReadTx, instanceId: string, tvdbId: number): Promise<readonly number[]> {
    const rows = await tx
      .createQueryBuilder(RequestRow, 'request')
      .select('request.tmdb_id', 'tmdb_id')
      .where('request.tvdb_id = :tvdbId AND request.instance_id = :instanceId', { tvdbId, instanceId })
      .distinct(true)
      .orderBy('request.tmdb_id', 'ASC')
      .getRawMany<{ readonly tmdb_id: number }>();
    return rows.map(({ tmdb_id }) => tmdb_id);
  }

  /** How many requests wait for a decision. */
  countPending(tx: ReadTx): Promise<number> {
    return tx.countBy(RequestRow, { status: 'pending' });
  }

  /** An account's pending and accepted requests, including those of removed libraries. */
  async openOfAccount(tx: ReadTx, userId: number): Promise<readonly RequestRow[]> {
    return tx.findBy(RequestRow, { userId, status: In(['pending', 'requested']) });
  }

  /** The requests of others that an account waits for as well, newest first. */
  private sharedBy(
    tx: ReadTx,
    userId: number,
    which: string,
    parameters: Readonly<Record<string, string>>,
  ): Promise<readonly RequestRow[]> {
    return tx
      .createQueryBuilder(RequestRow, 'request')
      .innerJoin(SubscriberRow, 'own', 'own.request_id = request.id AND own.user_id = :userId', { userId })
      .where('request.user_id <> :userId AND request.forgotten_at IS NULL')
      .andWhere(which, parameters)
      .orderBy('request.id', 'DESC')
      .getMany();
  }

  /** Sets columns of a request. */
  async change(tx: WriteTx, id: number, change: RequestChange): Promise<void> {
    await tx.update(RequestRow, { id }, change);
  }

  /**
   * Withdraws a request: it is saved as denied with the reason `Cancelled`, or another one, and no approver. Source: doc
   * 4 section 1.8.
   */
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
}
