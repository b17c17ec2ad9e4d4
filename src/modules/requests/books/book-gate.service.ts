import { Injectable } from '@nestjs/common';
import { DeliveryGateService } from '../delivery/delivery-gate.service.js';
import type { ClaimedJob, DispatchChange } from '../jobs/dispatches.repository.js';
import type { BegunJob } from '../transitions/job-changes.js';

/** The gate of a book's delivery: those who lost access drop out, the others are served. */
@Injectable()
export class BookGateService {
  constructor(private readonly gate: DeliveryGateService) {}

  /** As {@link DeliveryGateService.recheck}. */
  recheck(job: ClaimedJob): Promise<void> {
    return this.gate.recheck(job);
  }

  /** As {@link DeliveryGateService.start}: the charges of the delivered format alone become final. */
  start(job: ClaimedJob, change: BegunJob): Promise<void> {
    return this.gate.start(job, change, job.format === '' ? {} : { units: { kind: job.format } });
  }

  /** As {@link DeliveryGateService.note}. */
  note(job: ClaimedJob, change: DispatchChange): Promise<void> {
    return this.gate.note(job, change);
  }

  /** As {@link DeliveryGateService.retract}. */
  retract(job: ClaimedJob): Promise<void> {
    return this.gate.retract(job);
  }
}
