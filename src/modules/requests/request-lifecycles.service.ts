import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../core/database/database.js';
import { PortRegistry } from '../../core/ports/port-registry.js';
import { INSTANCE_DEPENDENTS, type InstanceDependent } from '../instances/instances.public.js';
import { ACCOUNT_REMOVAL, type AccountRemoval } from '../users/users.public.js';
import { DeliveryActionsService } from './decisions/delivery-actions.service.js';
import { DispatchesRepository } from './jobs/dispatches.repository.js';
import { RequestPoliciesService } from './policy/request-policies.service.js';
import { RequestsRepository } from './saved/requests.repository.js';

/** What requests have to say when an account or a library goes. Source: doc 4, decision on deleting. */
@Injectable()
export class RequestLifecyclesService implements OnModuleInit, AccountRemoval, InstanceDependent {
  constructor(
    private readonly ports: PortRegistry,
    private readonly dispatches: DispatchesRepository,
    private readonly deliveries: DeliveryActionsService,
    private readonly policies: RequestPoliciesService,
    private readonly saved: RequestsRepository,
  ) {}

  onModuleInit(): void {
    this.ports.register(ACCOUNT_REMOVAL, this);
    this.ports.register(INSTANCE_DEPENDENTS, this);
  }

  /** An account goes: what may be withdrawn is withdrawn, and its history stays. */
  async accountRemoved(tx: WriteTx, userId: number): Promise<void> {
    await this.deliveries.withdrawAllOf(tx, userId);
    await this.policies.forget(tx, userId);
  }

  /** A library may not go while requests wait for a decision or for delivery to it. */
  async objectionToRemoval(tx: ReadTx, instanceId: string): Promise<string | null> {
    const waiting = await this.dispatches.countWaitingAt(tx, instanceId);
    return waiting === 0
      ? null
      : `${waiting} ${waiting === 1 ? 'request awaits' : 'requests await'} approval or delivery`;
  }

  /** A removed library leaves its requests behind as history. Source: doc 4 section 10, request_log. */
  async forgetInstance(tx: WriteTx, instanceId: string): Promise<void> {
    await this.saved.forgetInstance(tx, instanceId);
  }
}
