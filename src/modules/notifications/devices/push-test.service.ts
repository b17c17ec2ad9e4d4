import { Injectable } from '@nestjs/common';
import type { PushOutcome } from '../../../clients/push-gateway/push-answer.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Privileged } from '../../../core/access/privileged-write.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { SlidingWindowLimiter } from '../../../core/shares/sliding-window-limiter.js';
import { tooManyRequests } from '../../auth/auth.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { pushNotConfigured, pushOffByAccount, pushOffByServer } from '../push/push.errors.js';
import { PushPreferencesService } from '../push/push-preferences.service.js';
import { TestedDevicesService, type TestedDevices } from './tested-devices.service.js';

/** What became of a test message. */
export interface PushTest extends PushOutcome {
  /** To how many devices it went. */
  readonly tokens: number;
}

/** So many tests go to the devices of one account in a minute, whoever asks. Source: issue 43 B11, security 40 */
const TESTS = { limit: 5, windowMs: 60_000, maxKeys: 10_000 } as const;

/** Does a push message reach the devices of an account? Source: doc 3 sections 5.2 and 9.1, issue 24 Web Push. */
@Injectable()
export class PushTestService {
  /** Tests of one account that are asked for at once are one: nobody floods others. */
  private readonly tests = new SingleFlight<number, PushTest>();
  private readonly limiter: SlidingWindowLimiter;

  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly chosen: PushPreferencesService,
    private readonly devices: TestedDevicesService,
    private readonly random: Random,
    clock: Clock,
  ) {
    this.limiter = new SlidingWindowLimiter({ ...TESTS, now: () => clock.monotonic() });
  }

  /**
   * Sends a test message to the caller's devices.
   *
   * @throws AppError 503 where nothing could reach them: without a gateway, an account without a browser too; 409 where the server or
   *   the account wants no pushes; 429 for the sixth test of the account in a minute; 502 when the gateway
   *   can't take it and there is no browser
   */
  async own({ userId }: Caller): Promise<PushTest> {
    this.assertCanPush();
    return this.test(userId, await this.database.read((tx) => this.of(tx, userId)));
  }

  /**
   * Sends a test message to somebody's devices, as an administrator asks.
   *
   * @throws AppError as {@link own}; 404 for an account that doesn't exist; 401 and 403 when they may not any more
   */
  async ofAccount(admin: Privileged, userId: number): Promise<PushTest> {
    this.assertCanPush();
    const devices = await this.database.read(async (tx) => {
      await admin.confirm(tx);
      await this.accounts.require(tx, userId);
      return this.of(tx, userId);
    });
    return this.test(userId, devices);
  }

  private assertCanPush(): void {
    if (!this.devices.canPush) throw pushNotConfigured();
  }

  private async of(tx: ReadTx, userId: number): Promise<TestedDevices> {
    const { policy, preferences } = await this.chosen.inside(tx, userId);
    if (!policy.enabled) throw pushOffByServer();
    if (!preferences.push_enabled) throw pushOffByAccount();
    return this.devices.of(tx, userId);
  }

  /** Without a gateway only browsers can be reached: an account that has none can't be pushed to at all. */
  private async test(userId: number, devices: TestedDevices): Promise<PushTest> {
    if (!this.devices.hasGateway && devices.browsers.length === 0) throw pushNotConfigured();
    if (!this.limiter.take(String(userId))) throw tooManyRequests();
    const tokens = devices.phones.length + devices.browsers.length;
    return this.tests.run(userId, async () => ({ tokens, ...(await this.devices.send(devices, this.random.uuid())) }));
  }
}
