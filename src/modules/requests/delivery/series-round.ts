import { Injectable } from '@nestjs/common';
import type { LibraryMutation } from '../jobs/dispatch-row.entity.js';
import { AbsentSeasons } from './absent-seasons.js';
import { AddSeries } from './add-series.js';
import { DeliveryStop, type DeliveryOutcome } from './delivery-outcome.js';
import { ExtendSeries } from './extend-series.js';
import { LookAtSeries } from './look-at-series.js';
import type { SeriesWork } from './series-work.js';

/** Looks what a library has of a series, and does what is missing. */
@Injectable()
export class SeriesRound {
  constructor(
    private readonly looks: LookAtSeries,
    private readonly addition: AddSeries,
    private readonly extension: ExtendSeries,
    private readonly absent: AbsentSeasons,
  ) {}

  /**
   * @param earlier the latest change that was begun and may have been made
   * @throws DeliveryStop, UpstreamError and LeaseLost as the delivery
   */
  async make(work: SeriesWork, earlier: LibraryMutation | null): Promise<DeliveryOutcome> {
    const plan = await this.looks.plan(work, earlier);
    switch (plan.kind) {
      case 'done':
        return { state: 'complete', status: plan.status };
      case 'add':
        return this.addition.add(work);
      case 'wait':
        return { state: 'waiting_library', message: 'The library manager is still taking the series in.' };
      case 'lacking':
        return this.make(await this.absent.fromRecord(work, plan), earlier);
      case 'pilot_unknown':
        throw new DeliveryStop(PILOT_UNKNOWN);
      case 'change':
        return this.extension.extend(work, plan);
    }
  }
}

const PILOT_UNKNOWN = {
  state: 'attention',
  code: 'tv_pilot_unavailable',
  message: 'The library manager knows no first episode of this season.',
} as const;
