import { Injectable } from '@nestjs/common';
import { In, type FindOptionsWhere, type SelectQueryBuilder } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { RequestRow, type MediaType } from '../saved/request-row.entity.js';
import { MOST_ATTEMPTS } from './back-off.js';
import { DispatchRow, type DispatchState, type LibraryMutation } from './dispatch-row.entity.js';
import { latestLeaseEnd, latestMoment } from './keep-lease.js';
import type { Lease } from './library-leases.repository.js';

/** A delivery job with the facts of its request that the worker needs. */
export interface DeliveryJob {
  readonly requestId: number;
  readonly userId: number;
  readonly mediaType: MediaType;
  readonly tmdbId: number;
  readonly title: string;
  readonly instanceId: string | null;
  readonly qualityProfileId: number;
  /** A series, as are the members below: see the request's row. */
  readonly tvdbId: number | null;
  readonly seasonScope: string;
  readonly seasonMap: string;
  readonly matchRevision: string | null;
}

/** A claimed job, with the state that earlier attempts left. */
export interface ClaimedJob extends DeliveryJob {
  readonly leaseToken: string;
  /** Attempts so far, this one included. */
  readonly attempts: number;
  /** The latest change that was begun. */
  readonly mutation: LibraryMutation | null;
  /** A film: when it was last searched for before that change was begun; null for never. */
  readonly searchMark: number | null;
}

/** A request with its delivery, as saved. */
export interface SavedRequest {
  readonly request: RequestRow;
  readonly delivery: DispatchRow;
}

/** What {@link DispatchesRepository.change} may set. */
export type DispatchChange = Partial<Omit<DispatchRow, 'requestId' | 'format'>>;

const GIVEN_UP = { state: 'attention', code: 'retry_limit', message: 'It was tried too often.' } as const;

/** The rows of delivery jobs. */
@Injectable()
export class DispatchesRepository {
  /** Adds the job of a new request. */
  async insert(tx: WriteTx, requestId: number, state: 'approval' | 'queued', now: number): Promise<void> {
    await tx.insert(DispatchRow, {
      requestId,
      format: '',
      state,
      attempts: 0,
      lastAttemptAt: null,
      nextAttemptAt: state === 'queued' ? now : null,
      code: null,
      message: '',
      leaseToken: null,
      leaseUntil: null,
      deliveryStartedAt: null,
      mutation: null,
      searchMark: null,
    });
  }

  /** The job of a request. */
  async ofRequest(tx: ReadTx, requestId: number): Promise<DispatchRow | null> {
    return tx.findOneBy(DispatchRow, { requestId, format: '' });
  }

  /** Requests with their jobs, in the order given. */
  async joined(tx: ReadTx, requests: readonly RequestRow[]): Promise<readonly SavedRequest[]> {
    const jobs = await tx.findBy(DispatchRow, { requestId: In(requests.map(({ id }) => id)), format: '' });
    const byRequest = new Map(jobs.map((job) => [job.requestId, job]));
    return requests.flatMap((request) => {
      const delivery = byRequest.get(request.id);
      return delivery ? [{ request, delivery }] : [];
    });
  }

  /** The libraries with due jobs; null stands for jobs whose library has been removed. */
  async librariesDue(tx: ReadTx, now: number): Promise<readonly (string | null)[]> {
    const rows = await whatIsDue(tx, now)
      .select('request.instance_id', 'instanceId')
      .distinct(true)
      .getRawMany<{ instanceId: string | null }>();
    return rows.map((row) => row.instanceId);
  }

  /** A library's due jobs, those that have waited longest first. */
  async due(tx: ReadTx, instanceId: string | null, now: number, limit: number): Promise<readonly DeliveryJob[]> {
    const here = instanceId === null ? 'request.instance_id IS NULL' : 'request.instance_id = :instanceId';
    return selectJobs(whatIsDue(tx, now).andWhere(here, { instanceId }))
      .orderBy('job.next_attempt_at', 'ASC')
      .addOrderBy('job.request_id', 'ASC')
      .limit(limit)
      .getRawMany<DeliveryJob>();
  }

