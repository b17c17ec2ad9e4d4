import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { AccessReviewService } from '../access/access-review.service.js';
import type { ConfirmedAccess } from '../accounts/confirmed-access.js';
import { LinkSuppressionsRepository } from '../accounts/link-suppressions.repository.js';
import { MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import type { RemoteAccount } from '../servers/media-server.js';
import { AccountIntentsRepository } from './account-intents.repository.js';

/** An account that was made, as the server has it. */
export interface MadeAccount {
  readonly account: RemoteAccount;
  readonly confirmed: ConfirmedAccess;
  readonly limitsBefore: string | null;
}

/** Links people with the accounts that were made for them, inside a write. */
@Injectable()
export class MadeAccountsService {
  constructor(
    private readonly intents: AccountIntentsRepository,
    private readonly links: MediaAccountsRepository,
    private readonly suppressions: LinkSuppressionsRepository,
    private readonly reviews: AccessReviewService,
    private readonly clock: Clock,
  ) {}

  /**
   * Links the account, managed, in place of its intent. What should be of it may be another thing by now: then it is written
   * next, as for the account of somebody who has lost the server or is deleted.
   *
   * @returns false where the intent is there no more, since the instance was deleted: nothing is linked then
   */
  async link(tx: WriteTx, intentId: string, { account, confirmed, limitsBefore }: MadeAccount): Promise<boolean> {
    const intent = await this.intents.find(tx, intentId);
    if (!intent) return false;
    const { userId, instanceId } = intent;
    await this.intents.remove(tx, intentId);
    const managed = { createdByUs: true, manageAccess: true, confirmed, limitsBefore };
    const id = await this.links.add(tx, { userId, instanceId, remote: account, ...managed });
    if (userId !== null) await this.suppressions.clear(tx, userId, instanceId);
    const link = await this.links.byId(tx, id);
    const review = link && (await this.reviews.reviewOne(tx, link));
    if (review?.isPending !== false) await this.links.change(tx, id, { nextAttemptAt: this.clock.now() });
    return true;
  }
}
