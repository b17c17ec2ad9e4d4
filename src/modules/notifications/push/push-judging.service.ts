import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import type { ReportedRecord } from '../../library/library.public.js';
import { ContentRecordsService } from '../content/content-records.service.js';
import { reportedTitle } from '../content/new-content.js';
import type { NotYet, OutboxMessage } from '../outbox/outbox-destination.js';
import type { JudgedTitles } from './push-limits.service.js';
import { categoryOf, type PushedEvent, PushedEventsService } from './pushed-events.service.js';
import { PushRecipientsService } from './push-recipients.service.js';

/** What was asked of other systems. */
export interface PushFacts {
  readonly judged: JudgedTitles;
  /** What the manager's record says of new content; null for none, and for other messages. */
  readonly record: ReportedRecord | null;
}

/** The accounts with something to push to. */
type Reachable = (tx: ReadTx) => Promise<readonly number[]>;

const NO_RECORD = { record: null } as const;

/** Who is told what by a push message, whichever way it goes out? */
@Injectable()
export class PushJudgingService {
  constructor(
    private readonly database: Database,
    private readonly news: PushedEventsService,
    private readonly recipients: PushRecipientsService,
    private readonly records: ContentRecordsService,
  ) {}

  /** Does the server push events of this name at this moment? */
  async isSent(tx: ReadTx, event: string): Promise<boolean> {
    const category = categoryOf(event);
    return category !== undefined && this.recipients.isSent(tx, category);
  }

  /** Asks other systems what has to be known before the message can be judged. Not inside a transaction. */
  async lookUp(message: OutboxMessage, reachable: Reachable): Promise<{ readonly facts: PushFacts } | NotYet> {
    const title = reportedTitle(message.subject.content);
    const found = title ? await this.records.of(title) : NO_RECORD;
    if ('wait' in found) return found;
    const { event, userIds } = await this.database.read(async (tx) => {
      const event = await this.news.of(tx, message, found.record);
      return 'over' in event ? { event: null, userIds: [] } : { event, userIds: await asked(tx, message, reachable) };
    });
    const judged = event ? await this.recipients.judge(event, userIds) : new Map<never, never>();
    return { facts: { judged, record: found.record } };
  }

  /** What the message tells at this moment, and which accounts, ascending. */
  async told(
    tx: ReadTx,
    message: OutboxMessage,
    { judged, record }: PushFacts,
    reachable: Reachable,
  ): Promise<{ readonly event: PushedEvent; readonly userIds: readonly number[] } | { readonly cancel: string }> {
    const event = await this.news.of(tx, message, record);
    if ('over' in event) return { cancel: event.over };
    const userIds = await asked(tx, message, reachable);
    return { event, userIds: await this.recipients.of(tx, event, { userIds, actorId: message.actorId, judged }) };
  }
}

/** Accounts that may have to be told, as far as the message may go to them. */
async function asked(tx: ReadTx, { accounts }: OutboxMessage, reachable: Reachable): Promise<readonly number[]> {
  const userIds = await reachable(tx);
  const only = accounts && new Set(accounts);
  return only ? userIds.filter((userId) => only.has(userId)) : userIds;
}
