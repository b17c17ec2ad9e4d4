import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ActingAdministrator } from '../../../core/access/caller.js';
import { StateTable } from '../../../core/cache/state-table.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { InstanceRemoved } from '../../instances/instances.public.js';
import { catalogFailed, connectionChanged, signInMissing, signInNotOffered } from '../bookcatalog.errors.js';
import { sayBookcatalog } from '../bookcatalog.sentences.js';
import { CatalogConnectionService } from '../links/catalog-connection.service.js';
import { CatalogClientsService } from '../provider/catalog-clients.service.js';
import { endFlow, type DeviceFlow, type FlowOwner } from './device-flow.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { AppError, isLineFull, sentenceOf } from '../../../core/errors/app-error.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import { tokensOf } from '../credentials/catalog-token.service.js';

const MAX_FLOWS = 256;
/** How long the outcome of a sign-in can be read after its codes have run out. */
const REMEMBERED_MS = 15 * 60_000;
const LONGEST_MS = 30 * 60_000;

/** Source: RFC 8628 §3.5. */
const SLOW_DOWN_MS = 5_000;
/** To which no answer draws the interval out by itself; what the provider asks for may be longer. */
const LONGEST_INTERVAL_MS = 60_000;

const ENDINGS = {
  access_denied: ['denied', 'catalog_sign_in_denied'],
  expired_token: ['expired', 'catalog_sign_in_expired'],
  refused: ['failed', 'catalog_sign_in_refused'],
} as const;

/** By way of another device (RFC 8628). A sign-in is for the session that began it and one instance, and ends with the process. */
@Injectable()
export class DeviceSignInService implements OnModuleInit {
  private readonly flows: StateTable<DeviceFlow>;
  private readonly steps = new SingleFlight<string, void>();
  private readonly commits = new Map<string, Promise<unknown>>();

  constructor(
    private readonly clients: CatalogClientsService,
    private readonly connections: CatalogConnectionService,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly events: EventBus,
  ) {
    this.flows = new StateTable({ clock, maxEntries: MAX_FLOWS });
  }

  onModuleInit(): void {
    this.events.on(InstanceRemoved, ({ instanceId }) =>
      this.endOthers(instanceId, 'failed', sayBookcatalog('catalog_instance_deleted')),
    );
  }

  /**
   * In place of any other for the instance.
   * @throws InstanceMissing 404; AppError 400 for an instance of another kind and where sign-ins aren't set up; 409 when the instance's
   *   connection has changed meanwhile; 502 when the provider can't be asked
   */
  async begin(admin: ActingAdministrator, owner: FlowOwner): Promise<DeviceFlow> {
    const { revision } = await this.connections.link(owner.instanceId);
    if (!this.clients.oauth) throw signInNotOffered();
    const grant = await this.clients.oauth.begin().catch((fault: unknown) => {
      throw fault instanceof UpstreamError ? catalogFailed(fault) : fault;
    });
    // What changed before the sign-in was there to be ended by it.
    if ((await this.connections.link(owner.instanceId)).revision !== revision) throw connectionChanged();
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
    this.endOthers(owner.instanceId, 'superseded', sayBookcatalog('catalog_sign_in_superseded'));
    this.makeRoom();
    this.flows.put(flow.id, flow, lifeMs + REMEMBERED_MS, String(owner.adminId));
    return flow;
  }

  async check(flowId: string, owner: FlowOwner): Promise<DeviceFlow> {
    const flow = this.require(flowId, owner);
    if (flow.status === 'pending') await this.steps.run(flow.id, () => this.step(flow));
    return flow;
  }

