import { Injectable } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { RatingListsService } from '../../metadata/metadata.public.js';
import {
  AccountsRepository,
  ContentPoliciesRepository,
  ContentPolicyChanged,
  type ContentPolicy,
} from '../../users/users.public.js';
import { adminsCannotBeKids, notAKidsAccount } from '../content-policy.errors.js';
import { SIGN_UP_WAYS, type SignUpWay } from '../content-policy.ports.js';
import { settlePolicy, type PolicyInput } from './settle-policy.js';

/**
 * What remains possible while accounts are made for people who sign in from outside and there are kids accounts; for
 * administrators. Source: issue 43 A1.
 */
export const CHILDREN_MAY_SIGN_UP =
  'new accounts are made at sign-in: a child with an account of its own there, which was never linked here, gets one without limits';

/** A policy, and what administrators should know beside it. */
export interface SetPolicy {
  readonly policy: ContentPolicy;
  /** Null where there is nothing to say. */
  readonly warning: string | null;
}

/** Where administrators look at what a kids account may see, and change it. Source: doc 1 section 4, doc 3 §5.3. */
@Injectable()
export class ContentPolicyService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly policies: ContentPoliciesRepository,
    private readonly lists: RatingListsService,
    private readonly ports: PortRegistry,
    private readonly events: EventBus,
  ) {}

  /**
   * The policy of a kids account.
   *
   * @throws AppError 404 for any other account, and for none; 503 when it can't be read
   */
  of(userId: number): Promise<SetPolicy> {
    return this.database.read(async (tx) => {
      const policy = await this.policies.of(tx, userId);
      if (!policy) throw notAKidsAccount();
      return { policy, warning: await this.warning(tx) };
    });
  }

  /**
   * Makes the account a kids account, or gives it another policy, and answers what was stored.
   *
   * @param admin who asks for it: judged again when the provider's ratings are there
   * @throws AppError 400 and 503 as {@link settlePolicy}; 401 and 403 when they may not any more; 404 for an unknown account, 409 for an administrator, judged in
   *   the same write as roles are
   */
  async set(admin: Privileged, userId: number, input: PolicyInput): Promise<SetPolicy> {
    const [movie, tv] = await Promise.all([this.lists.known('movie'), this.lists.known('tv')]);
    const policy = settlePolicy(input, { movie, tv });
    const warning = await privilegedWrite(this.database, admin, async (tx) => {
      const { role } = await this.accounts.require(tx, userId);
      if (role === 'admin') throw adminsCannotBeKids();
      await this.policies.set(tx, userId, policy);
      return this.warning(tx);
    });
    await this.events.publish(new ContentPolicyChanged(userId));
    return { policy, warning };
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

  private async warning(tx: ReadTx): Promise<string | null> {
    for (const way of this.ports.all(SIGN_UP_WAYS)) if (await mayMakeAccounts(tx, way)) return CHILDREN_MAY_SIGN_UP;
    return null;
  }
}

/** A setting that can't be read may be switched on, and keeps nobody from giving limits. */
async function mayMakeAccounts(tx: ReadTx, way: SignUpWay): Promise<boolean> {
  try {
    return await way.makesAccounts(tx);
  } catch (error) {
    if (error instanceof StorageError && error.kind === 'corrupt') return true;
    throw error;
  }
}
