import type {
  DeviceGrant,
  HardcoverOauthClient,
  PollOutcome,
  RefreshOutcome,
} from '../../../clients/hardcover/hardcover-oauth.client.js';
import type { Secret } from '../../../core/secrets/secret.js';
import type { Clock } from '../../../core/time/clock.js';
import { RequestBudget } from './request-budget.js';

const BURST = 10;
const REFILL_MS = 1_000;
const BEGINNINGS = 5;
const NEXT_BEGINNING_MS = 6_000;

/**
 * The provider's device sign-in and renewals, within a budget of their own. Beginnings have the smaller share, so that a
 * flood of them leaves polls and renewals theirs. Source: doc 2 §4 Books, provider budget; security 28.
 *
 * @throws UpstreamError as the client does; AppError as {@link RequestBudget.require}, and nothing is asked, by every method
 */
export class CatalogOauth {
  private readonly budget: RequestBudget;
  private readonly beginnings: RequestBudget;

  constructor(
    private readonly oauth: HardcoverOauthClient,
    clock: Clock,
  ) {
    this.budget = new RequestBudget(clock, BURST, REFILL_MS);
    this.beginnings = new RequestBudget(clock, BEGINNINGS, NEXT_BEGINNING_MS);
  }

  /** Begins a sign-in. */
  async begin(): Promise<DeviceGrant> {
    this.beginnings.require();
    return this.within(() => this.oauth.begin());
  }

  /** Has the sign-in been approved? */
  poll(deviceCode: Secret): Promise<PollOutcome> {
    return this.within(() => this.oauth.poll(deviceCode));
  }

  /** The next pair of tokens. */
  refresh(refreshToken: Secret): Promise<RefreshOutcome> {
    return this.within(() => this.oauth.refresh(refreshToken));
  }

  private async within<T>(call: () => Promise<T>): Promise<T> {
    this.budget.require();
    try {
      return await call();
    } catch (fault) {
      this.budget.heed(fault);
      throw fault;
    }
  }
}
