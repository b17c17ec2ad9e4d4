import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { type KidsJudge, UnjudgeableRecord } from '../../content-policy/content-policy.public.js';
import type { RequestedTitles } from '../../requests/requests.public.js';
import { always, CLIENT_CAPABILITIES } from '../../settings/settings.public.js';
import type { UserScope } from '../scope/user-scope.service.js';
import { ActivityAccessService, type ActivityAccess } from './activity-access.service.js';
import { ActivitySnapshotService } from './activity-snapshot.service.js';
import { cut, type ActivityCut } from './cut.js';
import { OwnTitles } from './own-titles.js';
import type { ActivityGroup, ActivitySnapshot } from './snapshot.js';

/** What an account is shown of downloads. */
export interface SeenActivity extends ActivityCut {
  /** What it is shown: the one that counts. */
  readonly scope: UserScope;
  readonly userScope: UserScope;
  /** Does it see names of clients and items? */
  readonly isAdministrator: boolean;
  /** Epoch milliseconds. */
  readonly fetchedAt: number;
}

/** More accounts and scopes than look at one snapshot; then they are cut anew. */
const MOST_CUTS = 100;

/**
 * What an account may see of everything that is coming. What is read is the same for all; what of it an account sees is cut
 * out afterwards, and judged again right before it is answered. Source: doc 2 section 4, Download activity.
 */
@Injectable()
export class DownloadActivityService implements OnModuleInit {
  /** The same object for as long as the same may be seen of the same. */
  private readonly cuts = new WeakMap<ActivitySnapshot, Map<string, SeenActivity>>();
  private readonly owned = new WeakMap<RequestedTitles, OwnTitles>();
  private readonly numbers = new WeakMap<object, number>();
  private lastNumber = 0;

  constructor(
    private readonly access: ActivityAccessService,
    private readonly snapshots: ActivitySnapshotService,
    private readonly ports: PortRegistry,
  ) {}

  onModuleInit(): void {
    this.ports.register(CLIENT_CAPABILITIES, always('downloads_activity'));
  }

  /**
   * @param asked what the account wants to see; administrators see all, and others no more than the household allows
   * @param answer makes the answer of it; what it comes to is only handed out while the account may still see it
   * @throws AppError 503 where what the account may see has changed meanwhile or can't be read
   */
  async show<T>(caller: Caller, asked: UserScope, answer: (seen: SeenActivity) => Promise<T>): Promise<T> {
    const access = await this.access.of(caller);
    const snapshot = await this.snapshots.current();
    const scope = access.isAdministrator ? 'all' : access.userScope === 'mine' ? 'mine' : asked;
    const requested = scope === 'mine' ? await this.access.requestedBy(access.userId) : null;
    const made = await answer(this.seen(snapshot, access, scope, requested));
    await this.access.requireStill(access, requested);
    return made;
  }

  private seen(
    snapshot: ActivitySnapshot,
    access: ActivityAccess,
    scope: UserScope,
    requested: RequestedTitles | null,
  ): SeenActivity {
    const { isAdministrator, libraries, judge, userScope } = access;
    const cuts = this.cuts.get(snapshot) ?? new Map<string, SeenActivity>();
    this.cuts.set(snapshot, cuts);
    const ids = [judge && this.numberOf(judge), requested && this.numberOf(requested)];
    const key = JSON.stringify([isAdministrator, scope, userScope, ids, libraries]);
    const known = cuts.get(key);
    if (known) return known;
    const sight = {
      libraries: new Set(libraries),
      isAdministrator,
      shows: (group: ActivityGroup) => judge === null || isShown(judge, group),
      own: requested && this.ownOf(requested),
    };
    const { fetchedAt } = snapshot;
    const seen = { ...cut(snapshot, sight), scope, userScope, isAdministrator, fetchedAt };
    if (cuts.size >= MOST_CUTS) cuts.clear();
    cuts.set(key, seen);
    return seen;
  }

  private ownOf(requested: RequestedTitles): OwnTitles {
    const own = this.owned.get(requested) ?? new OwnTitles(requested);
    this.owned.set(requested, own);
    return own;
  }

  private numberOf(one: object): number {
    const number = this.numbers.get(one) ?? (this.lastNumber += 1);
    this.numbers.set(one, number);
    return number;
  }
}

/**
 * May a kids account see this group? By the record that its library has of the film or series. Without one there is nothing to
 * judge, and nothing is shown; for books and albums the grant of the library is the limit. Source: doc 1 §4 proxy 5.
 */
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
