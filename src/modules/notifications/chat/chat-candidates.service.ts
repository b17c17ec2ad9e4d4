import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { InstanceAccessService, InstanceDirectoryService } from '../../instances/instances.public.js';
import { isOfProvider } from '../../requests/requests.public.js';
import {
  AccountsRepository,
  ContentPoliciesRepository,
  type Account,
  type ContentPolicy,
} from '../../users/users.public.js';
import { EVENT_AUDIENCES, type NotificationEvent } from '../events/notification-event.js';
import { ChatPreferencesRepository, type ChatPreferences } from './chat-preferences.repository.js';
import type { MessageSubject } from '../subjects/message-subjects.service.js';
import type { MentionCandidate, TitleLimits } from './mentions.js';

/** What was found out of a kids account before: whether it may be told, and by which policy that was judged. */
export interface JudgedTitle {
  readonly policy: ContentPolicy;
  readonly isShown: boolean;
}

export type JudgedLimits = ReadonlyMap<number, JudgedTitle>;

interface Listener {
  readonly account: Account;
  readonly preferences: ChatPreferences;
}

/** Reads whom an event may concern, and everything that decides whether they are mentioned. */
@Injectable()
export class ChatCandidatesService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly preferences: ChatPreferencesRepository,
    private readonly access: InstanceAccessService,
    private readonly directory: InstanceDirectoryService,
    private readonly policies: ContentPoliciesRepository,
  ) {}

  async listening(tx: ReadTx, event: NotificationEvent, subject: MessageSubject): Promise<readonly Listener[]> {
    const involved = await this.accounts.byIds(tx, subject.involved);
    const isForAdministrators = EVENT_AUDIENCES[event] !== 'requester';
    const administrators = isForAdministrators
      ? (await this.accounts.all(tx)).filter(({ role }) => role === 'admin')
      : [];
    const concerned = new Map([...administrators, ...involved.values()].map((account) => [account.id, account]));
    const enabled = await this.preferences.enabledOf(tx, [...concerned.keys()]);
    return [...concerned.values()].flatMap((account) => {
      const preferences = enabled.get(account.id);
      return preferences?.events[event] ? [{ account, preferences }] : [];
    });
  }

  /** The same with their rights at this moment. @param judged what was found out of kids accounts before */
  async of(
    tx: ReadTx,
    event: NotificationEvent,
    subject: MessageSubject,
    judged: JudgedLimits,
  ): Promise<readonly MentionCandidate[]> {
    const { instanceId } = subject;
    const exists = instanceId !== null && (await this.directory.byId(tx, instanceId)) !== null;
    const holders = exists ? await this.access.holdersOf(tx, instanceId) : new Set<number>();
    const candidates: MentionCandidate[] = [];
    for (const { account, preferences } of await this.listening(tx, event, subject)) {
      const { id: userId, role } = account;
      candidates.push({
        userId,
        role,
        preferences,
        isInvolved: subject.involved.includes(userId),
        mayUseLibrary: exists && (role === 'admin' || holders.has(userId)),
        limits: await this.limitsOf(tx, userId, subject, judged.get(userId)),
      });
    }
    return candidates;
  }

  /** Limits that were changed since it was judged are not those that hold. */
  private async limitsOf(
    tx: ReadTx,
    userId: number,
    subject: MessageSubject,
    judged: JudgedTitle | undefined,
  ): Promise<TitleLimits> {
    const policy = await this.policyOf(tx, userId);
    if (policy === null) return 'none';
    if (policy === 'unreadable') return 'unknown';
    if (!isOfProvider(subject)) return 'within';
    if (!judged || !isDeepStrictEqual(judged.policy, policy)) return 'unknown';
    return judged.isShown ? 'within' : 'outside';
  }

  private async policyOf(tx: ReadTx, userId: number): Promise<ContentPolicy | null | 'unreadable'> {
    try {
      return await this.policies.of(tx, userId);
    } catch (fault) {
      if (fault instanceof StorageError && fault.kind === 'corrupt') return 'unreadable';
      throw fault;
    }
  }
}
