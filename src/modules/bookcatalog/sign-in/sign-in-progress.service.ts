import { Injectable } from '@nestjs/common';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { AppError, isLineFull } from '../../../core/errors/app-error.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { Clock } from '../../../core/time/clock.js';
import { connectionChanged, catalogFailed } from '../bookcatalog.errors.js';
import { tokensOf } from '../credentials/catalog-token.service.js';
import { CatalogConnectionService } from '../links/catalog-connection.service.js';
import { CatalogClientsService } from '../provider/catalog-clients.service.js';
import { endFlow, type DeviceFlow } from './device-flow.js';

/** Source: RFC 8628 §3.5. */
const SLOW_DOWN_MS = 5_000;
/** To which no answer draws the interval out by itself; what the provider asks for may be longer. */
const LONGEST_INTERVAL_MS = 60_000;

const ENDINGS = {
  access_denied: ['denied', 'the sign-in was denied'],
  expired_token: ['expired', 'the sign-in has run out'],
  refused: ['failed', 'the book catalog refused the sign-in'],
} as const;

/**
 * Brings a sign-in forward by one step at a time: asks whether it was approved, has the new token prove that it reads the
 * catalog, and only then lets the instance change over. What is unknown or can't be stored for now is tried again at the next
 * check. Source: doc 1 section 4 Book-catalog connection; RFC 8628 §3.4 and 3.5.
 */
@Injectable()
export class SignInProgressService {
  private readonly steps = new SingleFlight<string, void>();
  private readonly commits = new Map<string, Promise<unknown>>();

  constructor(
    private readonly clients: CatalogClientsService,
    private readonly service: CatalogConnectionService,
    private readonly clock: Clock,
  ) {}

  /** Goes on as far as the provider allows at this moment. @throws StorageError, after which it may be tried again */
  async advance(flow: DeviceFlow): Promise<void> {
    if (flow.status !== 'pending') return;
    await this.steps.run(flow.id, () => this.step(flow));
  }

  /** Resolves when no change of the instance is being stored for this sign-in. */
  async committed({ id }: DeviceFlow): Promise<void> {
    await this.commits.get(id)?.catch(() => undefined);
  }

  private async step(flow: DeviceFlow): Promise<void> {
    const now = this.clock.monotonic();
    // What was approved may still be stored when the time to approve it is over.
    if (!flow.tokens && now >= flow.endsAt) return endFlow(flow, ...ENDINGS.expired_token);
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
      default: {
        const [status, error] = ENDINGS[outcome.state];
        endFlow(flow, status, error);
      }
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
    const commit = this.service.connect(flow.admin, flow.instanceId, flow.linkRevision, 'oauth', tokens, isStillWanted);
    this.commits.set(
      flow.id,
      commit.then((id) => this.connected(flow, id)),
    );
    try {
      await this.commits.get(flow.id);
    } finally {
      this.commits.delete(flow.id);
    }
  }

  private connected(flow: DeviceFlow, connectionId: string): void {
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
      flow.error = catalogFailed(fault).safeText;
    } else if (fault instanceof AppError && fault.status === 409) {
      endFlow(flow, 'superseded', 'the connection was changed meanwhile');
    } else if (fault instanceof AppError && fault.status < 500) {
      endFlow(flow, 'failed', fault.safeText);
    } else if (fault instanceof AppError && (fault.status === 502 || isLineFull(fault))) {
      flow.error = fault.safeText;
    } else {
      throw fault;
    }
  }
}

/** Asked after every wait, in which the sign-in may have been cancelled or replaced. */
const isPending = ({ status }: DeviceFlow): boolean => status === 'pending';
