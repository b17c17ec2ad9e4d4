import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { AppError } from '../../../core/errors/app-error.js';
import type { Log } from '../../../core/logging/log.js';
import { SYSTEM_SHARE } from '../../../core/shares/fair-line.js';
import { ContentLimitsService } from '../../content-policy/content-policy.public.js';
import { InstanceAccessService, InstanceMissing } from '../../instances/instances.public.js';
import { ReportedRecordsService, type RecordReading, type ReportedRecord } from '../../library/library.public.js';
import {
  type Account,
  AccountsRepository,
  ContentPoliciesRepository,
  type ContentPolicy,
} from '../../users/users.public.js';
import { reportedTitle, type ReportedTitle } from '../content/new-content.js';
import { sayNotification } from '../notifications.sentences.js';
import type { Cancelled, NotYet, OutboxMessage } from '../outbox/outbox-destination.js';
import { isForAdministrators, isPushed, type PushedPerson } from './push-audience.js';
import { PushPreferencesService } from './push-preferences.service.js';
import { categoryOf, type PushedEvent, PushedEventsService } from './pushed-events.service.js';

/** What was judged of a title for each kids account, and by which policy. Who can't be judged is not in it. */
type JudgedTitles = ReadonlyMap<number, { readonly policy: ContentPolicy; readonly isShown: boolean }>;

export interface PushFacts {
  readonly judged: JudgedTitles;
  /** What the manager's record says of new content; null for none, and for other messages. */
  readonly record: ReportedRecord | null;
}

type Reachable = (tx: ReadTx) => Promise<readonly number[]>;

type Policies = ReadonlyMap<number, ContentPolicy | 'unreadable'>;

const NO_RECORD = { record: null } as const;
const NOBODY: ReadonlySet<number> = new Set();

/**
 * Who is told what by a push message, whichever way it goes out? Role, choice, libraries and limits count as they are when the message is
 * judged. Ratings are looked up before; the policies by which they were judged are held against those of that moment.
 */
@Injectable()
export class PushJudgingService {
  constructor(
    private readonly database: Database,
    private readonly news: PushedEventsService,
    private readonly records: ReportedRecordsService,
    private readonly accounts: AccountsRepository,
    private readonly chosen: PushPreferencesService,
    private readonly access: InstanceAccessService,
    private readonly policies: ContentPoliciesRepository,
    private readonly limits: ContentLimitsService,
    @InjectLog() private readonly log: Log,
  ) {}

  /** Does the server push events of this name at this moment? */
  async isSent(tx: ReadTx, event: string): Promise<boolean> {
    const category = categoryOf(event);
    if (category === undefined) return false;
    const { enabled, categories } = await this.chosen.policy(tx);
    return enabled && categories[category];
  }

  /** Asks other systems what has to be known before the message can be judged. Not inside a transaction. */
  async lookUp(message: OutboxMessage, reachable: Reachable): Promise<{ readonly facts: PushFacts } | NotYet> {
    const title = reportedTitle(message.subject.content);
    const found = title ? await this.recordOf(title) : NO_RECORD;
    if ('wait' in found) return found;
    const { event, userIds } = await this.database.read(async (tx) => {
      const event = await this.news.of(tx, message, found.record);
      if ('cancel' in event) return { event: null, userIds: [] };
      return { event, userIds: await candidatesFor(tx, message, reachable) };
    });
    const judged = event ? await this.judgeTitle(event, userIds) : new Map<never, never>();
    return { facts: { judged, record: found.record } };
  }

  /** What the message tells at this moment, and which accounts, ascending. */
  async judge(
    tx: ReadTx,
    message: OutboxMessage,
    { judged, record }: PushFacts,
    reachable: Reachable,
  ): Promise<{ readonly event: PushedEvent; readonly userIds: readonly number[] } | Cancelled> {
    const event = await this.news.of(tx, message, record);
    if ('cancel' in event) return event;
    const userIds = await candidatesFor(tx, message, reachable);
    const accounts = await this.accounts.byIds(tx, userIds);
    const preferences = await this.chosen.ofAll(tx, userIds);
    const policy = await this.chosen.policy(tx);
    const limits = event.ratedTitle ? await this.policiesOf(tx, userIds) : new Map<never, never>();
    const holders = event.instanceId === null ? NOBODY : await this.access.holdersOf(tx, event.instanceId);
    const recipients: number[] = [];
    for (const account of accounts.values()) {
      const own = preferences.get(account.id);
      const library = await this.libraryOf(tx, event, account, holders);
      if (!own || library === 'gone') continue;
      const person: PushedPerson = {
        role: account.role,
        preferences: own,
        isConcerned: event.concerned.has(account.id),
        isActor: account.id === message.actorId,
        library,
        title: verdictOn(account.id, limits, judged),
      };
      if (isPushed(event.category, policy, person)) recipients.push(account.id);
    }
    return { event, userIds: recipients.sort((one, other) => one - other) };
  }

