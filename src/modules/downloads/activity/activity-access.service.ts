import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { CachedReadings } from '../../../core/database/cached-reading.js';
import { Database } from '../../../core/database/database.js';
import { ContentLimitsService, type KidsJudge } from '../../content-policy/content-policy.public.js';
import { InstanceAccessService, isLibraryManager } from '../../instances/instances.public.js';
import { RequestedTitlesService, type RequestedTitles } from '../../requests/requests.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { UserScopeService, type UserScope } from '../scope/user-scope.service.js';
import { accessChangedMeanwhile } from '../downloads.errors.js';

/** What an account may see of downloads at one moment. */
export interface ActivityAccess {
  readonly userId: number;
  /** Does it see everything, with names? A kids account never does. */
  readonly isAdministrator: boolean;
  /** The libraries that it may use. */
  readonly libraries: readonly string[];
  /** What members may choose from. */
  readonly userScope: UserScope;
  /** Null for an account without limits. */
  readonly judge: KidsJudge | null;
}

type StoredAccess = Omit<ActivityAccess, 'judge'>;

/** Reads what accounts may see of downloads, as stored at this moment. None of its methods may be called inside a transaction. */
@Injectable()
export class ActivityAccessService {
  private readonly stored: CachedReadings<number, StoredAccess | null>;
  private readonly requests: CachedReadings<number, RequestedTitles>;

  constructor(
    database: Database,
    accounts: AccountsRepository,
    instances: InstanceAccessService,
    scopes: UserScopeService,
    requested: RequestedTitlesService,
    private readonly limits: ContentLimitsService,
  ) {
    this.stored = new CachedReadings(database, (userId) =>
      database.read(async (tx) => {
        const account = await accounts.byId(tx, userId);
        if (!account) return null;
        const visible = await instances.visible(tx, { userId, role: account.role });
        const libraries = visible.flatMap(({ instance }) =>
          isLibraryManager(instance.serviceType) ? instance.id : [],
        );
        const userScope = await scopes.in(tx);
        return { userId, isAdministrator: account.role === 'admin', libraries, userScope };
      }),
    );
    this.requests = new CachedReadings(database, (userId) => database.read((tx) => requested.of(tx, userId)));
  }

  /**
   * What the account may see.
   *
   * @throws AppError 503 when that can't be read, and for an account that is gone
   */
  async of({ userId }: Caller): Promise<ActivityAccess> {
    const stored = await this.stored.get(userId);
    if (!stored) throw accessChangedMeanwhile();
    const judge = await this.limits.of(userId);
    return { ...stored, isAdministrator: stored.isAdministrator && judge === null, judge };
  }

  /**
   * What the account has requested. The same object, as long as nothing is written.
   *
   * @throws AppError 503 when that can't be read
   */
  requestedBy(userId: number): Promise<RequestedTitles> {
    return this.requests.get(userId);
  }

  /**
   * Lets an answer out that was made a moment ago, as long as the account may still see all of it. To be asked right before
   * it is sent.
   *
   * @param requested by which it was told what is the account's own; null where that wasn't asked
   * @throws AppError 503 where it may see other things by now, or that can't be read. Source: doc 4 section 6.4, errors
   */
  async requireStill(made: ActivityAccess, requested: RequestedTitles | null): Promise<void> {
    const { judge, isAdministrator, ...rest } = made;
    const stored = await this.stored.get(made.userId);
    if (!stored) throw accessChangedMeanwhile();
    const now = { ...stored, isAdministrator: stored.isAdministrator && judge === null };
    if (!isDeepStrictEqual(now, { isAdministrator, ...rest })) throw accessChangedMeanwhile();
    if (requested) {
      const still = await this.requests.get(made.userId);
      if (still !== requested && !isDeepStrictEqual(still, requested)) throw accessChangedMeanwhile();
    }
    await this.limits.requireStill(made.userId, judge);
  }
}
