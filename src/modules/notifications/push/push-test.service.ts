import { Injectable } from '@nestjs/common';
import type { PushOutcome } from '../../../clients/push-gateway/push-answer.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Privileged } from '../../../core/access/privileged-write.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { Random } from '../../../core/time/random.js';
import { AccountsRepository } from '../../users/users.public.js';
import { gatewayFault, pushNotConfigured, pushOffByAccount, pushOffByServer } from './push.errors.js';
import { PushGatewayService } from './push-gateway.service.js';
import { PushPreferencesService } from './push-preferences.service.js';
import { type PushTarget, PushTokensRepository } from './push-tokens.repository.js';
import { TEST_MESSAGE } from './push-texts.js';

/** What became of a test message. */
export interface PushTest extends PushOutcome {
  /** To how many devices it went. */
  readonly tokens: number;
}

/** Does a push message reach the devices of an account? Source: doc 3 sections 5.2 and 9.1. */
@Injectable()
export class PushTestService {
  /** Tests of one account that are asked for at once are one: nobody floods the gateway. */
  private readonly tests = new SingleFlight<number, PushTest>();

  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly chosen: PushPreferencesService,
    private readonly tokens: PushTokensRepository,
    private readonly gateway: PushGatewayService,
    private readonly random: Random,
  ) {}

  /**
   * Sends a test message to the caller's devices.
   *
   * @throws AppError 503 where no gateway is configured; 409 where the server or the account wants no pushes; 502 when the
   *   gateway can't take it
   */
  async own({ userId }: Caller): Promise<PushTest> {
    return this.test(userId, await this.prepared((tx) => this.targets(tx, userId)));
  }

  /**
   * Sends a test message to somebody's devices, as an administrator asks.
   *
   * @throws AppError as {@link own}; 404 for an account that doesn't exist; 401 and 403 when they may not any more
   */
  async of(admin: Privileged, userId: number): Promise<PushTest> {
    const targets = await this.prepared(async (tx) => {
      await admin.confirm(tx);
      await this.accounts.require(tx, userId);
      return this.targets(tx, userId);
    });
    return this.test(userId, targets);
  }

  private prepared(read: (tx: ReadTx) => Promise<readonly PushTarget[]>): Promise<readonly PushTarget[]> {
    if (!this.gateway.isConfigured) throw pushNotConfigured();
    return this.database.read(read);
  }

  private async targets(tx: ReadTx, userId: number): Promise<readonly PushTarget[]> {
    const { policy, preferences } = await this.chosen.inside(tx, userId);
    if (!policy.enabled) throw pushOffByServer();
    if (!preferences.push_enabled) throw pushOffByAccount();
    return this.tokens.of(tx, [userId]);
  }

  private test(userId: number, targets: readonly PushTarget[]): Promise<PushTest> {
    if (targets.length === 0) return Promise.resolve({ tokens: 0, sent: 0, failed: 0, results: [] });
    return this.tests.run(userId, () => this.send(targets));
  }

  private async send(targets: readonly PushTarget[]): Promise<PushTest> {
    try {
      const outcome = await this.gateway.send(targets, TEST_MESSAGE, { idempotencyKey: this.random.uuid() });
      return { tokens: targets.length, ...outcome };
    } catch (fault) {
      throw gatewayFault(fault);
    }
  }
}
