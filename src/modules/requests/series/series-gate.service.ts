import { Injectable } from '@nestjs/common';
import { TvMatchesService } from '../../series-matching/series-matching.public.js';
import { DeliveryGateService, type FurtherCheck } from '../delivery/delivery-gate.service.js';
import type { ClaimedJob } from '../jobs/dispatches.repository.js';
import type { BegunJob } from '../transitions/job-changes.js';
import { MATCH_STOPS } from './judge-match.js';

/** The gate of a series' delivery: its match must be the one that it was requested by. */
@Injectable()
export class SeriesGateService {
  constructor(
    private readonly gate: DeliveryGateService,
    private readonly matches: TvMatchesService,
  ) {}

  /**
   * As {@link DeliveryGateService.recheck}.
   *
   * @throws DeliveryStop also when the match of the series has changed or is paused
   */
  recheck(job: ClaimedJob): Promise<void> {
    return this.gate.recheck(job, { further: this.matchIsKept });
  }

  /**
   * As {@link DeliveryGateService.start}.
   *
   * @throws DeliveryStop as {@link recheck}
   */
  start(job: ClaimedJob, change: BegunJob, units: readonly string[]): Promise<void> {
    return this.gate.start(job, change, { units: { keys: units }, further: this.matchIsKept });
  }

  /** As {@link DeliveryGateService.retract}. */
  retract(job: ClaimedJob): Promise<void> {
    return this.gate.retract(job);
  }

  private readonly matchIsKept: FurtherCheck = async (tx, { tmdbId, matchRevision }) =>
    MATCH_STOPS[await this.matches.compare(tx, tmdbId, matchRevision)];
}
