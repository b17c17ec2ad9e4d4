import { Injectable } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { RatingListsService } from '../../metadata/metadata.public.js';
import {
  AccountsRepository,
  ContentPoliciesRepository,
  ContentPolicyChanged,
  type ContentPolicy,
} from '../../users/users.public.js';
import { adminsCannotBeKids, notAKidsAccount } from '../content-policy.errors.js';
import { settlePolicy, type PolicyInput } from './settle-policy.js';

/** Where administrators look at what a kids account may see, and change it. Source: doc 1 section 4, doc 3 §5.3. */
@Injectable()
export class ContentPolicyService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly policies: ContentPoliciesRepository,
    private readonly lists: RatingListsService,
    private readonly events: EventBus,
  ) {}

  /**
   * The policy of a kids account.
   *
   * @throws AppError 404 for any other account, and for none; 503 when it can't be read
   */
  async of(userId: number): Promise<ContentPolicy> {
    const policy = await this.database.read((tx) => this.policies.of(tx, userId));
    if (!policy) throw notAKidsAccount();
    return policy;
  }

  /**
   * Makes the account a kids account, or gives it another policy, and answers what was stored.
   *
   * @param admin who asks for it: judged again when the provider's ratings are there
   * @throws AppError 400 and 503 as {@link settlePolicy}; 401 and 403 when they may not any more; 404 for an unknown account, 409 for an administrator, judged in
   *   the same write as roles are
   */
  async set(admin: Privileged, userId: number, input: PolicyInput): Promise<ContentPolicy> {
    const [movie, tv] = await Promise.all([this.lists.known('movie'), this.lists.known('tv')]);
    const policy = settlePolicy(input, { movie, tv });
    await privilegedWrite(this.database, admin, async (tx) => {
      const { role } = await this.accounts.require(tx, userId);
      if (role === 'admin') throw adminsCannotBeKids();
      await this.policies.set(tx, userId, policy);
    });
    await this.events.publish(new ContentPolicyChanged(userId));
    return policy;
  }

  /**
   * Makes the account an ordinary one; one that is ordinary already, or doesn't exist, stays so.
   *
   * @throws AppError 401 and 403 when they may not any more
   */
  async clear(admin: Privileged, userId: number): Promise<void> {
    const wasKids = await privilegedWrite(this.database, admin, (tx) => this.policies.remove(tx, userId));
    if (wasKids) await this.events.publish(new ContentPolicyChanged(userId));
  }
}
