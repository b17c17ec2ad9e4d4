import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { PushMessage } from '../../../clients/push-gateway/push-gateway.client.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import type { ReportedRecord } from '../../library/library.public.js';
import { ContentRecordsService } from '../content/content-records.service.js';
import { reportedTitle } from '../content/new-content.js';
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
import type { JudgedTitles } from './push-limits.service.js';
import { categoryOf, type PushedEvent, PushedEventsService } from './pushed-events.service.js';
import { PushRecipientsService } from './push-recipients.service.js';
import { pushMessage } from './push-texts.js';
import { type PushTarget, PushTokensRepository } from './push-tokens.repository.js';

const HOUR_MS = 60 * 60_000;

/** The most devices in one message. */
const MOST_DEVICES = 400;

/** What was asked of other systems. */
interface PushFacts {
  readonly judged: JudgedTitles;
  /** What the manager's record says of new content; null for none, and for other messages. */
  readonly record: ReportedRecord | null;
}

const NO_RECORD = { record: null } as const;

/** A message, and the devices that it goes to. */
interface Push {
  readonly targets: readonly PushTarget[];
  readonly message: PushMessage;
}

/** Some accounts that are told the same. */
interface Group {
  readonly userIds: number[];
  readonly targets: PushTarget[];
  readonly message: PushMessage;
}

/** Pushes messages to people's devices: at least once, within an hour. Source: issue 24, Push. */
@Injectable()
export class PushDestinationService implements OutboxDestination<PushFacts, Push>, OnModuleInit {
  readonly name = 'push';
  /** The gateway knows a repeated message by its key. */
  readonly mayRepeat = true;
  readonly lifetimeMs = HOUR_MS;

  constructor(
    private readonly database: Database,
    private readonly ports: PortRegistry,
    private readonly news: PushedEventsService,
    private readonly recipients: PushRecipientsService,
    private readonly tokens: PushTokensRepository,
    private readonly gateway: PushGatewayService,
    private readonly records: ContentRecordsService,
  ) {}

  onModuleInit(): void {
    this.ports.register(OUTBOX_DESTINATIONS, this);
  }

  async wants(tx: ReadTx, event: string): Promise<boolean> {
    const category = categoryOf(event);
    return category !== undefined && this.gateway.isConfigured && this.recipients.isSent(tx, category);
  }

  async lookUp(message: OutboxMessage): Promise<{ readonly facts: PushFacts } | NotYet> {
    const title = reportedTitle(message.subject.content);
    const found = title ? await this.records.of(title) : NO_RECORD;
    if ('wait' in found) return found;
    const { event, userIds } = await this.database.read(async (tx) => {
      const event = await this.news.of(tx, message, found.record);
      return 'over' in event ? { event: null, userIds: [] } : { event, userIds: await this.asked(tx, message) };
    });
    const judged = event ? await this.recipients.judge(event, userIds) : new Map<never, never>();
    return { facts: { judged, record: found.record } };
  }

  async build(tx: ReadTx, message: OutboxMessage, { judged, record }: PushFacts): Promise<Built<Push>> {
    const event = await this.news.of(tx, message, record);
    if ('over' in event) return { cancel: event.over };
    const userIds = await this.asked(tx, message);
    const told = await this.recipients.of(tx, event, { userIds, actorId: message.actorId, judged });
    const [first, ...others] = await this.grouped(tx, event, told);
    if (!first) return { cancel: 'Nobody is to be told.' };
    const post = { targets: first.targets, message: first.message };
    return { post, further: [first, ...others].map((group) => group.userIds) };
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

  /** Accounts that may have to be told: those with a device, as far as the message may go to them. */
  private async asked(tx: ReadTx, { accounts }: OutboxMessage): Promise<readonly number[]> {
    const withDevices = await this.tokens.accounts(tx);
    const only = accounts && new Set(accounts);
    return only ? withDevices.filter((userId) => only.has(userId)) : withDevices;
  }

  /** Who is told the same is told at once, as far as one message can take them. */
  private async grouped(tx: ReadTx, event: PushedEvent, userIds: readonly number[]): Promise<readonly Group[]> {
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
