import type { PushOutcome, PushResult } from '../../../clients/push-gateway/push-gateway.client.js';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { Privileged } from '../../../core/access/privileged-write.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { AppError } from '../../../core/errors/app-error.js';
import { foreignWords, type Sentence } from '../../../core/errors/sentence.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { SlidingWindowLimiter } from '../../../core/shares/sliding-window-limiter.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { tooManyRequests } from '../../auth/auth.public.js';
import { SETUP_STEPS } from '../../settings/settings.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { sayFault, sayNotification } from '../notifications.sentences.js';
import { PushGatewayService } from '../push/push-gateway.service.js';
import { PushPreferencesService } from '../push/push-preferences.service.js';
import { TEST_MESSAGE } from '../push/push-texts.js';
import { type PushTarget, PushTokensRepository } from '../push/push-tokens.repository.js';
import {
  gatewayFault,
  gatewayFaultWords,
  pushNotConfigured,
  pushOffByAccount,
  pushOffByServer,
} from '../push/push.errors.js';
import { outcomeSentence } from '../web-push/web-push-answers.js';
import { topicOf, webPushPayload } from '../web-push/web-push-payload.js';
import { WebPushSendingService } from '../web-push/web-push-sending.service.js';
import {
  type SubscribedBrowser,
  WebPushSubscriptionsRepository,
} from '../web-push/web-push-subscriptions.repository.js';

interface PushTestResult extends Omit<PushResult, 'error'> {
  /** Why it was not taken; null where that is not known. */
  readonly error: Sentence | null;
}

interface PushTestOutcome extends Omit<PushOutcome, 'results'> {
  readonly results: readonly PushTestResult[];
}

export interface PushTest extends PushTestOutcome {
  readonly tokens: number;
}

interface TestedDevices {
  readonly phones: readonly PushTarget[];
  readonly browsers: readonly SubscribedBrowser[];
}

/** So many tests go to the devices of one account in a minute, no matter who asks. */
const TESTS = { limit: 5, windowMs: 60_000, maxKeys: 10_000 } as const;

/** A test that arrives later says nothing. */
const TTL_SECONDS = 60;

/** Where the web app says what it pushes. */
const PATH = '/profile';

const SETUP_STEP = {
  key: 'push',
  title: 'Send push messages',
  description:
    'Over HTTPS everybody can turn on notifications for a browser in their profile. For apps on phones, name PUSH_GATEWAY_URL in ' +
    'the configuration; PUSH_API_KEY is only needed where the gateway has given you one.',
  optional: true,
} as const;

@Injectable()
export class PushTestService implements OnModuleInit {
  /** Tests of one account that are asked for at once are one: nobody floods others. */
  private readonly tests = new SingleFlight<number, PushTest>();
  private readonly limiter: SlidingWindowLimiter;

  constructor(
    private readonly database: Database,
    private readonly ports: PortRegistry,
    private readonly accounts: AccountsRepository,
    private readonly chosen: PushPreferencesService,
    private readonly tokens: PushTokensRepository,
    private readonly gateway: PushGatewayService,
    private readonly subscriptions: WebPushSubscriptionsRepository,
    private readonly sending: WebPushSendingService,
    private readonly random: Random,
    clock: Clock,
  ) {
    this.limiter = new SlidingWindowLimiter({ ...TESTS, now: () => clock.monotonic() });
  }

  /** It is set up with a gateway, or once the first browser is pushed to. */
  onModuleInit(): void {
    this.ports.register(SETUP_STEPS, {
      ...SETUP_STEP,
      isConfigured: async (tx) =>
        this.gateway.isConfigured || (this.sending.isOn && (await this.subscriptions.isAny(tx))),
    });
  }

  /** Can devices of any kind be pushed to: is there a gateway, or is Web Push on? */
  get canPush(): boolean {
    return this.gateway.isConfigured || this.sending.isOn;
  }

  get isWebPushOn(): boolean {
    return this.sending.isOn;
  }

  /**
   * @throws AppError 503 where nothing could reach them; 409 where the server or the account wants no pushes; 429 for the sixth test in a
   *   minute; 502 when the gateway can't take it and there is no browser
   */
  async own({ userId }: Caller): Promise<PushTest> {
    this.assertCanPush();
    return this.test(userId, await this.database.read((tx) => this.devicesOf(tx, userId)));
  }

