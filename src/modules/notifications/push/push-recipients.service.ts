import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import { type Account, AccountsRepository } from '../../users/users.public.js';
import { isForAdministrators, isPushed, type PushedPerson } from './push-audience.js';
import type { PushCategory } from './push-categories.js';
import { PushLimitsService, type JudgedTitles } from './push-limits.service.js';
import type { PushedEvent } from './pushed-events.service.js';
import { PushPolicyService } from './push-policy.service.js';
import { PushPreferencesRepository } from './push-preferences.repository.js';

/** Of which accounts it is asked, and what is known of them beforehand. */
interface Asked {
  readonly userIds: readonly number[];
  /** Whose doing it is; null for nobody's. */
  readonly actorId: number | null;
  readonly judged: JudgedTitles;
}

/** Who is sent a message, as role, choice, libraries and limits are at this moment? */
@Injectable()
export class PushRecipientsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly preferences: PushPreferencesRepository,
    private readonly policy: PushPolicyService,
    private readonly access: InstanceAccessService,
    private readonly limits: PushLimitsService,
  ) {}

  /** Does the server send messages of this category at this moment? */
  async isSent(tx: ReadTx, category: PushCategory): Promise<boolean> {
    const { enabled, categories } = await this.policy.of(tx);
    return enabled && categories[category];
  }

  /** Judges the title of a message for the kids accounts among these, as far as they could be told. Not inside a transaction. */
  async judge({ category, ratedTitle }: PushedEvent, userIds: readonly number[]): Promise<JudgedTitles> {
    return isForAdministrators(category) ? new Map() : this.limits.judge(ratedTitle, userIds);
  }

  /** Those of these accounts that are sent the message, ascending. */
  async of(tx: ReadTx, event: PushedEvent, { userIds, actorId, judged }: Asked): Promise<readonly number[]> {
    const accounts = await this.accounts.byIds(tx, userIds);
    const preferences = await this.preferences.ofAll(tx, userIds);
    const policy = await this.policy.of(tx);
    const verdictOf = await this.limits.verdicts(tx, event.ratedTitle, userIds, judged);
    const holders = event.instanceId === null ? NOBODY : await this.access.holdersOf(tx, event.instanceId);
    const told: number[] = [];
    for (const account of accounts.values()) {
      const chosen = preferences.get(account.id);
      const library = await this.library(tx, event, account, holders);
      if (!chosen || library === 'gone') continue;
      const person: PushedPerson = {
        role: account.role,
        preferences: chosen,
        isConcerned: event.concerned.has(account.id),
        isActor: account.id === actorId,
        library,
        title: verdictOf(account.id),
      };
      if (isPushed(event.category, policy, person)) told.push(account.id);
    }
    return told.sort((one, other) => one - other);
  }

  private async library(
    tx: ReadTx,
    { instanceId, isAboutLibrary, category }: PushedEvent,
    { id, role }: Account,
    holders: ReadonlySet<number>,
  ): Promise<PushedPerson['library'] | 'gone'> {
    if (!isAboutLibrary) return null;
    if (instanceId === null) return 'gone';
    const holds = holders.has(id);
    if (role !== 'admin') return { holds, holdsAnother: false };
    const seen = await this.access.visible(tx, { userId: id, role });
    const library = seen.find(({ instance }) => instance.id === instanceId);
    if (!library) return 'gone';
    const { serviceType } = library.instance;
    const isAnother =
      category === 'new_book' && seen.some((one) => one.assigned && one.instance.serviceType === serviceType);
    return { holds, holdsAnother: isAnother && !holds };
  }
}

const NOBODY: ReadonlySet<number> = new Set();
