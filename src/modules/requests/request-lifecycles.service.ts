import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In, IsNull, Not, Raw } from 'typeorm';
import type { ReadTx, WriteTx } from '../../core/database/database.js';
import { type Sentence, sayFrom } from '../../core/errors/sentence.js';
import { PortRegistry } from '../../core/ports/port-registry.js';
import { Clock } from '../../core/time/clock.js';
import { INSTANCE_DEPENDENTS, type InstanceDependent } from '../instances/instances.public.js';
import { ACCOUNT_REMOVAL, type AccountRemoval } from '../users/users.public.js';
import { RequestPoliciesService } from './policy/request-policies.service.js';
import { RequestUpdated } from './requests.events.js';
import { DispatchesRepository } from './saved/dispatches.repository.js';
import { DispatchRow, type DispatchState, OPEN_STATES } from './saved/job-rows.js';
import { RequestsRepository } from './saved/requests.repository.js';
import { RequestRow } from './saved/rows.js';
import { mayCancel } from './transitions/job-changes.js';
import { RequestTransitionsService } from './transitions/request-transitions.service.js';
import { SharedRequestsService } from './transitions/shared-requests.service.js';

/** Jobs that wait for a decision or for their delivery; those that need a person don't keep a library. */
const WAITING: readonly DispatchState[] = ['approval', 'processing', 'queued', 'retry', 'waiting_library'];

const REMOVAL_SENTENCES = {
  library_awaited_by_request: '{count} request awaits approval or delivery',
  library_awaited_by_requests: '{count} requests await approval or delivery',
} as const;

const say = sayFrom(REMOVAL_SENTENCES);

/** What becomes of requests when an account or a library is removed, or a library has got another address. */
@Injectable()
export class RequestLifecyclesService implements OnModuleInit, AccountRemoval, InstanceDependent {
  constructor(
    private readonly ports: PortRegistry,
    private readonly dispatches: DispatchesRepository,
    private readonly clock: Clock,
    private readonly transitions: RequestTransitionsService,
    private readonly policies: RequestPoliciesService,
    private readonly saved: RequestsRepository,
    private readonly shared: SharedRequestsService,
  ) {}

  onModuleInit(): void {
    this.ports.register(ACCOUNT_REMOVAL, this);
    this.ports.register(INSTANCE_DEPENDENTS, this);
  }

  /** Withdraws what may still be withdrawn; the rest stays as history. What others wait for goes on for them. */
  async accountRemoved(tx: WriteTx, userId: number, afterwards: (event: object) => void): Promise<void> {
    const now = this.clock.now();
    for (const requestId of await this.dispatches.awaitedBy(tx, userId)) {
      await this.shared.leave(tx, requestId, { userId, removed: true }, now);
      afterwards(new RequestUpdated(requestId));
    }
    for (const request of await this.saved.openOfAccount(tx, userId)) {
      if (request.bookFormat !== '') continue;
      const deliveries = await this.dispatches.ofRequest(tx, request.id);
      if (!deliveries.some(({ state }) => mayCancel(state))) continue;
      await this.transitions.withdraw(tx, request.id, now);
      afterwards(new RequestUpdated(request.id));
    }
    await this.policies.forget(tx, userId);
  }

  async objectionToRemoval(tx: ReadTx, instanceId: string): Promise<Sentence | null> {
    const count = await this.countWaiting(tx, instanceId);
    if (count === 0) return null;
    return say(count === 1 ? 'library_awaited_by_request' : 'library_awaited_by_requests', { count });
  }

  async forgetInstance(tx: WriteTx, instanceId: string): Promise<void> {
    // While the requests still name the library.
    await tx.update(DispatchRow, { ...ofLibrary(instanceId), openKey: Not(IsNull()) }, { openKey: null });
    await this.saved.forgetInstance(tx, instanceId);
  }

  /**
   * A record of the library of before never chooses a title of the one that answers now. A worker that is at a job
   * loses its lease, and the job is due again. The ids under which titles are filed stay: they mean the same anywhere.
   */
  async instanceMoved(tx: WriteTx, instanceId: string): Promise<void> {
    const jobs = ofLibrary(instanceId);
    await tx.update(DispatchRow, { ...jobs, recordId: Not(IsNull()) }, { recordId: null });
    const begun = { mutation: null, searchMark: null, heldEpisodes: null };
    await tx.update(DispatchRow, { ...jobs, state: In(OPEN_STATES) }, begun);
    await tx.update(DispatchRow, { ...jobs, state: 'processing' }, { leaseToken: null, leaseUntil: 0 });
  }

  private async countWaiting(tx: ReadTx, instanceId: string): Promise<number> {
    const counted = await tx
      .createQueryBuilder(DispatchRow, 'job')
      .innerJoin(RequestRow, 'request', 'request.id = job.request_id')
      .select('COUNT(DISTINCT job.request_id)', 'requests')
      .where('request.instance_id = :instanceId AND job.state IN (:...waiting)', { instanceId, waiting: WAITING })
      .getRawOne<{ readonly requests: number | string }>();
    return Number(counted?.requests ?? 0);
  }
}

function ofLibrary(instanceId: string) {
  return {
    requestId: Raw((id) => `${id} IN (SELECT id FROM request_log WHERE instance_id = :instanceId)`, { instanceId }),
  };
}