  /** @throws AppError 404 as {@link check} */
  async cancel(flowId: string, owner: FlowOwner): Promise<DeviceFlow> {
    const flow = this.require(flowId, owner);
    // Not while a change of the instance is being stored for it.
    await this.commits.get(flow.id)?.catch(() => undefined);
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

  private endOthers(instanceId: string, status: 'superseded' | 'failed', error: Sentence): void {
    for (const flow of this.flows.values())
      if (flow.instanceId === instanceId && flow.status === 'pending') endFlow(flow, status, error);
  }

  /**
   * Only a token that has read the catalog lets the instance change over. What is unknown or can't be stored for now is tried again at the
   * next check.
   */
  private async step(flow: DeviceFlow): Promise<void> {
    const now = this.clock.monotonic();
    // What was approved may still be stored when the time to approve it is over.
    if (!flow.tokens && now >= flow.endsAt) return endFlow(flow, ...endingOf('expired_token'));
    if (now < flow.nextPollAt) return;
    flow.nextPollAt = now + flow.intervalMs;
    try {
      if (!flow.tokens) await this.poll(flow);
      if (isPending(flow) && flow.tokens) await this.verify(flow);
    } catch (fault) {
      this.tryAgain(flow, fault);
    }
  }

  private async poll(flow: DeviceFlow): Promise<void> {
    if (!this.clients.oauth || !flow.deviceCode) return;
    const outcome = await this.clients.oauth.poll(flow.deviceCode);
    if (!isPending(flow)) return;
    flow.error = null;
    switch (outcome.state) {
      case 'granted':
        flow.tokens = tokensOf(outcome.tokens, null, this.clock.now());
        return;
      case 'slow_down':
        flow.intervalMs += SLOW_DOWN_MS;
        flow.nextPollAt = this.clock.monotonic() + flow.intervalMs;
        return;
      case 'authorization_pending':
        return;
      default:
        endFlow(flow, ...endingOf(outcome.state));
    }
  }

  private async verify(flow: DeviceFlow): Promise<void> {
    const { tokens } = flow;
    if (!tokens) return;
    await this.clients.verify(tokens.accessToken);
    if (!isPending(flow)) return;
    const isStillWanted = (): void => {
      if (!isPending(flow)) throw connectionChanged();
    };
    const commit = this.connections.connect(
      flow.admin,
      flow.instanceId,
      flow.linkRevision,
      'oauth',
      tokens,
      isStillWanted,
    );
    this.commits.set(
      flow.id,
      commit.then((id) => this.markConnected(flow, id)),
    );
    try {
      await this.commits.get(flow.id);
    } finally {
      this.commits.delete(flow.id);
    }
  }

  private markConnected(flow: DeviceFlow, connectionId: string): void {
    endFlow(flow, 'connected');
    flow.connectionId = connectionId;
  }

  /** A judgement ends the sign-in; an unknown outcome is left for the next check. */
  private tryAgain(flow: DeviceFlow, fault: unknown): void {
    if (!isPending(flow)) return;
    if (fault instanceof UpstreamError) {
      if (fault.kind === 'timeout' || fault.kind === 'unreachable')
        flow.intervalMs = Math.max(flow.intervalMs, Math.min(flow.intervalMs * 2, LONGEST_INTERVAL_MS));
      flow.nextPollAt = this.clock.monotonic() + Math.max(flow.intervalMs, fault.retryAfterMs ?? 0);
      flow.error = sentenceOf(catalogFailed(fault));
    } else if (fault instanceof AppError && fault.status === 409) {
      endFlow(flow, 'superseded', sayBookcatalog('catalog_connection_changed'));
    } else if (fault instanceof AppError && fault.status < 500) {
      endFlow(flow, 'failed', sentenceOf(fault));
    } else if (fault instanceof AppError && (fault.status === 502 || isLineFull(fault))) {
      flow.error = sentenceOf(fault);
    } else {
      throw fault;
    }
  }
}

function endingOf(state: keyof typeof ENDINGS) {
  const [status, code] = ENDINGS[state];
  return [status, sayBookcatalog(code)] as const;
}

/** Asked after every wait, in which the sign-in may have been cancelled or replaced. */
const isPending = ({ status }: DeviceFlow): boolean => status === 'pending';
