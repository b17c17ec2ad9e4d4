import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../core/database/database.js';
import { PortRegistry } from '../../core/ports/port-registry.js';
import { Clock } from '../../core/time/clock.js';
import { INSTANCE_DEPENDENTS, type InstanceDependent } from '../instances/instances.public.js';
import { ACCOUNT_REMOVAL, type AccountRemoval } from '../users/users.public.js';
import { DispatchesRepository } from './jobs/dispatches.repository.js';
import { LibraryJobsRepository } from './jobs/library-jobs.repository.js';
import { RequestPoliciesService } from './policy/request-policies.service.js';
import { RequestsRepository } from './saved/requests.repository.js';
import { mayCancel } from './transitions/delivery-actions.js';
import { RequestTransitionsService } from './transitions/request-transitions.service.js';
import { RequestUpdated } from './requests.events.js';
import { SharedRequestsService } from './transitions/shared-requests.service.js';

/** Withdraws requests when an account is removed, and guards the removal and the move of libraries. Source: doc 4, decision on deleting. */
@Injectable()
export class RequestLifecyclesService implements OnModuleInit, AccountRemoval, InstanceDependent {
  constructor(
    private readonly ports: PortRegistry,
    private readonly dispatches: DispatchesRepository,
    private readonly libraryJobs: LibraryJobsRepository,
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

  /**
   * Withdraws the requests of a removed account that may still be withdrawn. The others stay as history. What others wait
   * for as well goes on for them, and they hear of it.
   */
  async accountRemoved(tx: WriteTx, userId: number, afterwards: (event: object) => void): Promise<void> {
    const now = this.clock.now();
    for (const requestId of await this.dispatches.awaitedBy(tx, userId)) {
      await this.shared.left(tx, requestId, { userId, removed: true }, now);
      afterwards(new RequestUpdated(requestId));
    }
    for (const request of await this.saved.openOfAccount(tx, userId)) {
      if (request.bookFormat !== '') continue;
      const deliveries = await this.dispatches.ofRequest(tx, request.id);
      if (!deliveries.some(({ state }) => mayCancel(state))) continue;
      await this.transitions.withdrawn(tx, request.id, now);
      afterwards(new RequestUpdated(request.id));
    }
    await this.policies.forget(tx, userId);
  }

  /** Refuses to remove a library while requests wait for a decision or for delivery to it. */
  async objectionToRemoval(tx: ReadTx, instanceId: string): Promise<string | null> {
    const waiting = await this.libraryJobs.countWaiting(tx, instanceId);
    return waiting === 0
      ? null
      : `${waiting} ${waiting === 1 ? 'request awaits' : 'requests await'} approval or delivery`;
  }

  /** Keeps the requests of a removed library as history. Source: doc 4 section 10, request_log. */
  async forgetInstance(tx: WriteTx, instanceId: string): Promise<void> {
    await this.libraryJobs.releaseKeys(tx, instanceId);
    await this.saved.forgetInstance(tx, instanceId);
  }

  /** A record of the library of before never chooses a title of the one that answers now. */
  async instanceMoved(tx: WriteTx, instanceId: string): Promise<void> {
    await this.libraryJobs.forgetRecords(tx, instanceId);
  }
}
