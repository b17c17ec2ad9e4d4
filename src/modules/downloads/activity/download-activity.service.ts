import { isDeepStrictEqual } from 'node:util';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { CachedReadings } from '../../../core/database/cached-reading.js';
import { Database } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { ContentLimitsService, type KidsJudge, UnjudgeableRecord } from '../../content-policy/content-policy.public.js';
import { InstanceAccessService, isLibraryManager } from '../../instances/instances.public.js';
import { type RequestedTitles, RequestedTitlesService } from '../../requests/requests.public.js';
import { always, CLIENT_CAPABILITIES } from '../../settings/settings.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { accessChangedMeanwhile } from '../downloads.errors.js';
import { type UserScope, UserScopeService } from '../scope/user-scope.service.js';
import { ActivitySnapshotService } from './activity-snapshot.service.js';
import { OwnTitles } from './own-titles.js';
import type { ActivityGroup } from './snapshot.js';
import { visiblePart, type VisibleActivity } from './visible-part.js';

/** What an account is shown of downloads. */
export interface SeenActivity extends VisibleActivity {
  readonly scope: UserScope;
  readonly userScope: UserScope;
  /** Does it see names of clients and items? */
  readonly isAdministrator: boolean;
  readonly fetchedAt: number;
}

interface ActivityAccess {
  readonly userId: number;
  readonly isAdministrator: boolean;
  readonly libraries: readonly string[];
  readonly userScope: UserScope;
  /** Null for an account without limits. */
  readonly judge: KidsJudge | null;
}

type StoredAccess = Omit<ActivityAccess, 'judge'>;

/** What is read is the same for all; what an account may see is taken out afterwards, and judged again before it is answered. */
@Injectable()
export class DownloadActivityService implements OnModuleInit {
  private readonly stored: CachedReadings<number, StoredAccess | null>;
  private readonly requests: CachedReadings<number, RequestedTitles>;

  constructor(
    database: Database,
    accounts: AccountsRepository,
    instances: InstanceAccessService,
    scopes: UserScopeService,
    requested: RequestedTitlesService,
    private readonly limits: ContentLimitsService,
    private readonly snapshots: ActivitySnapshotService,
    private readonly ports: PortRegistry,
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

  onModuleInit(): void {
    this.ports.register(CLIENT_CAPABILITIES, always('downloads_activity'));
  }

  /** Others than administrators see no more than the household allows. @throws AppError 503 where access has changed or can't be read */
  async see(caller: Caller, asked: UserScope): Promise<SeenActivity> {
    const access = await this.accessOf(caller);
    const { isAdministrator, judge, userScope } = access;
    const snapshot = await this.snapshots.current();
    const scope = isAdministrator ? 'all' : userScope === 'mine' ? 'mine' : asked;
    const requested = scope === 'mine' ? await this.requests.get(access.userId) : null;
    const seen = visiblePart(snapshot, {
      libraries: new Set(access.libraries),
      isAdministrator,
      shows: (group) => judge === null || isShown(judge, group),
      own: requested && new OwnTitles(requested),
    });
    await this.requireStill(access, requested);
    return { ...seen, scope, userScope, isAdministrator, fetchedAt: snapshot.fetchedAt };
  }

  private async accessOf({ userId }: Caller): Promise<ActivityAccess> {
    const stored = await this.stored.get(userId);
    if (!stored) throw accessChangedMeanwhile();
    const judge = await this.limits.of(userId);
    return { ...stored, isAdministrator: stored.isAdministrator && judge === null, judge };
  }

  /** Refuses an answer once the account may not see all of it any more. @param requested null where ownership wasn't asked */
  private async requireStill(made: ActivityAccess, requested: RequestedTitles | null): Promise<void> {
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

/** By the record of its library: a film or series without one is not shown. For books and albums the grant is the limit. */
function isShown(judge: KidsJudge, { mediaType, title }: ActivityGroup): boolean {
  if (!title) return false;
  if (mediaType !== 'movie' && mediaType !== 'tv') return true;
  try {
    return judge.record(mediaType, title.judged).shown;
  } catch (fault) {
    if (fault instanceof UnjudgeableRecord) return false;
    throw fault;
  }
}
