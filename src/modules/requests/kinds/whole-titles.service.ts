import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import { failingClosed, QuotaExceeded, QuotaService, type QuotaUnit } from '../../quotas/quotas.public.js';
import { RequestPoliciesService } from '../policy/request-policies.service.js';
import { DispatchesRepository } from '../saved/dispatches.repository.js';
import { type DispatchRow, type DispatchState, WHOLE } from '../saved/job-rows.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { LIBRARY_KINDS, openKey } from '../saved/work.js';
import {
  type AcceptedSelection,
  RequestTransitionsService,
  type WrittenRequest,
} from '../transitions/request-transitions.service.js';
import type { PricedSelection, Submission } from './request-kind.js';
import type { LiveState } from './request-status.js';

export interface Glance {
  readonly live: LiveState;
  readonly needsNothing: boolean;
}

export interface WholeTitle {
  readonly input: AcceptedSelection['input'];
  readonly unit: QuotaUnit;
}

export interface WholeTitleLibrary {
  /** By the cache alone. */
  hasAll(title: WholeTitle): boolean;
  /** The library's state of it, waiting as a person does. @param job the delivery of the open request */
  stateOf(title: WholeTitle, job: DispatchRow): Promise<LiveState>;
  /** What the library says within a quarter of a second. @param job the delivery of the open request; null for none */
  glanceAt(title: WholeTitle, job: DispatchRow | null): Promise<Glance>;
}

interface OpenRequest {
  readonly id: number;
  readonly job: DispatchRow;
}

/** Prices and saves requests for titles in one piece. There is one open request per account, title and library. */
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
    private readonly policies: RequestPoliciesService,
  ) {}

  /**
   * In one transaction. What the allowance doesn't cover is free when the library proves in time that its delivery
   * would change nothing.
   * @throws AppError 400 or 403 when the caller may not use the library; QuotaExceeded 429
   */
  async submit(caller: Caller, title: WholeTitle, library: WholeTitleLibrary): Promise<Submission> {
    const { instanceId } = title.input;
    const owned = { kind: 'owned', title: title.input.title, instanceId } as const;
    if (library.hasAll(title)) return owned;
    const stale = await this.staleRequest(title, library);
    const save = (units: readonly QuotaUnit[]): Promise<WrittenRequest> =>
      this.database.write((tx) => this.save(tx, caller, title, { stale, units }));
    try {
      return { kind: 'saved', instanceId, ...(await save([title.unit])) };
    } catch (fault) {
      if (!(fault instanceof QuotaExceeded)) throw fault;
      const { live, needsNothing } = await library.glanceAt(title, null);
      if (isOwned(live)) return owned;
      if (!needsNothing) throw fault;
      return { kind: 'saved', instanceId, ...(await save([])) };
    }
  }

  /** None where the library says within 250 ms that it needs nothing, or an open request covers it. @throws AppError; 503 */
  async preview(caller: Caller, title: WholeTitle, library: WholeTitleLibrary): Promise<PricedSelection> {
    const units = (await this.isFree(title, library)) ? [] : [title.unit];
    const { instanceId } = title.input;
    const quote = await failingClosed(() =>
      this.database.read(async (tx) => {
        await this.recheck(tx, caller, title);
        return this.allowances.preview(tx, caller, { instanceId, units }, this.clock.now());
      }),
    );
    return { quote };
  }

  private async recheck(tx: ReadTx, caller: Caller, { input }: WholeTitle): Promise<void> {
    await this.access.resolveDestination(tx, caller, LIBRARY_KINDS[input.mediaType], input.instanceId);
  }

  private async isFree(title: WholeTitle, library: WholeTitleLibrary): Promise<boolean> {
    const open = await this.database.read((tx) => this.open(tx, title));
    const { live, needsNothing } = await library.glanceAt(title, open && open.job);
    return needsNothing || (open !== null && judgeRepeat(open.job.state, live) === 'kept');
  }

  private async open(tx: ReadTx, { input }: WholeTitle): Promise<OpenRequest | null> {
    const row = await this.saved.open(tx, input);
    const [job] = row ? await this.dispatches.ofRequest(tx, row.id) : [];
    return row && job ? { id: row.id, job } : null;
  }

  /** The id of a delivered open request whose title was deleted from the library; null otherwise. */
  private async staleRequest(title: WholeTitle, library: WholeTitleLibrary): Promise<number | null> {
    // Usually there is none: one cheap statement finds out.
    if (!(await this.database.readOne(async (tx) => (await this.saved.open(tx, title.input)) !== null))) return null;
    const request = await this.database.read((tx) => this.open(tx, title));
    if (request?.job.state !== 'complete') return null;
    return judgeRepeat(request.job.state, await library.stateOf(title, request.job)) === 'replaced' ? request.id : null;
  }

  /** Judges access again, because time has passed. @param stale the open request to replace */
  private async save(
    tx: WriteTx,
    caller: Caller,
    title: WholeTitle,
    { stale, units }: { readonly stale: number | null; readonly units: readonly QuotaUnit[] },
  ): Promise<WrittenRequest> {
    await this.recheck(tx, caller, title);
    const open = await this.saved.open(tx, title.input);
    if (open && open.id !== stale)
      return { requestId: open.id, isNew: false, pending: open.status === 'pending', spent: false };
    if (open) await this.transitions.supersede(tx, open.id);
    const { input } = title;
    const key = openKey(input);
    const openKeys = { pending: key, accepted: key };
    const policy = await this.policies.of(tx, caller.userId, caller.role);
    return this.transitions.add(tx, caller, { input, policy, units, openKeys, formats: WHOLE }, this.clock.now());
  }
}

/** An open request is kept, unless it was delivered and the library affirms that the title is gone: then a new one replaces it. */
export function judgeRepeat(delivery: DispatchState, live: LiveState): 'kept' | 'replaced' {
  return delivery === 'complete' && live.known && live.status === 'unavailable' ? 'replaced' : 'kept';
}

/** Does the library affirm that it has all of the title? Then nothing is requested and nothing charged. */
export function isOwned(live: LiveState): boolean {
  return live.known && live.status === 'available';
}
