import { Injectable } from '@nestjs/common';
import type { PushOutcome, PushResult } from '../../../clients/push-gateway/push-answer.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { AppError } from '../../../core/errors/app-error.js';
import { gatewayFault } from '../push/push.errors.js';
import { PushGatewayService } from '../push/push-gateway.service.js';
import { type PushTarget, PushTokensRepository } from '../push/push-tokens.repository.js';
import { TEST_MESSAGE } from '../push/push-texts.js';
import { outcomeSentence } from '../web-push/web-push-answers.js';
import { topicOf, webPushPayload } from '../web-push/web-push-payload.js';
import { WebPushSendingService } from '../web-push/web-push-sending.service.js';
import {
  type SubscribedBrowser,
  WebPushSubscriptionsRepository,
} from '../web-push/web-push-subscriptions.repository.js';

/** The devices of an account, by the way in which they are reached. */
export interface TestedDevices {
  /** Through the push gateway. */
  readonly phones: readonly PushTarget[];
  readonly browsers: readonly SubscribedBrowser[];
}

/** A test that arrives later says nothing. */
const TTL_SECONDS = 60;

const NO_GATEWAY = 'No push gateway is configured.';

/** Where the web app says what it pushes. */
const PATH = '/profile';

/** Sends a test message to devices of every kind. */
@Injectable()
export class TestedDevicesService {
  constructor(
    private readonly database: Database,
    private readonly tokens: PushTokensRepository,
    private readonly gateway: PushGatewayService,
    private readonly subscriptions: WebPushSubscriptionsRepository,
    private readonly sending: WebPushSendingService,
  ) {}

  /** Can devices of any kind be pushed to: is there a gateway, or is Web Push on? */
  get canPush(): boolean {
    return this.gateway.isConfigured || this.sending.isOn;
  }

  /** Is there a gateway? Without one no phone can be pushed to. */
  get hasGateway(): boolean {
    return this.gateway.isConfigured;
  }

  get isWebPushOn(): boolean {
    return this.sending.isOn;
  }

  async of(tx: ReadTx, userId: number): Promise<TestedDevices> {
    const browsers = this.sending.isOn ? await this.subscriptions.of(tx, [userId]) : [];
    return { phones: await this.tokens.of(tx, [userId]), browsers };
  }

  /**
   * Sends the message, to phones and browsers at a time.
   *
   * @param id names the message, and nothing else
   * @throws AppError 502 and 503 when the gateway can't take it and there is no browser; 503 while our key can't be read
   */
  async send({ phones, browsers }: TestedDevices, id: string): Promise<PushOutcome> {
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
  private async toPhones(phones: readonly PushTarget[], id: string, hasBrowsers: boolean): Promise<PushOutcome> {
    if (phones.length === 0) return { sent: 0, failed: 0, results: [] };
    try {
      return await this.gateway.send(phones, TEST_MESSAGE, { idempotencyKey: id });
    } catch (cause) {
      const fault = gatewayFault(cause);
      if (!hasBrowsers || !(fault instanceof AppError)) throw fault;
      const error = this.gateway.isConfigured ? fault.message : NO_GATEWAY;
      const results = phones.map(({ deviceId }) => ({ deviceId, ok: false, pruned: false, error }));
      return { sent: 0, failed: phones.length, results };
    }
  }

  private async toBrowser(browser: SubscribedBrowser, id: string): Promise<PushResult> {
    const { deviceId, subscription } = browser;
    const text = webPushPayload(TEST_MESSAGE, { id, path: PATH });
    const outcome = await this.sending.send(subscription, { text, topic: topicOf(id), ttlSeconds: TTL_SECONDS });
    const pruned = outcome.kind === 'gone';
    if (pruned) await this.database.write((tx) => this.subscriptions.forget(tx, browser));
    return { deviceId, ok: outcome.kind === 'taken', pruned, error: outcomeSentence(outcome) };
  }
}
