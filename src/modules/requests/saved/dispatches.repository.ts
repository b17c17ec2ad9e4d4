import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { groupBy } from '../../../core/collections/group-by.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { findRow, insertRows, sqlRows, tableRows, updateRows } from '../../../core/database/sql-rows.js';
import { type Lease, LeasedRows, MOST_SKEW_MS, NOT_LEASED } from '../../../core/work/leased-rows.js';
import { MOST_ATTEMPTS } from './back-off.js';
import { sayDelivery } from './delivery-sentences.js';
import { type DeliveryCode, DispatchRow, type DispatchState, type JobKey, OPEN_STATES } from './job-rows.js';
import { RequestRow, SubscriberRow } from './rows.js';
import type { Work } from './work.js';

export interface DeliveryJob extends JobKey, Work, Readonly<Pick<RequestRow, JobFacts | SeriesFacts>> {
  /** 1 when the library is taking the title in and the attempt only looks how far it is, else 0. */
  readonly isLook: 0 | 1;
}

type JobFacts = 'userId' | 'tmdbId' | 'title' | 'instanceId' | 'qualityProfileId' | 'searchTerm';
type SeriesFacts = 'tvdbId' | 'seasonScope' | 'seasonMap' | 'matchRevision';

export interface ClaimedJob extends DeliveryJob, Readonly<Pick<DispatchRow, LeftBehind>> {
  readonly leaseToken: string;
  /** Attempts so far, this one included. */
  readonly attempts: number;
}

type LeftBehind =
  | 'mutation'
  | 'searchMark'
  | 'recordId'
  | 'canonicalForeignId'
  | 'heldEpisodes'
  | 'waitingSince'
  | 'announcedWait';

export type Deliveries = readonly [DispatchRow, ...DispatchRow[]];

export interface SavedRequest {
  readonly request: RequestRow;
  readonly deliveries: Deliveries;
}

/** What {@link DispatchesRepository.change} may set. */
export type DispatchChange = Partial<Omit<DispatchRow, 'requestId' | 'format'>>;

/** A worker has a delivery job to itself for five minutes, and longer while it extends that. */
export const JOB_LEASES = new LeasedRows(DispatchRow, 5 * 60_000);

/** The lease of a claimed job. It is lost, too, where the job is no longer being processed. */
export const leaseOf = ({ requestId, format, leaseToken: token }: ClaimedJob): Lease<DispatchRow> => ({
  where: { requestId, format, state: 'processing' },
  token,
});

const GIVEN_UP = {
  state: 'attention',
  code: 'retry_limit',
  message: sayDelivery('delivery_tried_too_often'),
} as const;

@Injectable()
export class DispatchesRepository {
  /** @param openKey see `DispatchRow.openKey` @throws UniqueViolation when another job has the same open key */
  async insert(
    tx: WriteTx,
    { requestId, format, openKey = null }: JobKey & { readonly openKey?: string | null },
    state: 'approval' | 'queued' | 'cancelled',
    now: number,
  ): Promise<void> {
    const nextAttemptAt = state === 'queued' ? now : null;
    await insertRows(tx, DispatchRow, [
      { requestId, format, state, attempts: 0, nextAttemptAt, message: null, openKey },
    ]);
  }

  async ofRequest(tx: ReadTx, requestId: number): Promise<readonly DispatchRow[]> {
    return tableRows(tx, DispatchRow, 'WHERE request_id = :requestId ORDER BY format', { requestId });
  }

  async holding(tx: ReadTx, openKeys: readonly string[]): Promise<readonly DispatchRow[]> {
    return openKeys.length === 0 ? [] : tx.find(DispatchRow, { where: { openKey: In(openKeys) } });
  }

  async byKey(tx: ReadTx, { requestId, format }: JobKey): Promise<DispatchRow | null> {
    return findRow(tx, DispatchRow, { requestId, format });
  }

  /** The shared requests that an account waits for and that have an open job, newest first. */
  async awaitedBy(tx: ReadTx, userId: number): Promise<readonly number[]> {
    const rows = await tx
      .createQueryBuilder(SubscriberRow, 'own')
      .innerJoin(DispatchRow, 'job', 'job.request_id = own.request_id')
      .select('own.request_id', 'requestId')
      .where('own.user_id = :userId AND job.state IN (:...open)', { userId, open: OPEN_STATES })
      .distinct(true)
      .orderBy('own.request_id', 'DESC')
      .getRawMany<{ readonly requestId: number }>();
    return rows.map(({ requestId }) => requestId);
  }

  async joined(tx: ReadTx, requests: readonly RequestRow[]): Promise<readonly SavedRequest[]> {
    if (requests.length === 0) return [];
    const ids = requests.map(({ id }) => id);
    const jobs = await tableRows(tx, DispatchRow, 'WHERE request_id IN (:...ids) ORDER BY format', { ids });
    const byRequest = groupBy(jobs, ({ requestId }) => requestId);
    return requests.flatMap((request) => {
      const deliveries = byRequest.get(request.id);
      return deliveries ? [{ request, deliveries }] : [];
    });
  }

  async librariesDue(tx: ReadTx, now: number): Promise<readonly (string | null)[]> {
    const sql = `SELECT DISTINCT request.instance_id AS "instanceId" ${WHAT_IS_DUE}`;
    const rows = await sqlRows<{ readonly instanceId: string | null }>(tx, sql, dueAt(now));
    return rows.map((row) => row.instanceId);
  }

