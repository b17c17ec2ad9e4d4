import { PortRegistry } from '../../src/core/ports/port-registry.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/core/database/database.js';
import { EventBus } from '../../src/core/events/event-bus.js';
import { silentLog } from '../../src/core/logging/log.js';
import { CreatePeople1763640001000 } from '../../src/migrations/1763640001000-create-people.js';
import { CreateRequests1763640003000 } from '../../src/migrations/1763640003000-create-requests.js';
import { CreateAllowances1763640004000 } from '../../src/migrations/1763640004000-create-allowances.js';
import { AddSeriesRequests1763640005000 } from '../../src/migrations/1763640005000-add-series-requests.js';
import { FollowRequests1763640011000 } from '../../src/migrations/1763640011000-follow-requests.js';
import { AddNameKeys1795903705079 } from '../../src/migrations/1795903705079-add-name-keys.js';
import { NoteSignInAccounts1795931547356 } from '../../src/migrations/1795931547356-note-sign-in-accounts.js';
import { AllowancesService } from '../../src/modules/quotas/allowances/allowances.service.js';
import { QuotaService, type Release, type Spender } from '../../src/modules/quotas/allowances/quota.service.js';
import { QuotaChargeRow, QuotaItemRow, quotasEntities } from '../../src/modules/quotas/rows.js';
import { QuotasRepository, type RuleChanges } from '../../src/modules/quotas/quotas.repository.js';
import type { QuotaUnit } from '../../src/modules/quotas/pricing/quota-price.js';
import { requestsEntities } from '../../src/modules/requests/requests.entities.js';
import { AccountsRepository } from '../../src/modules/users/accounts/accounts.repository.js';
import { usersEntities } from '../../src/modules/users/users.entities.js';
import { databaseAt } from './database-at.js';
import { MovedClock } from './moved-clock.js';

/** Allowances over a real database on a file of its own. Time stands still until the clock is moved. */
export class AllowanceFixture {
  readonly clock = new MovedClock();
  readonly events = new EventBus(silentLog);
  readonly accounts = new AccountsRepository(this.clock);
  readonly saved = new QuotasRepository();
  readonly allowances = new QuotaService(this.saved);
  readonly fixture: AllowancesService;

  private constructor(
    private readonly folder: string,
    readonly database: Database,
  ) {
    this.fixture = new AllowancesService(
      database,
      this.clock,
      this.events,
      this.accounts,
      this.saved,
      this.allowances,
      new PortRegistry(),
    );
  }

  static async open(): Promise<AllowanceFixture> {
    const folder = await mkdtemp(join(tmpdir(), 'usher-allowances-'));
    const database = await databaseAt({
      file: join(folder, 'allowances.sqlite'),
      entities: [...usersEntities, ...quotasEntities, ...requestsEntities],
      migrations: [
        CreatePeople1763640001000,
        CreateRequests1763640003000,
        CreateAllowances1763640004000,
        AddSeriesRequests1763640005000,
        FollowRequests1763640011000,
        AddNameKeys1795903705079,
        NoteSignInAccounts1795931547356,
      ],
      log: silentLog,
    });
    return new AllowanceFixture(folder, database);
  }

  /** Makes an account. */
  async person(username: string, role: Spender['role'] = 'user'): Promise<Spender> {
    const { id } = await this.database.write((tx) => this.accounts.create(tx, { username, role }));
    return { userId: id, role };
  }

  /** Sets rules of the household. */
  async limit(changes: RuleChanges): Promise<void> {
    await this.database.write((tx) => this.saved.setDefaults(tx, changes));
  }

  /** A request takes units now. */
  take(requestId: number, spender: Spender, units: readonly QuotaUnit[], instanceId = 'films'): Promise<boolean> {
    return this.database.write((tx) =>
      this.allowances.charge(tx, requestId, spender, { instanceId, units }, this.clock.now()),
    );
  }

  /** The delivery of units begins now. */
  begin(requestId: number, keys?: readonly string[]): Promise<void> {
    return this.database.write((tx) => this.allowances.markStarted(tx, requestId, this.clock.now(), keys && { keys }));
  }

  /** A request gives back what it may. */
  giveBack(requestId: number, release: Release = { reason: 'cancelled' }): Promise<readonly number[]> {
    return this.database.write((tx) => this.allowances.release(tx, requestId, release, this.clock.now()));
  }

  /** How many units of a kind count now. */
  async used(spender: Spender, kind: QuotaUnit['kind'] = 'movie'): Promise<number> {
    const { allowances } = await this.database.read((tx) => this.allowances.view(tx, spender, this.clock.now()));
    return allowances.find((state) => state.kind === kind)?.used ?? NaN;
  }

  /** Every charge, in the order in which they came. */
  charges(): Promise<QuotaChargeRow[]> {
    return this.database.read((tx) => tx.find(QuotaChargeRow, { order: { id: 'ASC' } }));
  }

  /** Every unit that a request has taken, by request and unit. */
  items(): Promise<QuotaItemRow[]> {
    return this.database.read((tx) => tx.find(QuotaItemRow, { order: { requestId: 'ASC', unitKey: 'ASC' } }));
  }

  async close(): Promise<void> {
    await this.database.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
