import { Injectable } from '@nestjs/common';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { AccessReviewService } from '../access/access-review.service.js';
import type { ConfirmedAccess } from '../accounts/confirmed-access.js';
import { LinkSuppressionsRepository } from '../accounts/link-suppressions.repository.js';
import { MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { MediaLinksChanged } from '../media-accounts.events.js';
import type { RemoteAccount } from '../servers/media-server.js';
import type { AccountIntentRow } from './account-intent.entity.js';
import { AccountIntentsRepository } from './account-intents.repository.js';

/** An account that was made, as the server has it. */
export interface MadeAccount {
  readonly account: RemoteAccount;
  readonly confirmed: ConfirmedAccess;
  readonly limitsBefore: string | null;
}

/**
 * Whom the link of an account that was made belongs to.
 *
 * | state | meaning |
 * |---|---|
 * | theirs | it is linked, and its person may use the server |
 * | not_theirs | it is linked, and is switched off next: its person has lost the server meanwhile, or is deleted |
 * | not_linked | its intent is there no more, since the instance was deleted |
 */
export type LinkOfMade = 'theirs' | 'not_theirs' | 'not_linked';

/** Links people with the accounts that were made for them. */
@Injectable()
export class MadeAccountsService {
  constructor(
    private readonly database: Database,
    private readonly intents: AccountIntentsRepository,
    private readonly links: MediaAccountsRepository,
    private readonly suppressions: LinkSuppressionsRepository,
    private readonly reviews: AccessReviewService,
    private readonly events: EventBus,
  ) {}

  /**
   * Links the account, managed, in place of its intent, in one write. What should be of it may be another thing by now: then it
   * is written next, as for the account of somebody who has lost the server or is deleted.
   */
  async link({ id, instanceId }: AccountIntentRow, made: MadeAccount): Promise<LinkOfMade> {
    const linked = await this.database.write((tx) => this.write(tx, id, made));
    if (!linked) return 'not_linked';
    await this.events.publish(new MediaLinksChanged(instanceId, linked.userId === null ? [] : [linked.userId]));
    return linked.isTheirs ? 'theirs' : 'not_theirs';
  }

  private async write(
    tx: WriteTx,
    intentId: string,
    { account, confirmed, limitsBefore }: MadeAccount,
  ): Promise<{ readonly userId: number | null; readonly isTheirs: boolean } | null> {
    const intent = await this.intents.find(tx, intentId);
    if (!intent) return null;
    const { userId, instanceId } = intent;
    await this.intents.remove(tx, intentId);
    const managed = { createdByUs: true, manageAccess: true, confirmed, limitsBefore };
    const id = await this.links.add(tx, { userId, instanceId, remote: account, ...managed });
    if (userId !== null) await this.suppressions.clear(tx, userId, instanceId);
    const link = await this.links.byId(tx, id);
    const review = link && (await this.reviews.reviewOne(tx, link));
    return { userId, isTheirs: review?.granted === true };
  }
}
