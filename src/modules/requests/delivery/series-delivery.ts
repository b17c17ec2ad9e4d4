import { Injectable } from '@nestjs/common';
import { isSeriesAlreadyThere } from '../../../clients/sonarr/series-already-there.js';
import { AppError } from '../../../core/errors/app-error.js';
import { TvManagers } from '../../instances/instances.public.js';
import { TvMatches, type TvMatch } from '../../series-matching/series-matching.public.js';
import type { ClaimedJob } from '../jobs/dispatches.js';
import { DeliveryGate } from './delivery-gate.js';
import { DeliveryStop, type DeliveryOutcome } from './delivery-outcome.js';
import { DeliverySteps } from './delivery-steps.js';
import { judgeMatch, judgeMatchFault } from './judge-match.js';
import { SeriesRound } from './series-round.js';
import { seriesWork } from './series-work.js';

/**
 * Brings seasons of one series, or a pilot, into one library: looks what is there, commits the started marker, changes
 * what is missing and turns nothing off. It may be cut off anywhere and run again: the library ends with one record,
 * with the wanted seasons monitored, and the search of each sent at least once.
 */
@Injectable()
export class SeriesDelivery {
  constructor(
    private readonly gate: DeliveryGate,
    private readonly matches: TvMatches,
    private readonly managers: TvManagers,
    private readonly round: SeriesRound,
    private readonly steps: DeliverySteps,
  ) {}

  /**
   * Works on a claimed job until its outcome is known.
   *
   * @param signal breaks off the call to the manager that is under way
   * @throws DeliveryStop with the outcome, when access is gone, the match has changed or something is missing
   * @throws UpstreamError when the manager failed; the started marker tells whether anything may have changed
   * @throws LeaseLost when another worker may have the job
   */
  async deliver(job: ClaimedJob, signal: AbortSignal): Promise<DeliveryOutcome> {
    await this.gate.recheck(job);
    this.steps.passed('access_rechecked', job.requestId);
    const instanceId = job.instanceId ?? '';
    const refusal = judgeMatch(await this.matchOf(job.tmdbId, instanceId), job.matchRevision);
    if (refusal) return refusal;
    this.steps.passed('match_rechecked', job.requestId);
    const work = seriesWork(job, await this.managers.connect(instanceId), signal);
    try {
      return await this.round.make(work, job.mutation);
    } catch (fault) {
      if (!isSeriesAlreadyThere(fault)) throw fault;
      // Somebody else added the series between our look and our change: it is one of the library's like any other.
      return this.round.make(work, null);
    }
  }

  private async matchOf(tmdbId: number, instanceId: string): Promise<TvMatch> {
    try {
      return await this.matches.match(tmdbId, instanceId);
    } catch (fault) {
      const outcome = fault instanceof AppError ? judgeMatchFault(fault) : null;
      if (outcome) throw new DeliveryStop(outcome);
      throw fault;
    }
  }
}
