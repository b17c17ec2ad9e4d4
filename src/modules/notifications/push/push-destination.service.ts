import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { PushMessage } from '../../../clients/push-gateway/push-gateway.client.js';
import type { ReadTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { sayNotification } from '../notifications.sentences.js';
import {
  type Built,
  type NotYet,
  OUTBOX_DESTINATIONS,
  type OutboxDestination,
  type OutboxMessage,
  type SendAnswer,
} from '../outbox/outbox-destination.js';
import { sendAnswerOf, sendFaultOf } from './push-answers.js';
import { PushGatewayService } from './push-gateway.service.js';
import { type PushFacts, PushJudgingService } from './push-judging.service.js';
import type { PushedEvent } from './pushed-events.service.js';
import { pushMessage } from './push-texts.js';
import { type PushTarget, PushTokensRepository } from './push-tokens.repository.js';

const HOUR_MS = 60 * 60_000;

/** The most devices in one message. */
const MOST_DEVICES = 400;

interface Push {
  readonly targets: readonly PushTarget[];
  readonly message: PushMessage;
}

interface Group {
  readonly userIds: number[];
  readonly targets: PushTarget[];
  readonly message: PushMessage;
}

/** Pushes messages to people's devices: at least once, within an hour. */
@Injectable()
export class PushDestinationService implements OutboxDestination<PushFacts, Push>, OnModuleInit {
  readonly name = 'push';
  /** The gateway knows a repeated message by its key. */
  readonly mayRepeat = true;
  readonly lifetimeMs = HOUR_MS;

  constructor(
    private readonly ports: PortRegistry,
    private readonly judging: PushJudgingService,
    private readonly tokens: PushTokensRepository,
    private readonly gateway: PushGatewayService,
  ) {}

  onModuleInit(): void {
    this.ports.register(OUTBOX_DESTINATIONS, this);
  }

  async wants(tx: ReadTx, event: string): Promise<boolean> {
    return this.gateway.isConfigured && this.judging.isSent(tx, event);
  }

  lookUp(message: OutboxMessage): Promise<{ readonly facts: PushFacts } | NotYet> {
    return this.judging.lookUp(message, (tx) => this.tokens.accounts(tx));
  }

  async build(tx: ReadTx, message: OutboxMessage, facts: PushFacts): Promise<Built<Push>> {
    const due = await this.judging.judge(tx, message, facts, (each) => this.tokens.accounts(each));
    if ('cancel' in due) return due;
    const [first, ...others] = await this.groupsOf(tx, due.event, due.userIds);
    if (!first) return { cancel: sayNotification('message_nobody_to_tell') };
    const post = { targets: first.targets, message: first.message };
    return { post, further: [first, ...others].map(({ userIds: accounts }) => ({ accounts })) };
  }

  async send({ targets, message }: Push, { id, createdAt }: OutboxMessage, signal: AbortSignal): Promise<SendAnswer> {
    // Ids begin anew with another database, whose messages are others.
    const idempotencyKey = `usher-${id}-${createdAt}`;
    try {
      return sendAnswerOf(await this.gateway.send(targets, message, { idempotencyKey, signal }));
    } catch (fault) {
      return sendFaultOf(fault);
    }
  }

  /** Who is told the same is told at once, as far as one message can take them. */
  private async groupsOf(tx: ReadTx, event: PushedEvent, userIds: readonly number[]): Promise<readonly Group[]> {
    const groups: Group[] = [];
    const open = new Map<string, Group>();
    for (const userId of userIds) {
      const targets = await this.tokens.of(tx, [userId]);
      if (targets.length === 0) continue;
      const formats = event.concerned.get(userId) ?? [];
      const key = formats.join();
      let group = open.get(key);
      if (!group || group.targets.length + targets.length > MOST_DEVICES) {
        group = { userIds: [], targets: [], message: pushMessage(event.newsFor(formats)) };
        groups.push(group);
        open.set(key, group);
      }
      group.userIds.push(userId);
      group.targets.push(...targets);
    }
    return groups;
  }
}
