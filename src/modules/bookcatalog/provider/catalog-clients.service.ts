import { Injectable } from '@nestjs/common';
import type { Share } from '../../../core/shares/fair-line.js';
import { HardcoverClient } from '../../../clients/hardcover/hardcover.client.js';
import {
  HardcoverOauthClient,
  type DeviceGrant,
  type PollOutcome,
  type RefreshOutcome,
} from '../../../clients/hardcover/hardcover-oauth.client.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { ExternalNetworkService } from '../../settings/settings.public.js';
import { tokenNotVerified } from '../bookcatalog.errors.js';
import { RequestBudget } from './request-budget.js';

const BURST = 10;
const REFILL_MS = 1_000;

/** Asks the book catalog, on the external network and within the provider's budget. */
@Injectable()
export class CatalogClientsService {
  /** Null where device sign-ins aren't set up. */
  readonly oauth: CatalogOauth | null;
  private readonly budget: RequestBudget;

  constructor(
    @InjectSettings() private readonly settings: Settings,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    private readonly meter: Meter,
    private readonly network: ExternalNetworkService,
  ) {
    this.budget = new RequestBudget(clock, BURST, REFILL_MS);
    const { bookcatalogAuthUrl: url, bookcatalogClientId: clientId } = settings;
    const isSetUp = url !== undefined && clientId !== undefined;
    this.oauth = isSetUp
      ? new CatalogOauth(new HardcoverOauthClient({ url, clientId, ...this.clientOptions() }), clock)
      : null;
  }

  /** @throws UpstreamError as the client; AppError as {@link RequestBudget.require}, and nothing is asked */
  async read<T>(token: Secret, query: (client: HardcoverClient) => Promise<T>, share?: Share): Promise<T> {
    this.budget.require(share);
    const client = new HardcoverClient({ url: this.settings.bookcatalogUrl, token, ...this.clientOptions() });
    try {
      return await query(client);
    } catch (fault) {
      this.budget.pauseOn(fault);
      throw fault;
    }
  }

  /** @throws AppError 400 for a token that isn't accepted or may not read the catalog; 502 when that is unknown */
  async verify(token: Secret): Promise<void> {
    try {
      await this.read(token, (client) => client.verify());
    } catch (fault) {
      throw fault instanceof UpstreamError ? tokenNotVerified(fault) : fault;
    }
  }

  private clientOptions() {
    const { clock, log, meter } = this;
    return { clock, log, meter, path: () => this.network.path() };
  }
}

const BEGINNINGS = 5;
const NEXT_BEGINNING_MS = 6_000;

/**
 * Within a budget of its own. Beginnings have the smaller share, so that a flood of them leaves polls and renewals theirs.
 * @throws as {@link CatalogClientsService.read}, by every method
 */
class CatalogOauth {
  private readonly budget: RequestBudget;
  private readonly beginnings: RequestBudget;

  constructor(
    private readonly oauth: HardcoverOauthClient,
    clock: Clock,
  ) {
    this.budget = new RequestBudget(clock, BURST, REFILL_MS);
    this.beginnings = new RequestBudget(clock, BEGINNINGS, NEXT_BEGINNING_MS);
  }

  async begin(): Promise<DeviceGrant> {
    this.beginnings.require();
    return this.within(() => this.oauth.begin());
  }

  poll(deviceCode: Secret): Promise<PollOutcome> {
    return this.within(() => this.oauth.poll(deviceCode));
  }

  refresh(refreshToken: Secret): Promise<RefreshOutcome> {
    return this.within(() => this.oauth.refresh(refreshToken));
  }

  private async within<T>(call: () => Promise<T>): Promise<T> {
    this.budget.require();
    try {
      return await call();
    } catch (fault) {
      this.budget.pauseOn(fault);
      throw fault;
    }
  }
}
