import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { AppError } from '../../../core/errors/app-error.js';
import { shareOf } from '../../../core/shares/fair-line.js';
import { Clock } from '../../../core/time/clock.js';
import { ContentLimitsService, titleNotAvailable } from '../../content-policy/content-policy.public.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import { LIBRARY_KINDS } from '../../requests/requests.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { type FollowedTitle, FollowsRepository } from './follows.repository.js';

const MOST_FOLLOWS = 200;

/** What an id is read as that is larger than any id can be. */
const NO_TITLE = 0;

/** A title as it is named; without a library, the one that a request of the account goes to. */
export type NamedTitle = Omit<FollowedTitle, 'instanceId'> & { readonly instanceId?: string | undefined };

/** Who follows a title is told with its requesters when it becomes available, as their rights and limits are then. */
@Injectable()
export class FollowsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly follows: FollowsRepository,
    private readonly limits: ContentLimitsService,
    private readonly access: InstanceAccessService,
    private readonly accounts: AccountsRepository,
  ) {}

  /**
   * @throws AppError 404 for a title outside of a child's limits, and an id that no title can have; 503 and 502 where limits can't be
   *   applied; 400 and 403 for a library that doesn't exist or isn't theirs; 409 for too many
   */
  async follow({ userId }: Caller, title: NamedTitle): Promise<FollowedTitle> {
    if (title.tmdbId === NO_TITLE) throw titleNotAvailable();
    await this.limits.require(userId, title.mediaType, title.tmdbId);
    return this.database.write(async (tx) => {
      const followed = await this.resolveLibrary(tx, userId, title);
      const known = await this.follows.of(tx, userId);
      if (known.length >= MOST_FOLLOWS && !known.some((one) => isSame(one, followed))) throw tooManyFollows();
      await this.follows.add(tx, userId, followed, this.clock.now());
      return followed;
    });
  }

  /** Ends that; of a title that they don't follow too. Without a library, in every one. */
  async unfollow({ userId }: Caller, { mediaType, tmdbId, instanceId }: NamedTitle): Promise<void> {
    await this.database.write(async (tx) => {
      for (const one of await this.follows.of(tx, userId)) {
        const isMeant = one.mediaType === mediaType && one.tmdbId === tmdbId;
        if (isMeant && (instanceId === undefined || one.instanceId === instanceId))
          await this.follows.remove(tx, userId, one);
      }
    });
  }

  /** The latest first; of a kids account what is within its limits. @throws AppError 503 and 502 where these can't be applied */
  async of({ userId }: Caller): Promise<readonly FollowedTitle[]> {
    const all = await this.database.read((tx) => this.follows.of(tx, userId));
    const judge = await this.limits.of(userId);
    if (!judge) return all;
    const shown: FollowedTitle[] = [];
    for (const one of all)
      if ((await this.limits.judge(judge, one.mediaType, one.tmdbId, shareOf(userId))).shown) shown.push(one);
    await this.limits.requireStill(userId, judge);
    return shown;
  }

  private async resolveLibrary(
    tx: ReadTx,
    userId: number,
    { mediaType, tmdbId, instanceId }: NamedTitle,
  ): Promise<FollowedTitle> {
    const { role } = await this.accounts.require(tx, userId);
    const library = await this.access.resolveDestination(tx, { userId, role }, LIBRARY_KINDS[mediaType], instanceId);
    return { mediaType, tmdbId, instanceId: library.id };
  }
}

const tooManyFollows = (): AppError =>
  new AppError('too_many_follows', 409, `you can follow at most ${MOST_FOLLOWS} titles: stop following one first`, {
    params: { most: MOST_FOLLOWS },
  });

const isSame = (one: FollowedTitle, other: FollowedTitle): boolean =>
  one.mediaType === other.mediaType && one.tmdbId === other.tmdbId && one.instanceId === other.instanceId;
