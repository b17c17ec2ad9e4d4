import { Injectable } from '@nestjs/common';
import { SeriesLibraryService } from '../../library/library.public.js';
import type { LibraryMutation } from '../jobs/dispatch-row.entity.js';
import { DeliveryGateService } from './delivery-gate.service.js';
import { DeliveryStepsService } from './delivery-steps.service.js';
import { isNotMade } from './judge-delivery-fault.js';
import { unitKeysOf, type SeriesWork } from './series-work.js';

/** A change to a library that is about to be made. */
export interface BegunSeriesChange {
  readonly mutation: LibraryMutation;
  /** The seasons that it is for, in the library's numbers: what they have cost stays spent. */
  readonly seasons: readonly number[];
}

/** Makes changes to libraries of series. */
@Injectable()
export class SeriesChangesService {
  constructor(
    private readonly gate: DeliveryGateService,
    private readonly library: SeriesLibraryService,
    private readonly steps: DeliveryStepsService,
  ) {}

  /**
   * Commits the marker, makes the change, and lets go of what was known of the series, whatever came of it. An
   * addition that was certainly not made is forgotten: a record that turns up later is somebody else's, and is owed its
   * searches.
   *
   * @throws DeliveryStop and LeaseLost as the gate, before anything is changed; what the change throws
   */
  async make(work: SeriesWork, { mutation, seasons }: BegunSeriesChange, change: () => Promise<void>): Promise<void> {
    const { job } = work;
    await this.gate.start(job, { mutation, searchMark: null }, unitKeysOf(work, seasons));
    this.steps.passed('started', job.requestId);
    try {
      await change();
    } catch (fault) {
      if (mutation === 'add' && isNotMade(fault)) await this.gate.retract(job);
      throw fault;
    } finally {
      if (job.instanceId) this.library.changed(job.instanceId, work.tvdbId);
    }
  }
}
