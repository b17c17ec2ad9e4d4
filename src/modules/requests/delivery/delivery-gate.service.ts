import { Injectable } from '@nestjs/common';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import type { UnitChoice } from '../../quotas/quotas.public.js';
import { type DeliveryOutcome, DeliveryStop, LeaseLost } from '../kinds/delivery-outcome.js';
import { type ClaimedJob, type DispatchChange, DispatchesRepository } from '../saved/dispatches.repository.js';
import type { BegunJob } from '../transitions/job-changes.js';
import { RequestTransitionsService } from '../transitions/request-transitions.service.js';
import { DeliveryAccessService, type JudgedLimits } from './delivery-access.service.js';

/** A reason of one kind of title to stop a delivery, judged in the transaction of the gate; null when there is none. */
export type FurtherCheck = (tx: ReadTx, job: ClaimedJob) => Promise<DeliveryOutcome | null>;

/** A kind's own judgement of who may use the library; it may take accounts out of the job. */
export type AccessCheck = (tx: WriteTx, job: ClaimedJob) => Promise<DeliveryOutcome | null>;

interface KindChecks {
  readonly further?: FurtherCheck;
  readonly access?: AccessCheck;
}

/** Stops a delivery unless its requester may use the library and see the title, and this worker holds the job. */
@Injectable()
export class DeliveryGateService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly access: DeliveryAccessService,
    private readonly dispatches: DispatchesRepository,
    private readonly transitions: RequestTransitionsService,
  ) {}

  /**
   * Judges before the library is read, and between two changes.
   * @throws DeliveryStop when requester or library are gone, the requester may not use the library or see the title, or
   * the kind refuses; AppError 503 or 502 for unreadable limits; LeaseLost
   */
  async recheck(job: ClaimedJob, checks: KindChecks = {}): Promise<void> {
    const limits = await this.access.judgeLimits(job);
    const judge = async <Tx extends ReadTx>(tx: Tx, access: (tx: Tx) => Promise<DeliveryOutcome | null>) => {
      if (!(await this.dispatches.held(tx, job))) throw new LeaseLost();
      return (await access(tx)) ?? this.refusal(tx, job, limits, checks);
    };
    const { access } = checks;
    const refusal = access
      ? await this.database.write((tx) => judge(tx, (inside) => access(inside, job)))
      : await this.database.read((tx) => judge(tx, (inside) => this.access.refusal(inside, job)));
    if (refusal) throw new DeliveryStop(refusal);
  }

  /**
   * Commits the started marker before a change to the library, renews the lease, and makes the charges for the change
   * final. Judged again in the same transaction: a grant removed before the marker stops the delivery, one removed
   * afterwards doesn't.
   * @param of the units that the change is for, all when left out; and the kind's checks.
   * @throws as {@link recheck}
   */
  async start(
    job: ClaimedJob,
    change: BegunJob,
    of: KindChecks & { readonly units?: Omit<UnitChoice, 'userId'> } = {},
  ): Promise<void> {
    const limits = await this.access.judgeLimits(job);
    const refusal = await this.database.write(async (tx) => {
      const now = this.clock.now();
      const row = await this.dispatches.held(tx, job);
      if (!row) throw new LeaseLost();
      const may = of.access?.(tx, job) ?? this.access.refusal(tx, job);
      const reason = (await may) ?? (await this.refusal(tx, job, limits, of));
      if (reason) return reason;
      await this.transitions.start(tx, row, { change, units: of.units }, now);
      return null;
    });
    if (refusal) throw new DeliveryStop(refusal);
  }

  /** Removes the record of a change that was certainly not made. The started marker stays. @throws LeaseLost */
  retract(job: ClaimedJob): Promise<void> {
    return this.note(job, { mutation: null, searchMark: null });
  }

  note(job: ClaimedJob, learned: DispatchChange): Promise<void> {
    return this.write(job, (tx) => this.dispatches.change(tx, job, learned));
  }

  /** Writes while this worker holds the job. @throws LeaseLost otherwise; nothing is written then */
  write<T>(job: ClaimedJob, work: (tx: WriteTx, now: number) => Promise<T>): Promise<T> {
    return this.database.write(async (tx) => {
      const now = this.clock.now();
      if (!(await this.dispatches.held(tx, job))) throw new LeaseLost();
      return work(tx, now);
    });
  }

  private async refusal(
    tx: ReadTx,
    job: ClaimedJob,
    limits: JudgedLimits,
    { further }: KindChecks,
  ): Promise<DeliveryOutcome | null> {
    return (await this.access.limitRefusal(tx, job.userId, limits)) ?? (await further?.(tx, job)) ?? null;
  }
}
