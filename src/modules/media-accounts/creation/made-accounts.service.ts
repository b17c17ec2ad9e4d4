import { Injectable } from '@nestjs/common';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { AccountsRepository } from '../../users/users.public.js';
import { AccountStepsService } from '../account-steps.service.js';
import { AccessReviewService } from '../access/access-review.service.js';
import { type ConfirmedAccess, MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { HubEventsRepository } from '../accounts/hub-events.repository.js';
import { HubInviteSent, MediaLinksChanged } from '../media-accounts.events.js';
import type { RemoteAccount } from '../servers/media-server.js';
import { AccountIntentsRepository } from '../accounts/account-intents.repository.js';
import { type ClaimedIntent, IntentClaimLost } from './intent-claims.service.js';

export interface MadeAccount {
  readonly account: RemoteAccount;
  readonly confirmed: ConfirmedAccess;
  readonly limitsBefore: string | null;
}

/**
 * Whose link is it? `not_theirs` is switched off next: its person has lost the server meanwhile, or is deleted. `taken`: somebody else was
 * linked with it meanwhile, by a proof of their own. `not_linked`: its intent is there no more, since the instance was deleted.
 */
export type LinkOfMade = 'theirs' | 'not_theirs' | 'taken' | 'not_linked';

interface WrittenLink {
  readonly userId: number | null;
  readonly isTheirs: boolean;
  readonly isInvited: boolean;
}

/** Links people with the accounts that were made for them, and says so: at the hub, that they are invited. */
@Injectable()
export class MadeAccountsService {
  constructor(
    private readonly database: Database,
    private readonly intents: AccountIntentsRepository,
    private readonly links: MediaAccountsRepository,
    private readonly reviews: AccessReviewService,
    private readonly people: AccountsRepository,
    private readonly hubEvents: HubEventsRepository,
    private readonly events: EventBus,
    private readonly steps: AccountStepsService,
  ) {}

  /**
   * In place of its intent, in one write. What should be of it by now may be another thing, and is written next.
   * @throws IntentClaimLost
   */
  async link(claim: ClaimedIntent, made: MadeAccount): Promise<LinkOfMade> {
    const linked = await this.database.write((tx) => this.write(tx, claim, made));
    if (linked === 'taken' || linked === 'not_linked') return linked;
    const { instanceId } = claim.intent;
    const { userId, isInvited } = linked;
    this.steps.reached('linked', { instanceId, userId });
    await this.events.publish(new MediaLinksChanged(instanceId, userId === null ? [] : [userId]));
    if (userId !== null && isInvited) await this.events.publish(new HubInviteSent(userId));
    this.steps.reached('link_announced', { instanceId, userId });
    return linked.isTheirs ? 'theirs' : 'not_theirs';
  }

  private async write(
    tx: WriteTx,
    claim: ClaimedIntent,
    { account, confirmed, limitsBefore }: MadeAccount,
  ): Promise<WrittenLink | 'taken' | 'not_linked'> {
    const intent = await this.intents.find(tx, claim.intent.id);
    if (!intent) return 'not_linked';
    if (intent.leaseToken !== claim.token) throw new IntentClaimLost();
    const { instanceId } = intent;
    await this.intents.remove(tx, intent.id);
    if (await this.links.withRemote(tx, instanceId, account.id)) return 'taken';
    const hasOther = intent.userId !== null && (await this.links.of(tx, intent.userId, instanceId)) !== null;
    const userId = hasOther ? null : intent.userId;
    const managed = { createdByUs: true, manageAccess: true, confirmed, limitsBefore };
    const id = await this.links.add(tx, { userId, instanceId, remote: account, ...managed });
    if (userId !== null) await this.links.endSuppression(tx, userId, instanceId);
    const link = await this.links.byId(tx, id);
    const review = link && (await this.reviews.reviewOne(tx, link));
    const isInvited = review?.server.serviceType === 'hub';
    if (isInvited && userId !== null) {
      await this.people.setHubInvited(tx, userId, review.account.createdAt);
      await this.hubEvents.noteInvite(tx, userId, instanceId);
    }
    return { userId, isTheirs: review?.granted === true, isInvited };
  }
}