  /** A library's due jobs, those that have waited longest first; looks come after deliveries. */
  async due(tx: ReadTx, instanceId: string | null, now: number, limit: number): Promise<readonly DeliveryJob[]> {
    const here = instanceId === null ? 'request.instance_id IS NULL' : 'request.instance_id = :instanceId';
    const sql = `${DUE_JOBS} AND ${here} ORDER BY ${IN_TURN} LIMIT :limit`;
    return sqlRows<DeliveryJob>(tx, sql, { ...dueAt(now), instanceId, limit });
  }

  /** If it is still due; counts the attempt. @returns null when it no longer waits; `given_up` when none of its attempts ever ended */
  async claim(tx: WriteTx, key: JobKey, token: string, now: number): Promise<ClaimedJob | 'given_up' | null> {
    const { requestId, format } = key;
    const row = await this.byKey(tx, key);
    const sql = `${DUE_JOBS} AND job.request_id = :requestId AND job.format = :format`;
    const [job] = await sqlRows<DeliveryJob>(tx, sql, { ...dueAt(now), requestId, format });
    if (!row || !job) return null;
    if (row.attempts >= MOST_ATTEMPTS) {
      // Only a job whose attempts never finish gets here: each of them ended its process or lost its lease.
      await this.change(tx, key, { ...GIVEN_UP, ...NOT_LEASED, nextAttemptAt: null });
      return 'given_up';
    }
    const attempts = row.attempts + 1;
    const leased = JOB_LEASES.columns(token, now);
    await this.change(tx, key, { state: 'processing', attempts, lastAttemptAt: now, ...leased });
    const { mutation, searchMark, recordId, canonicalForeignId, heldEpisodes, waitingSince, announcedWait } = row;
    const left = { mutation, searchMark, recordId, canonicalForeignId, heldEpisodes, waitingSince, announcedWait };
    return { ...job, ...left, attempts, leaseToken: token };
  }

  /** The job's row while this worker holds it; null when another worker has taken it, or the job has ended. */
  held(tx: ReadTx, job: ClaimedJob): Promise<DispatchRow | null> {
    return JOB_LEASES.findHeld(tx, leaseOf(job));
  }

  async change(tx: WriteTx, { requestId, format }: JobKey, change: DispatchChange): Promise<void> {
    await updateRows(tx, DispatchRow, { requestId, format }, change);
  }

  /** Sets the same columns of several jobs, in one statement for each format. */
  async changeAll(tx: WriteTx, keys: readonly JobKey[], change: DispatchChange): Promise<void> {
    for (const [format, jobs] of groupBy(keys, (key) => key.format))
      await tx.update(DispatchRow, { requestId: In(jobs.map(({ requestId }) => requestId)), format }, change);
  }

  async changeWhere(
    tx: WriteTx,
    requestId: number,
    states: readonly DispatchState[],
    change: DispatchChange,
  ): Promise<void> {
    await tx.update(DispatchRow, { requestId, state: In(states) }, change);
  }

  async waitingFor(tx: ReadTx, instanceId: string, code: DeliveryCode): Promise<readonly DispatchRow[]> {
    return tx
      .createQueryBuilder(DispatchRow, 'job')
      .innerJoin(RequestRow, 'request', 'request.id = job.request_id')
      .where('request.instance_id = :instanceId', { instanceId })
      .andWhere(`job.state = 'waiting_library' AND job.code = :code`, { code })
      .getMany();
  }
}

const TIMED: readonly DispatchState[] = ['queued', 'retry', 'waiting_library'];

/**
 * Jobs whose time has come, and jobs whose lease has expired. If the clock was set back since, a job whose latest
 * attempt lies in the future doesn't wait any longer. A job before its first attempt never waits.
 */
const WHAT_IS_DUE = `
  FROM request_dispatch job
  JOIN request_log request ON request.id = job.request_id
  WHERE ((
    job.state IN (:...timed) AND (
      job.next_attempt_at <= :now
      OR ((job.state = 'queued' OR job.attempts = 0) AND job.next_attempt_at IS NOT NULL)
      OR (job.last_attempt_at > :latestMoment AND job.next_attempt_at IS NOT NULL))
  ) OR (
    job.state = 'processing' AND (job.lease_until <= :now OR job.lease_until > :latestLeaseEnd)
  ))`;

const dueAt = (now: number) => ({
  timed: TIMED,
  now,
  latestMoment: now + MOST_SKEW_MS,
  latestLeaseEnd: JOB_LEASES.endOf(now) + MOST_SKEW_MS,
});

const DUE_JOBS = `
  SELECT
    job.request_id AS "requestId",
    job.format AS "format",
    request.user_id AS "userId",
    request.media_type AS "mediaType",
    request.work_key AS "key",
    request.tmdb_id AS "tmdbId",
    request.title AS "title",
    request.search_term AS "searchTerm",
    request.instance_id AS "instanceId",
    request.quality_profile_id AS "qualityProfileId",
    request.tvdb_id AS "tvdbId",
    request.season_scope AS "seasonScope",
    request.season_map AS "seasonMap",
    request.match_revision AS "matchRevision",
    CASE WHEN job.waiting_since IS NULL THEN 0 ELSE 1 END AS "isLook"
  ${WHAT_IS_DUE}`;

const IN_TURN = '"isLook", job.next_attempt_at, job.request_id, job.format';
