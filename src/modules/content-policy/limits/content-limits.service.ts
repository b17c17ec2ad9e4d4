import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { shareOf, SYSTEM_SHARE, type Share } from '../../../core/shares/fair-line.js';
import { CachedReadings } from '../../../core/database/cached-reading.js';
import { Database } from '../../../core/database/database.js';
import { isLineFull } from '../../../core/errors/app-error.js';
import {
  RatingListsService,
  TitleRatingsService,
  type KnownSchemes,
  type TitleFacts,
  type TitleKind,
} from '../../metadata/metadata.public.js';
import { ContentPoliciesRepository, type ContentPolicy } from '../../users/users.public.js';
import {
  limitsChangedMeanwhile,
  limitsNotApplied,
  limitsUnreadable,
  titleNotAvailable,
} from '../content-policy.errors.js';
import { KidsJudge, type Verdict } from '../judging/kids-judge.js';
import { rankingSchemes } from './ranking-schemes.js';

/** A judge, and the schemes that it ranks by. */
interface KeptJudge {
  readonly films: KnownSchemes['schemes'];
  readonly series: KnownSchemes['schemes'];
  readonly judge: KidsJudge;
}

/**
 * By what is an account limited? A policy that was read is used until anything is written, so that a changed policy counts
 * with the next call. None of its methods may be called inside a transaction.
 */
@Injectable()
export class ContentLimitsService {
  private readonly kept: CachedReadings<number, ContentPolicy | null>;
  private readonly judges = new WeakMap<ContentPolicy, KeptJudge>();

  constructor(
    database: Database,
    policies: ContentPoliciesRepository,
    private readonly lists: RatingListsService,
    private readonly ratings: TitleRatingsService,
  ) {
    this.kept = new CachedReadings(database, (userId) => database.readOne((tx) => policies.of(tx, userId)));
  }

  /**
   * The judge of what this account may see; null when it is no kids account.
   *
   * @throws AppError 503 when the policy can't be read, or can't be ranked because the schemes of its region are not at
   *   hand: what can't be judged stays closed. Source: doc 2 section 7
   */
  async of(userId: number): Promise<KidsJudge | null> {
    const policy = await this.policyOf(userId);
    if (!policy) return null;
    const [films, series] = await Promise.all([this.lists.known('movie'), this.lists.known('tv')]);
    const kept = this.judges.get(policy);
    if (kept?.films === films.schemes && kept.series === series.schemes) return kept.judge;
    const movie = rankingSchemes('movie', policy.ratingRegion, films);
    const tv = rankingSchemes('tv', policy.ratingRegion, series);
    if (!movie || !tv) throw limitsUnreadable(new Error('no schemes of the region of a content policy are at hand'));
    const judge = new KidsJudge(policy, { movie, tv });
    this.judges.set(policy, { films: films.schemes, series: series.schemes, judge });
    return judge;
  }

  /**
   * The verdict on a title of the metadata provider.
   *
   * @param share in whose name its ratings are looked up
   * @throws AppError 502 "content limits could not be applied" when its ratings can't be looked up; 503
   *   with Retry-After when too many wait for that
   */
  async judge(judge: KidsJudge, kind: TitleKind, tmdbId: number, share: Share): Promise<Verdict> {
    return judge.title(kind, await this.factsOf(kind, tmdbId, share));
  }

  /**
   * Lets an account pass that may see this title: any account but a kids account, and a kids account within its limits.
   *
   * @throws AppError 404 "not available" outside of them; 503 and 502 as {@link of} and {@link judge}
   */
  async require(userId: number, kind: TitleKind, tmdbId: number): Promise<void> {
    const judge = await this.of(userId);
    if (judge && !(await this.judge(judge, kind, tmdbId, shareOf(userId))).shown) throw titleNotAvailable();
  }

  /**
   * May this account be shown this title, by the limits that are set once the title's ratings are there? Looking those
   * up may take a while, and limits that were replaced meanwhile don't count. An account without limits may. Nobody has
   * asked: it is done in the server's own name.
   *
   * @throws AppError 503 and 502 as {@link of} and {@link judge}, 502 for an account without limits too
   */
  async show(userId: number, kind: TitleKind, tmdbId: number): Promise<boolean> {
    const facts = await this.factsOf(kind, tmdbId, SYSTEM_SHARE);
    const judge = await this.of(userId);
    return judge === null || judge.title(kind, facts).shown;
  }

  /**
   * Lets an answer out that was judged a while ago, as long as those limits hold still, or none do any more. To be asked
   * right before it is sent: it is one statement. Source: doc 1 §4 proxy 5, doc 2 section 7
   *
   * @param judged by whom it was judged; null when it was made for an ordinary account
   * @throws AppError 503 where other limits hold by now, or they can't be read: the next answer is judged by them
   */
  async requireStill(userId: number, judged: KidsJudge | null): Promise<void> {
    const policy = await this.policyOf(userId);
    if (policy && !isSamePolicy(policy, judged?.policy)) throw limitsChangedMeanwhile();
  }

  private async factsOf(kind: TitleKind, tmdbId: number, share: Share): Promise<TitleFacts | null> {
    try {
      return await this.ratings.of(kind, tmdbId, share);
    } catch (fault) {
      throw isLineFull(fault) ? fault : limitsNotApplied(fault);
    }
  }

  /** The policy as of this moment. */
  private async policyOf(userId: number): Promise<ContentPolicy | null> {
    try {
      return await this.kept.get(userId);
    } catch (fault) {
      throw limitsUnreadable(fault);
    }
  }
}

/** Two readings of an unchanged policy are equal, not the same. */
const isSamePolicy = (one: ContentPolicy, other: ContentPolicy | undefined): boolean =>
  one === other || isDeepStrictEqual(one, other);