  /**
   * Leases a job to a worker, if it is still due, and counts the attempt.
   *
   * @returns the current job; null when another worker has it, or it no longer waits
   */
  async claim(tx: WriteTx, requestId: number, lease: Lease, now: number): Promise<ClaimedJob | null> {
    const row = await this.ofRequest(tx, requestId);
    const job = await selectJobs(
      whatIsDue(tx, now).andWhere('job.request_id = :requestId', { requestId }),
    ).getRawOne<DeliveryJob>();
    if (!row || !job) return null;
    if (row.attempts >= MOST_ATTEMPTS) {
      // Only a job whose attempts never finish gets here: each of them ended its process or lost its lease.
      await this.change(tx, requestId, { ...GIVEN_UP, leaseToken: null, leaseUntil: null, nextAttemptAt: null });
      return null;
    }
    const attempts = row.attempts + 1;
    await this.change(tx, requestId, {
      state: 'processing',
      attempts,
      lastAttemptAt: now,
      leaseToken: lease.token,
      leaseUntil: lease.until,
    });
    const { mutation, searchMark } = row;
    return { ...job, attempts, mutation, searchMark, leaseToken: lease.token };
  }

  /**
   * The job's row while this worker holds it; null when another worker has taken it after the lease expired, or the job
   * has ended. An expired lease that nobody has taken still counts: what was done under it is valid.
   */
  async held(tx: ReadTx, job: ClaimedJob): Promise<DispatchRow | null> {
    const row = await this.ofRequest(tx, job.requestId);
    return row?.state === 'processing' && row.leaseToken === job.leaseToken ? row : null;
  }

  /** Sets columns of a job. */
  async change(tx: WriteTx, requestId: number, change: DispatchChange): Promise<void> {
    const where: FindOptionsWhere<DispatchRow> = { requestId, format: '' };
    await tx.update(DispatchRow, where, change);
  }

  /** Sets the same columns of several jobs, in one statement. */
  async changeAll(tx: WriteTx, requestIds: readonly number[], change: DispatchChange): Promise<void> {
    await tx.update(DispatchRow, { requestId: In([...requestIds]), format: '' }, change);
  }

  /** How many requests of a library wait for a decision or for their delivery. */
  async countWaitingAt(tx: ReadTx, instanceId: string): Promise<number> {
    const waiting: readonly DispatchState[] = ['approval', 'processing', ...TIMED];
    return tx
      .createQueryBuilder(DispatchRow, 'job')
      .innerJoin(RequestRow, 'request', 'request.id = job.request_id')
      .where('request.instance_id = :instanceId AND job.state IN (:...waiting)', { instanceId, waiting })
      .getCount();
  }
}

/** States in which a job waits for its time. */
const TIMED: readonly DispatchState[] = ['queued', 'retry', 'waiting_library'];

/**
 * Jobs whose time has come, and jobs whose lease has expired. If the clock was set back since, a job whose latest
 * attempt lies in the future doesn't wait any longer. A job before its first attempt never waits.
 */
function whatIsDue(tx: ReadTx, now: number): SelectQueryBuilder<DispatchRow> {
  const waitsForNothing = `(job.state = 'queued' OR job.attempts = 0) AND job.next_attempt_at IS NOT NULL`;
  const wasAhead = 'job.last_attempt_at > :latestMoment AND job.next_attempt_at IS NOT NULL';
  const timed = `job.state IN (:...timed) AND (job.next_attempt_at <= :now OR (${waitsForNothing}) OR (${wasAhead}))`;
  const abandoned = 'job.state = :leased AND (job.lease_until <= :now OR job.lease_until > :latestLeaseEnd)';
  return tx
    .createQueryBuilder(DispatchRow, 'job')
    .innerJoin(RequestRow, 'request', 'request.id = job.request_id')
    .where(`((${timed}) OR (${abandoned}))`, {
      timed: TIMED,
      leased: 'processing',
      now,
      latestMoment: latestMoment(now),
      latestLeaseEnd: latestLeaseEnd(now),
    });
}

/** Selects the columns of a {@link DeliveryJob}. */
function selectJobs(jobs: SelectQueryBuilder<DispatchRow>): SelectQueryBuilder<DispatchRow> {
  return jobs.select([
    'job.request_id AS "requestId"',
    'request.user_id AS "userId"',
    'request.media_type AS "mediaType"',
    'request.tmdb_id AS "tmdbId"',
    'request.title AS "title"',
    'request.instance_id AS "instanceId"',
    'request.quality_profile_id AS "qualityProfileId"',
    'request.tvdb_id AS "tvdbId"',
    'request.season_scope AS "seasonScope"',
    'request.season_map AS "seasonMap"',
    'request.match_revision AS "matchRevision"',
  ]);
}
