import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ActingAdministrator } from '../../../core/access/caller.js';
import { StateTable } from '../../../core/cache/state-table.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { InstanceRemoved } from '../../instances/instances.public.js';
import { catalogFailed, connectionChanged, signInMissing, signInNotOffered } from '../bookcatalog.errors.js';
import { CatalogConnectionService } from '../links/catalog-connection.service.js';
import { CatalogClientsService } from '../provider/catalog-clients.service.js';
import { endFlow, type DeviceFlow, type FlowOwner } from './device-flow.js';
import { SignInProgressService } from './sign-in-progress.service.js';

const MAX_FLOWS = 256;
/** How long the outcome of a sign-in can be read after its codes have run out. */
const REMEMBERED_MS = 15 * 60_000;
const LONGEST_MS = 30 * 60_000;

/**
 * Signs in at the book catalog by way of another device (RFC 8628). What is under way lives in memory, for the session
 * that began it and the instance that it is for, and ends with the process. Source: doc 1 section 4 Book-catalog connection.
 */
@Injectable()
export class DeviceSignInService implements OnModuleInit {
  private readonly flows: StateTable<DeviceFlow>;

  constructor(
    private readonly clients: CatalogClientsService,
    private readonly service: CatalogConnectionService,
    private readonly progress: SignInProgressService,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly events: EventBus,
  ) {
    this.flows = new StateTable({ clock, maxEntries: MAX_FLOWS });
  }

  onModuleInit(): void {
    this.events.on(InstanceRemoved, ({ instanceId }) =>
      this.endOthers(instanceId, 'failed', 'the instance was deleted'),
    );
  }

  /**
   * Begins a sign-in, in place of any other for the instance.
   *
   * @throws InstanceMissing 404; AppError 400 for an instance of another kind and where sign-ins aren't set up; 409 when the
   *   instance's connection has changed meanwhile; 502 when the provider can't be asked
   */
  async begin(admin: ActingAdministrator, owner: FlowOwner): Promise<DeviceFlow> {
    const { revision } = await this.service.link(owner.instanceId);
    if (!this.clients.oauth) throw signInNotOffered();
    const grant = await this.clients.oauth.begin().catch((fault: unknown) => {
      throw fault instanceof UpstreamError ? catalogFailed(fault) : fault;
    });
    // What changed before the sign-in was there to be ended by it.
    if ((await this.service.link(owner.instanceId)).revision !== revision) throw connectionChanged();
    const begun = this.clock.monotonic();
    const lifeMs = Math.min(grant.expiresInMs, LONGEST_MS);
    const flow: DeviceFlow = {
      ...owner,
      admin,
      id: this.random.base64url(24),
      userCode: grant.userCode,
      verificationUri: grant.verificationUri,
      expiresAt: Math.floor(this.clock.now() + lifeMs),
      endsAt: begun + lifeMs,
      linkRevision: revision,
      status: 'pending',
      error: null,
      connectionId: null,
      deviceCode: grant.deviceCode,
      tokens: null,
      intervalMs: grant.intervalMs,
      nextPollAt: begun + grant.intervalMs,
    };
    this.endOthers(owner.instanceId, 'superseded', 'a newer sign-in was begun');
    this.makeRoom();
    this.flows.put(flow.id, flow, lifeMs + REMEMBERED_MS, String(owner.adminId));
    return flow;
  }

  /**
   * The state of a sign-in. Asks the provider, as often as that allows.
   *
   * @throws AppError 404 for any session but the one that has begun it, and for another instance; StorageError, after
   * which it goes on
   */
  async check(flowId: string, owner: FlowOwner): Promise<DeviceFlow> {
    const flow = this.require(flowId, owner);
    await this.progress.advance(flow);
    return flow;
  }

  /**
   * Gives a sign-in up, unless it is connected by then.
   *
   * @throws AppError 404 as {@link check}
   */
  async cancel(flowId: string, owner: FlowOwner): Promise<DeviceFlow> {
    const flow = this.require(flowId, owner);
    await this.progress.committed(flow);
    if (flow.status === 'pending') endFlow(flow, 'cancelled');
    return flow;
  }

  private require(flowId: string, { adminId, deviceId, instanceId }: FlowOwner): DeviceFlow {
    const flow = this.flows.get(flowId);
    const isTheirs = flow?.adminId === adminId && flow.deviceId === deviceId && flow.instanceId === instanceId;
    if (!isTheirs) throw signInMissing();
    return flow;
  }

  /** One that is over gives way before any that somebody still waits for. */
  private makeRoom(): void {
    const flows = this.flows.values();
    const over = flows.length < MAX_FLOWS ? undefined : flows.find(({ status }) => status !== 'pending');
    if (over) this.flows.delete(over.id);
  }

  private endOthers(instanceId: string, status: 'superseded' | 'failed', error: string): void {
    for (const flow of this.flows.values())
      if (flow.instanceId === instanceId && flow.status === 'pending') endFlow(flow, status, error);
  }
}
