import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Clock } from '../../../core/time/clock.js';
import { sayNotification } from '../notifications.sentences.js';
import {
  type Built,
  type NotYet,
  OUTBOX_DESTINATIONS,
  type OutboxDestination,
  type OutboxMessage,
  type SendAnswer,
} from '../outbox/outbox-destination.js';
import { type PushFacts, PushJudgingService } from '../push/push-judging.service.js';
import { pushMessage } from '../push/push-texts.js';
import { pushPath, topicOf, webPushPayload } from './web-push-payload.js';
import { browserAnswerOf, browserFaultOf } from './web-push-answers.js';
import { WebPushSendingService } from './web-push-sending.service.js';
import { type SubscribedBrowser, WebPushSubscriptionsRepository } from './web-push-subscriptions.repository.js';

const HOUR_MS = 60 * 60_000;

interface BrowserPush {
  readonly browser: SubscribedBrowser;
  readonly text: string;
  readonly topic: string;
}

/** At least once, within an hour. Each browser has a message of its own, so that only those get it again that haven't got it. */
@Injectable()
export class WebPushDestinationService implements OutboxDestination<PushFacts, BrowserPush>, OnModuleInit {
  readonly name = 'web-push';
  /** Push services and browsers know a repeated message by its topic and its tag. */
  readonly mayRepeat = true;
  readonly lifetimeMs = HOUR_MS;
  readonly atOnce = 8;

  constructor(
    private readonly ports: PortRegistry,
    private readonly database: Database,
    private readonly judging: PushJudgingService,
    private readonly subscriptions: WebPushSubscriptionsRepository,
    private readonly sending: WebPushSendingService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.ports.register(OUTBOX_DESTINATIONS, this);
  }

  async wants(tx: ReadTx, event: string): Promise<boolean> {
    return this.sending.isOn && (await this.subscriptions.isAny(tx)) && this.judging.isSent(tx, event);
  }

  lookUp(message: OutboxMessage): Promise<{ readonly facts: PushFacts } | NotYet> {
    return this.judging.lookUp(message, (tx) => this.subscriptions.accounts(tx));
  }

  async build(tx: ReadTx, message: OutboxMessage, facts: PushFacts): Promise<Built<BrowserPush>> {
    const due = await this.judging.judge(tx, message, facts, (each) => this.subscriptions.accounts(each));
    if ('cancel' in due) return due;
    const { event, userIds } = due;
    const browsers = (await this.subscriptions.of(tx, userIds)).filter(
      ({ deviceId }) => message.deviceId === null || message.deviceId === deviceId,
    );
    const [browser] = browsers;
    if (!browser) return { cancel: sayNotification('message_nobody_to_tell') };
    if (browser.isPaused) return { wait: sayNotification('web_push_paused') };
    const news = event.newsFor(event.concerned.get(browser.userId) ?? []);
    const shown = pushMessage(news);
    // Ids begin anew with another database, whose messages are others.
    const id = `usher-${message.id}-${message.createdAt}`;
    const text = webPushPayload(shown, { id, path: pushPath(news) });
    return {
      post: { browser, text, topic: topicOf(shown.collapseId ?? id) },
      further: browsers.map(({ userId, deviceId }) => ({ accounts: [userId], deviceId })),
    };
  }

  async send(
    { browser, text, topic }: BrowserPush,
    { createdAt }: OutboxMessage,
    signal: AbortSignal,
  ): Promise<SendAnswer> {
    const left = Math.floor((createdAt + HOUR_MS - this.clock.now()) / 1_000);
    const message = { text, topic, ttlSeconds: Math.min(Math.max(left, 1), HOUR_MS / 1_000) };
    try {
      const outcome = await this.sending.send(browser.subscription, message, signal);
      if (outcome.kind === 'gone') await this.database.write((tx) => this.subscriptions.forget(tx, browser));
      if (outcome.kind === 'limited')
        await this.database.write((tx) => this.subscriptions.pause(tx, browser, outcome.retryAfterMs));
      return browserAnswerOf(outcome);
    } catch (fault) {
      return browserFaultOf(fault);
    }
  }
}
