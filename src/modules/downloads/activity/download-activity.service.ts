import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { type KidsJudge, UnjudgeableRecord } from '../../content-policy/content-policy.public.js';
import { always, CLIENT_CAPABILITIES } from '../../settings/settings.public.js';
import type { UserScope } from '../scope/user-scope.service.js';
import { ActivityAccessService } from './activity-access.service.js';
import { ActivitySnapshotService } from './activity-snapshot.service.js';
import { visiblePart, type VisibleActivity } from './visible-part.js';
import { OwnTitles } from './own-titles.js';
import type { ActivityGroup } from './snapshot.js';

/** What an account is shown of downloads. */
export interface SeenActivity extends VisibleActivity {
  /** What it is shown: the one that counts. */
  readonly scope: UserScope;
  readonly userScope: UserScope;
  /** Does it see names of clients and items? */
  readonly isAdministrator: boolean;
  /** Epoch milliseconds. */
  readonly fetchedAt: number;
}

/**
 * What an account may see of everything that is coming. What is read is the same for all; what of it an account sees is taken
 * out afterwards, and judged again right before it is answered. Source: doc 2 section 4, Download activity.
 */
@Injectable()
export class DownloadActivityService implements OnModuleInit {
  constructor(
    private readonly access: ActivityAccessService,
    private readonly snapshots: ActivitySnapshotService,
    private readonly ports: PortRegistry,
  ) {}

  onModuleInit(): void {
    this.ports.register(CLIENT_CAPABILITIES, always('downloads_activity'));
  }

  /**
   * What the account sees, to be answered at once.
   *
   * @param asked what the account wants to see; administrators see all, and others no more than the household allows
   * @throws AppError 503 where what the account may see has changed meanwhile or can't be read
   */
  async see(caller: Caller, asked: UserScope): Promise<SeenActivity> {
    const access = await this.access.of(caller);
    const { isAdministrator, judge, userScope } = access;
    const snapshot = await this.snapshots.current();
    const scope = isAdministrator ? 'all' : userScope === 'mine' ? 'mine' : asked;
    const requested = scope === 'mine' ? await this.access.requestedBy(access.userId) : null;
    const seen = visiblePart(snapshot, {
      libraries: new Set(access.libraries),
      isAdministrator,
      shows: (group) => judge === null || isShown(judge, group),
      own: requested && new OwnTitles(requested),
    });
    await this.access.requireStill(access, requested);
    return { ...seen, scope, userScope, isAdministrator, fetchedAt: snapshot.fetchedAt };
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
