import { type KnownSchemes, type TitleKind, RatingListsService } from '../../metadata/metadata.public.js';
import {
  type ContentPolicy,
  AccountsRepository,
  ContentPoliciesRepository,
  ContentPolicyChanged,
} from '../../users/users.public.js';
import {
  notARatingOf,
  ratingListsUnavailable,
  unknownRatingsRegion,
  adminsCannotBeKids,
  notAKidsAccount,
} from '../content-policy.errors.js';
import { sameRating } from '../judging/kids-judge.js';
import { schemeOf } from '../limits/ranking-schemes.js';
import { type ReadTx, Database } from '../../../core/database/database.js';
import { Port, PortRegistry } from '../../../core/ports/port-registry.js';
import { Injectable } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { EventBus } from '../../../core/events/event-bus.js';

const DEFAULT_REGION = 'US';

/**
 * The region in upper case, caps in the spelling of its schemes, each hidden genre once and in order.
 * @throws AppError 503 for a region besides the United States while only the built-in schemes are known, or its own can't be read; 400 for
 *   a region that hasn't ratings of both films and series, and for a cap that is none of them or stands for no rating
 */
export function settlePolicy(input: ContentPolicy, known: Readonly<Record<TitleKind, KnownSchemes>>): ContentPolicy {
  const ratingRegion = input.ratingRegion.trim().toUpperCase() || DEFAULT_REGION;
  const movie = schemeOf('movie', ratingRegion, known.movie);
  const tv = schemeOf('tv', ratingRegion, known.tv);
  const isUnsure = [known.movie, known.tv].some(
    ({ source, schemes }) => source === 'built_in' || schemes.get(ratingRegion) === null,
  );
  if (isUnsure && ratingRegion !== DEFAULT_REGION) throw ratingListsUnavailable();
  if (!movie || !tv) throw unknownRatingsRegion();
  const capOf = (scheme: typeof movie, typed: string, member: string): string => {
    const found = scheme.find(
      ({ certification, order }) => order > 0 && sameRating(certification) === sameRating(typed),
    );
    if (!found) throw notARatingOf(member, ratingRegion);
    return found.certification;
  };
  return {
    maxMovieRating: capOf(movie, input.maxMovieRating, 'max_movie_rating'),
    maxTvRating: capOf(tv, input.maxTvRating, 'max_tv_rating'),
    ratingRegion,
    blockUnrated: input.blockUnrated,
    blockedMovieGenres: eachOnce(input.blockedMovieGenres),
    blockedTvGenres: eachOnce(input.blockedTvGenres),
  };
}

const eachOnce = (ids: readonly number[]): readonly number[] => [...new Set(ids)].sort((a, b) => a - b);

/** A way to sign in from outside that may make accounts. */
export interface SignUpWay {
  /** Does it make accounts for people who have none, as this transaction sees it? */
  makesAccounts(tx: ReadTx): Promise<boolean>;
}

/** Where each {@link SignUpWay} is registered. */
export const SIGN_UP_WAYS = new Port<SignUpWay>('content-policy.sign-up-ways');

/** For administrators. */
export const CHILDREN_MAY_SIGN_UP =
  'new accounts are made at sign-in: a child with an account of its own there, which was never linked here, gets one without limits';

export interface SetPolicy {
  readonly policy: ContentPolicy;
  readonly warning: string | null;
}

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

  /** @throws AppError 404 for any account that is no kids account; 503 when it can't be read */
  of(userId: number): Promise<SetPolicy> {
    return this.database.read(async (tx) => {
      const policy = await this.policies.of(tx, userId);
      if (!policy) throw notAKidsAccount();
      return { policy, warning: await this.warning(tx) };
    });
  }

  /**
   * @param admin judged again when the provider's ratings are there
   * @throws AppError 400 and 503 as {@link settlePolicy}; 401 and 403; 404 for an unknown account, 409 for an administrator, judged in the
   *   same write as roles are
   */
  async set(admin: Privileged, userId: number, input: ContentPolicy): Promise<SetPolicy> {
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

  /** An account that is ordinary, or doesn't exist, stays so. @throws AppError 401 and 403 when they may not any more */
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
