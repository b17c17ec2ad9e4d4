import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import { failingClosed, QuotaExceeded, QuotaService, type QuotaUnit } from '../../quotas/quotas.public.js';
import { WHOLE, type DispatchRow } from '../jobs/dispatch-row.entity.js';
import { DispatchesRepository } from '../jobs/dispatches.repository.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { LIBRARY_KINDS, openKey, type RequestSubject } from '../saved/work.js';
import {
  RequestTransitionsService,
  type AcceptedSelection,
  type WrittenRequest,
} from '../transitions/request-transitions.service.js';
import { isOwned, judgeRepeat } from './judge-repeat.js';
import type { LiveState } from './request-status.js';
import type { PricedSelection, Submission } from './submission.js';

/** What a library says of a title when it is asked for a moment only. */
export interface Glance {
  readonly live: LiveState;
  /** Does the library affirm that a delivery would change nothing? */
  readonly needsNothing: boolean;
}

/** A title that is requested in one piece, with what its kind knows of it. */
export interface WholeTitle {
  readonly subject: RequestSubject;
  readonly title: string;
  readonly unit: QuotaUnit;
  /** Does the cache show that the library has all of it? The library is not asked. */
  isOwned(): boolean;
  /** The library's state of the title, waiting as a person does. @param job the delivery of the open request */
  live(job: DispatchRow): Promise<LiveState>;
  /**
   * What the library says within a quarter of a second. Source: doc 4 section 1.18, pre-flight library read.
   *
   * @param job the delivery of the open request; null where there is none
   */
  glance(job: DispatchRow | null): Promise<Glance>;
  /** The columns of the request, and the policy that holds for the caller. */
  accepted(tx: ReadTx): Promise<Pick<AcceptedSelection, 'input' | 'policy'>>;
}

interface OpenRequest {
  readonly id: number;
  readonly job: DispatchRow;
}

/**
 * Prices and saves requests for titles that are requested in one piece. A request is durable before it is acknowledged,
 * and there is one per account, title and library.
 */
@Injectable()
export class WholeTitlesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly access: InstanceAccessService,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly transitions: RequestTransitionsService,
    private readonly allowances: QuotaService,
  ) {}

  /**
   * Saves the request, its charge and its delivery job in one transaction. The worker delivers it. A request that the
   * caller's allowance doesn't cover is free when the library proves in time that its delivery would change nothing.
   * Source: doc 4 section 1.18; doc 2 section 4, Requests rule 5.
   *
   * @throws AppError 400 or 403 when the caller may not request it in its library any more
   * @throws QuotaExceeded 429 when the caller's allowance doesn't cover it
   */
  async submit(caller: Caller, title: WholeTitle): Promise<Submission> {
    const { instanceId } = title.subject;
    const owned = { kind: 'owned', title: title.title, instanceId } as const;
    if (title.isOwned()) return owned;
    const stale = await this.staleRequest(title);
    const save = (units: readonly QuotaUnit[]): Promise<WrittenRequest> =>
      this.database.write((tx) => this.save(tx, caller, title, { stale, units }));
    try {
      return { kind: 'saved', instanceId, ...(await save([title.unit])) };
    } catch (fault) {
      if (!(fault instanceof QuotaExceeded)) throw fault;
      const { live, needsNothing } = await title.glance(null);
      if (isOwned(live)) return owned;
      if (!needsNothing) throw fault;
      return { kind: 'saved', instanceId, ...(await save([])) };
    }
  }

  /**
   * The price of what {@link submit} would save at this moment. Saves nothing and reserves nothing. A title of which the
   * library needs nothing, or that an open request covers, costs nothing; the library has a quarter of a second to say
   * so. Source: doc 4 section 1.18.
   *
   * @throws AppError 400 or 403 as a submission; 503 when allowances can't be read
   */
  async preview(caller: Caller, title: WholeTitle): Promise<PricedSelection> {
    const units = (await this.isFree(title)) ? [] : [title.unit];
    const { instanceId } = title.subject;
    const quote = await failingClosed(() =>
      this.database.read(async (tx) => {
        await this.recheck(tx, caller, title);
        return this.allowances.preview(tx, caller, { instanceId, units }, this.clock.now());
      }),
    );
    return { quote };
  }

  private async recheck(tx: ReadTx, caller: Caller, { subject }: WholeTitle): Promise<void> {
    await this.access.resolveDestination(tx, caller, LIBRARY_KINDS[subject.mediaType], subject.instanceId);
  }

  private async isFree(title: WholeTitle): Promise<boolean> {
    const open = await this.database.read((tx) => this.open(tx, title));
    const { live, needsNothing } = await title.glance(open && open.job);
    return needsNothing || (open !== null && judgeRepeat(open.job.state, live) === 'kept');
  }

  private async open(tx: ReadTx, { subject }: WholeTitle): Promise<OpenRequest | null> {
    const row = await this.saved.open(tx, subject);
    const [job] = row ? await this.dispatches.ofRequest(tx, row.id) : [];
    return row && job ? { id: row.id, job } : null;
  }

  /** The id of a delivered open request whose title was deleted from the library; null otherwise. */
  private async staleRequest(title: WholeTitle): Promise<number | null> {
    // Usually there is none: one cheap statement finds out.
    if (!(await this.database.readOne(async (tx) => (await this.saved.open(tx, title.subject)) !== null))) return null;
    const request = await this.database.read((tx) => this.open(tx, title));
    if (request?.job.state !== 'complete') return null;
    return judgeRepeat(request.job.state, await title.live(request.job)) === 'replaced' ? request.id : null;
  }

  /**
   * Judges the caller's access again, because time has passed; then reuses the open request or adds a new one.
   *
   * @param stale the open request to replace, if any
   */
  private async save(
    tx: WriteTx,
    caller: Caller,
    title: WholeTitle,
    { stale, units }: { readonly stale: number | null; readonly units: readonly QuotaUnit[] },
  ): Promise<WrittenRequest> {
    await this.recheck(tx, caller, title);
    const open = await this.saved.open(tx, title.subject);
    if (open && open.id !== stale)
      return { requestId: open.id, isNew: false, pending: open.status === 'pending', spent: false };
    if (open) await this.transitions.superseded(tx, open.id);
    const key = openKey(title.subject);
    const openKeys = { pending: key, accepted: key };
    const accepted = { ...(await title.accepted(tx)), units, openKeys, formats: WHOLE };
    return this.transitions.added(tx, caller, accepted, this.clock.now());
  }
}
