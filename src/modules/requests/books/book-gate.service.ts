import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { RequestQuotaChanged } from '../../quotas/quotas.public.js';
import { AudienceService } from '../delivery/audience.service.js';
import { DeliveryAccessService } from '../delivery/delivery-access.service.js';
import { DeliveryGateService, type AccessCheck } from '../delivery/delivery-gate.service.js';
import type { ClaimedJob, DispatchChange } from '../jobs/dispatches.repository.js';
import type { DeliveryOutcome } from '../kinds/delivery-outcome.js';
import { RequestUpdated } from '../requests.events.js';
import type { BegunJob } from '../transitions/job-changes.js';
import { SharedRequestsService } from '../transitions/shared-requests.service.js';

/**
 * The gate of a book's delivery. Of those who wait for the format, who may no longer use the library drops out, and the
 * others are served; only when nobody is left it ends. Source: issue of books and albums, audience.
 */
@Injectable()
export class BookGateService {
  constructor(
    private readonly gate: DeliveryGateService,
    private readonly audience: AudienceService,
    private readonly access: DeliveryAccessService,
    private readonly shared: SharedRequestsService,
    private readonly clock: Clock,
    private readonly events: EventBus,
  ) {}

  /** As {@link DeliveryGateService.recheck}. */
  recheck(job: ClaimedJob): Promise<void> {
    return this.announcing(job, (access) => this.gate.recheck(job, { access }));
  }

  /** As {@link DeliveryGateService.start}: the charges of the delivered format alone become final. */
  start(job: ClaimedJob, change: BegunJob): Promise<void> {
    const units = job.format === '' ? {} : { kind: job.format };
    return this.announcing(job, (access) => this.gate.start(job, change, { units, access }));
  }

  /** As {@link DeliveryGateService.note}. */
  note(job: ClaimedJob, learned: DispatchChange): Promise<void> {
    return this.gate.note(job, learned);
  }

  /** As {@link DeliveryGateService.retract}. */
  retract(job: ClaimedJob): Promise<void> {
    return this.gate.retract(job);
  }

  /** Passes the gate, and publishes afterwards who dropped out of the job. */
  private async announcing(job: ClaimedJob, pass: (access: AccessCheck) => Promise<void>): Promise<void> {
    let refunded: readonly number[] | null = null;
    try {
      await pass(async (tx) => {
        const verdict = await this.judge(tx, job);
        refunded = verdict.refunded;
        return verdict.refusal;
      });
    } finally {
      await this.publish(job, refunded);
    }
  }

  private async publish({ requestId }: ClaimedJob, refunded: readonly number[] | null): Promise<void> {
    if (refunded === null) return;
    await this.events.publish(new RequestUpdated(requestId));
    for (const userId of refunded) await this.events.publish(new RequestQuotaChanged(userId));
  }

  private async judge(tx: WriteTx, job: ClaimedJob): Promise<Judged> {
    const { allowed, refused } = await this.audience.of(tx, job);
    const [one] = refused;
    if (one === undefined) return allowed.length > 0 ? SERVED : NOBODY;
    if (allowed.length === 0)
      return { refusal: await this.access.refusal(tx, { userId: one, instanceId: job.instanceId }), refunded: null };
    return { refusal: null, refunded: await this.shared.dropped(tx, job, refused, this.clock.now()) };
  }
}

interface Judged {
  readonly refusal: DeliveryOutcome | null;
  /** The accounts that got a unit back; null when nobody dropped out. */
  readonly refunded: readonly number[] | null;
}

const SERVED: Judged = { refusal: null, refunded: null };

/** The accounts of all who asked for the format have been removed: its job ends, the other format goes on. */
const NOBODY: Judged = { refusal: { state: 'cancelled' }, refunded: null };