  /** Its record, null where there is none, or none with a file; or that the library can't be read now. */
  private async recordOf(title: ReportedTitle): Promise<{ readonly record: ReportedRecord | null } | NotYet> {
    try {
      const reading = await this.readRecord(title);
      if (!reading.known) return { wait: sayNotification('message_library_unreadable') };
      return { record: reading.record?.hasFile ? reading.record : null };
    } catch (fault) {
      if (fault instanceof InstanceMissing) return { record: null };
      throw fault;
    }
  }

  private readRecord({ mediaType, instanceId, titleId }: ReportedTitle): Promise<RecordReading> {
    switch (mediaType) {
      case 'movie':
        return this.records.film(instanceId, Number(titleId));
      case 'tv':
        return this.records.series(instanceId, Number(titleId));
      case 'book':
        return this.records.book(instanceId, Number(titleId));
      case 'music':
        return this.records.album(instanceId, String(titleId));
    }
  }

  /** Judges the title of a message for the kids accounts among these, as far as they could be told. */
  private async judgeTitle(
    { category, ratedTitle: title }: PushedEvent,
    userIds: readonly number[],
  ): Promise<JudgedTitles> {
    const judged = new Map<number, { readonly policy: ContentPolicy; readonly isShown: boolean }>();
    if (isForAdministrators(category) || !title || title.tmdbId === null || userIds.length === 0) return judged;
    const { mediaType, tmdbId } = title;
    const kids = await this.database.read((tx) => this.policiesOf(tx, userIds));
    for (const userId of kids.keys()) {
      try {
        const judge = await this.limits.of(userId);
        if (!judge) continue;
        const { shown } = await this.limits.judge(judge, mediaType, tmdbId, SYSTEM_SHARE);
        judged.set(userId, { policy: judge.policy, isShown: shown });
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault;
        this.log.warn('a title can not be judged for a kids account', { user_id: userId, error: fault });
      }
    }
    return judged;
  }

  /** One that can't be read silences its own account, and nobody else's. */
  private async policiesOf(tx: ReadTx, userIds: readonly number[]): Promise<Policies> {
    const policies = new Map<number, ContentPolicy | 'unreadable'>();
    for (const userId of userIds) {
      if (!(await this.policies.isKids(tx, userId))) continue;
      policies.set(userId, (await this.policies.of(tx, userId).catch(asUnreadable)) ?? 'unreadable');
    }
    return policies;
  }

  private async libraryOf(
    tx: ReadTx,
    { instanceId, isAboutLibrary, category }: PushedEvent,
    { id, role }: Account,
    holders: ReadonlySet<number>,
  ): Promise<PushedPerson['library'] | 'gone'> {
    if (!isAboutLibrary) return null;
    if (instanceId === null) return 'gone';
    const holds = holders.has(id);
    if (role !== 'admin') return { holds, holdsAnother: false };
    const visible = await this.access.visible(tx, { userId: id, role });
    const library = visible.find(({ instance }) => instance.id === instanceId);
    if (!library) return 'gone';
    const { serviceType } = library.instance;
    const isAnother =
      category === 'new_book' && visible.some((one) => one.assigned && one.instance.serviceType === serviceType);
    return { holds, holdsAnother: isAnother && !holds };
  }
}

/** Accounts that may have to be told, as far as the message may go to them. */
async function candidatesFor(
  tx: ReadTx,
  { accounts }: OutboxMessage,
  reachable: Reachable,
): Promise<readonly number[]> {
  const userIds = await reachable(tx);
  const only = accounts && new Set(accounts);
  return only ? userIds.filter((userId) => only.has(userId)) : userIds;
}

/** Null for an account without limits, `unknown` for a child of whom nothing was judged by the limits that hold now. */
function verdictOn(userId: number, policies: Policies, judged: JudgedTitles): PushedPerson['title'] {
  const policy = policies.get(userId);
  if (policy === undefined) return null;
  const known = judged.get(userId);
  if (!known || !isDeepStrictEqual(known.policy, policy)) return 'unknown';
  return known.isShown ? 'shown' : 'hidden';
}

/** What is stored is damaged; any other fault of the storage is one of the whole transaction. */
function asUnreadable(fault: unknown): 'unreadable' {
  if (fault instanceof StorageError && fault.kind === 'corrupt') return 'unreadable';
  throw fault;
}