  /** @throws AppError as {@link own}; 404 for an account that doesn't exist; 401 and 403 for a lost right */
  async ofAccount(admin: Privileged, userId: number): Promise<PushTest> {
    this.assertCanPush();
    const devices = await this.database.read(async (tx) => {
      await admin.confirm(tx);
      await this.accounts.require(tx, userId);
      return this.devicesOf(tx, userId);
    });
    return this.test(userId, devices);
  }

  private assertCanPush(): void {
    if (!this.canPush) throw pushNotConfigured();
  }

  private async devicesOf(tx: ReadTx, userId: number): Promise<TestedDevices> {
    const { policy, preferences } = await this.chosen.chosenBy(tx, userId);
    if (!policy.enabled) throw pushOffByServer();
    if (!preferences.push_enabled) throw pushOffByAccount();
    const browsers = this.sending.isOn ? await this.subscriptions.of(tx, [userId]) : [];
    return { phones: await this.tokens.of(tx, [userId]), browsers };
  }

  /** Without a gateway only browsers can be reached: an account that has none can't be pushed to at all. */
  private async test(userId: number, devices: TestedDevices): Promise<PushTest> {
    if (!this.gateway.isConfigured && devices.browsers.length === 0) throw pushNotConfigured();
    if (!this.limiter.take(String(userId))) throw tooManyRequests();
    const tokens = devices.phones.length + devices.browsers.length;
    return this.tests.run(userId, async () => ({ tokens, ...(await this.send(devices, this.random.uuid())) }));
  }

  /** To phones and browsers at a time. @param id names the message, and nothing else */
  private async send({ phones, browsers }: TestedDevices, id: string): Promise<PushTestOutcome> {
    const [byGateway, ...byBrowser] = await Promise.all([
      this.toPhones(phones, id, browsers.length > 0),
      ...browsers.map((browser) => this.toBrowser(browser, id)),
    ]);
    const arrived = byBrowser.filter(({ ok }) => ok).length;
    return {
      sent: byGateway.sent + arrived,
      failed: byGateway.failed + browsers.length - arrived,
      results: [...byGateway.results, ...byBrowser],
    };
  }

  /** @param hasBrowsers a gateway that fails is no failure of the whole then */
  private async toPhones(phones: readonly PushTarget[], id: string, hasBrowsers: boolean): Promise<PushTestOutcome> {
    if (phones.length === 0) return { sent: 0, failed: 0, results: [] };
    try {
      const { results, ...counts } = await this.gateway.send(phones, TEST_MESSAGE, { idempotencyKey: id });
      return {
        ...counts,
        results: results.map((one) => ({ ...one, error: one.error === null ? null : foreignWords(one.error) })),
      };
    } catch (fault) {
      if (!hasBrowsers || !(fault instanceof AppError || fault instanceof UpstreamError)) throw gatewayFault(fault);
      const error = this.gateway.isConfigured ? unsentWords(fault) : sayNotification('push_gateway_missing');
      const results = phones.map(({ deviceId }) => ({ deviceId, ok: false, pruned: false, error }));
      return { sent: 0, failed: phones.length, results };
    }
  }

  private async toBrowser(browser: SubscribedBrowser, id: string): Promise<PushTestResult> {
    const { deviceId, subscription } = browser;
    const text = webPushPayload(TEST_MESSAGE, { id, path: PATH });
    const outcome = await this.sending.send(subscription, { text, topic: topicOf(id), ttlSeconds: TTL_SECONDS });
    const pruned = outcome.kind === 'gone';
    if (pruned) await this.database.write((tx) => this.subscriptions.forget(tx, browser));
    return { deviceId, ok: outcome.kind === 'taken', pruned, error: outcomeSentence(outcome) };
  }
}

/** Whatever our own storage throws, the gateway was not asked. */
const unsentWords = (fault: AppError | UpstreamError): Sentence =>
  fault instanceof UpstreamError ? gatewayFaultWords(fault) : sayFault('push_not_now');
