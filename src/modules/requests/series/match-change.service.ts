import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { TvMatchChanged, TvMatchesService } from '../../series-matching/series-matching.public.js';
import { DispatchRow, type JobKey } from '../jobs/dispatch-row.entity.js';
import { RequestUpdated } from '../requests.events.js';
import { RequestRow } from '../saved/request-row.entity.js';
import { RequestTransitionsService } from '../transitions/request-transitions.service.js';
import { DeliveryWorkerJob } from '../delivery/delivery-worker.job.js';
import { MATCH_AMBIGUOUS, MATCH_CHANGED, MATCH_PAUSED, MATCH_STOPS } from './judge-match.js';

/** A waiting job, or one that a changed match has stopped. */
type HeldJob = JobKey & Pick<DispatchRow, 'state' | 'code'> & Pick<RequestRow, 'matchRevision'>;

/**
 * Stops the deliveries of a series as soon as its match differs from the one they were requested by, and continues them
 * when that match is valid again. Correctness doesn't depend on it: every attempt judges the match itself. Source: doc
 * 4 section 1.14.
 */
@Injectable()
export class MatchChangeService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly matches: TvMatchesService,
    private readonly transitions: RequestTransitionsService,
    private readonly worker: DeliveryWorkerJob,
  ) {}

  onModuleInit(): void {
    this.events.on(TvMatchChanged, ({ tmdbId }) => this.follow(tmdbId));
  }

  private async follow(tmdbId: number): Promise<void> {
    const moved = await this.database.write((tx) => this.move(tx, tmdbId));
    for (const { requestId } of moved) await this.events.publish(new RequestUpdated(requestId));
    if (moved.length > 0) this.worker.wake();
  }

  /** Moves the jobs whose state has to change, and returns them. One statement for each revision; a series has few. */
  private async move(tx: WriteTx, tmdbId: number): Promise<readonly HeldJob[]> {
    const jobs = await jobsOf(tx, tmdbId);
    const moved: HeldJob[] = [];
    for (const revision of new Set(jobs.map(({ matchRevision }) => matchRevision))) {
      const stop = MATCH_STOPS[await this.matches.compare(tx, tmdbId, revision)];
      const movable = jobs.filter((job) => job.matchRevision === revision && isMovedBy(stop, job));
      if (movable.length === 0) continue;
      if (stop) await this.transitions.stopped(tx, movable, stop);
      else await this.transitions.retried(tx, movable, this.clock.now());
      moved.push(...movable);
    }
    return moved;
  }
}

/** While the match is valid, only stopped jobs move; otherwise all move that aren't stopped for this reason yet. */
function isMovedBy(stop: (typeof MATCH_STOPS)[keyof typeof MATCH_STOPS], job: HeldJob): boolean {
  if (stop === null) return job.state === 'attention';
  return job.state !== 'attention' || job.code !== stop.code;
}

/**
 * The jobs of a series that a change of its match may affect. A job that a worker has claimed is judged by that worker.
 */
function jobsOf(tx: ReadTx, tmdbId: number): Promise<HeldJob[]> {
  return tx
    .createQueryBuilder(DispatchRow, 'job')
    .innerJoin(RequestRow, 'request', 'request.id = job.request_id')
    .select(['job.request_id AS "requestId"', 'job.format AS "format"', 'job.state AS "state"', 'job.code AS "code"'])
    .addSelect('request.match_revision', 'matchRevision')
    .where(`request.media_type = 'tv' AND request.tmdb_id = :tmdbId`, { tmdbId })
    .andWhere(`(job.state IN (:...waiting) OR (job.state = 'attention' AND job.code IN (:...codes)))`, {
      waiting: ['queued', 'retry', 'waiting_library'],
      codes: [MATCH_CHANGED.code, MATCH_PAUSED.code, MATCH_AMBIGUOUS.code],
    })
    .orderBy('job.request_id', 'ASC')
    .getRawMany<HeldJob>();
}
