import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { Clock } from '../../../core/time/clock.js';
import {
  decodeSeasonMap,
  encodeSeasonMap,
  mapSeasons,
  type TvMatch,
  TvMatchChanged,
  TvMatchesService,
  tvMatchRefused,
} from '../../series-matching/series-matching.public.js';
import { DELIVERY_JOB } from '../delivery/delivery-worker.job.js';
import { deliveryInProgress, unknownRequest } from '../requests.errors.js';
import { RequestUpdated } from '../requests.events.js';
import { DispatchesRepository, type SavedRequest } from '../saved/dispatches.repository.js';
import { DispatchRow, type JobKey, SeasonSearchRow, WHOLE } from '../saved/job-rows.js';
import { type RequestChange, RequestsRepository } from '../saved/requests.repository.js';
import { RequestRow } from '../saved/rows.js';
import { FRESH_JOB } from '../transitions/job-changes.js';
import { RequestTransitionsService } from '../transitions/request-transitions.service.js';
import { MATCH_AMBIGUOUS, MATCH_CHANGED, MATCH_PAUSED, MATCH_STOPS } from './judge-match.js';

const LIST_LIMIT = 200;

@Injectable()
export class SeriesMatchesService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly matches: TvMatchesService,
    private readonly transitions: RequestTransitionsService,
    private readonly jobs: JobRunner,
  ) {}

  onModuleInit(): void {
    this.events.on(TvMatchChanged, ({ tmdbId }) => this.follow(tmdbId));
  }

  /** Newest first, at most 200. @param instanceId asked when no match is stored. @throws as `TvMatchesService.match` */
  async withOldMatch(tmdbId: number, instanceId: string | null): Promise<readonly SavedRequest[]> {
    const { revision } = await this.matches.match(tmdbId, instanceId);
    return this.database.read(async (tx) => this.dispatches.joined(tx, await withOtherMatch(tx, tmdbId, revision)));
  }

  /**
   * Gives a request its series' current match, and delivers its seasons again under their current numbers, free of
   * charge. One that waits for approval keeps waiting. The started marker stays.
   * @param admin judged again after the library has answered.
   * @param revision of the match that was seen
   * @throws AppError 400 for an unknown or closed request or another kind; 409 by the match, or while the delivery is
   * under way; 401 and 403 for the administrator; 502 and 503 as `TvMatchesService.match`
   */
  async repair(admin: Privileged, requestId: number, revision: string): Promise<void> {
    const { tmdbId, instanceId } = await this.database.read((tx) => this.repairable(tx, requestId));
    const match = await this.matches.match(tmdbId, instanceId);
    if (match.problem !== null) throw tvMatchRefused(match.problem);
    if (match.revision !== revision) throw tvMatchRefused('tv_match_changed');
    await privilegedWrite(this.database, admin, async (tx) => {
      const request = await this.repairable(tx, requestId);
      const verdict = await this.matches.compare(tx, tmdbId, revision);
      if (verdict !== 'unchanged') throw tvMatchRefused(`tv_match_${verdict}`);
      await this.rematch(tx, requestId, matchColumns(request, match));
    });
    await this.events.publish(new RequestUpdated(requestId));
  }

  private async repairable(tx: ReadTx, requestId: number): Promise<RequestRow> {
    const request = await this.saved.remembered(tx, requestId);
    if (!request) throw unknownRequest();
    if (request.mediaType !== 'tv') throw badRequest('request_not_for_series', 'this request is not for a series');
    if (request.status === 'denied') throw badRequest('request_declined', 'this request has been denied or cancelled');
    // The title was deleted and requested again: a newer request replaces this one.
    if (request.status === 'unavailable')
      throw badRequest('request_replaced', 'this request was delivered and has been asked for again');
    if (request.instanceId === null)
      throw badRequest('request_library_removed', 'the library of this request has been removed');
    return request;
  }

  /** The state of the delivery to the former target is dropped. @throws AppError 409 while the delivery is under way */
  private async rematch(tx: WriteTx, requestId: number, change: RequestChange): Promise<void> {
    const job = { requestId, format: WHOLE[0] };
    const delivery = await this.dispatches.byKey(tx, job);
    if (delivery?.state === 'processing') throw deliveryInProgress();
    await this.saved.change(tx, requestId, change);
    await tx.delete(SeasonSearchRow, { requestId });
    if (delivery?.state === 'approval') return;
    await this.saved.change(tx, requestId, { completedAt: null });
    await this.dispatches.change(tx, job, { ...FRESH_JOB, nextAttemptAt: this.clock.now() });
  }

  /** Stops deliveries by another match, and continues them when theirs is valid again. Every attempt judges the match itself anyway. */
  private async follow(tmdbId: number): Promise<void> {
    const moved = await this.database.write((tx) => this.move(tx, tmdbId));
    for (const { requestId } of moved) await this.events.publish(new RequestUpdated(requestId));
    if (moved.length > 0) this.jobs.wake(DELIVERY_JOB);
  }

  /** One statement for each revision; a series has few. */
  private async move(tx: WriteTx, tmdbId: number): Promise<readonly HeldJob[]> {
    const jobs = await jobsOf(tx, tmdbId);
    const moved: HeldJob[] = [];
    for (const revision of new Set(jobs.map(({ matchRevision }) => matchRevision))) {
      const stop = MATCH_STOPS[await this.matches.compare(tx, tmdbId, revision)];
      const movable = jobs.filter((job) => job.matchRevision === revision && isMovedBy(stop, job));
      if (movable.length === 0) continue;
      if (stop) await this.transitions.stop(tx, movable, stop);
      else await this.transitions.retry(tx, movable, this.clock.now());
      moved.push(...movable);
    }
    return moved;
  }
}

function matchColumns({ seasonMap }: RequestRow, match: TvMatch): RequestChange {
  const { map, unmapped } = mapSeasons(match, [...decodeSeasonMap(seasonMap).keys()]);
  if (unmapped.length > 0) throw tvMatchRefused('tv_seasons_unmapped', { seasons: unmapped });
  const { tvdbId, revision, provenance } = match;
  return { tvdbId, seasonMap: encodeSeasonMap(map), matchRevision: revision, matchProvenance: provenance };
}

function withOtherMatch(tx: ReadTx, tmdbId: number, revision: string): Promise<RequestRow[]> {
  return tx
    .createQueryBuilder(RequestRow, 'request')
    .where("request.tmdb_id = :tmdbId AND request.media_type = 'tv'", { tmdbId })
    .andWhere("request.status IN ('pending', 'requested') AND request.forgotten_at IS NULL")
    .andWhere('(request.match_revision IS NULL OR request.match_revision <> :revision)', { revision })
    .orderBy('request.id', 'DESC')
    .take(LIST_LIMIT)
    .getMany();
}

type HeldJob = JobKey & Pick<DispatchRow, 'state' | 'code'> & Pick<RequestRow, 'matchRevision'>;

/** While the match is valid, only stopped jobs move; otherwise all move that aren't stopped for this reason yet. */
function isMovedBy(stop: (typeof MATCH_STOPS)[keyof typeof MATCH_STOPS], job: HeldJob): boolean {
  if (stop === null) return job.state === 'attention';
  return job.state !== 'attention' || job.code !== stop.code;
}

/** The jobs that a change of the match may affect. One that a worker has claimed is judged by that worker. */
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
