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

interface KeptJudge {
  readonly films: KnownSchemes['schemes'];
  readonly series: KnownSchemes['schemes'];
  readonly judge: KidsJudge;
}

/** A policy is used until anything is written, so that a changed one counts with the next call. Not inside a transaction. */
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
   * @throws AppError 503 when the policy can't be read, or the schemes of its region are not at hand: what can't be judged stays closed
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

  /** @throws AppError 502 when its ratings can't be looked up; 503 with Retry-After when too many wait for that */
  async judge(judge: KidsJudge, kind: TitleKind, tmdbId: number, share: Share): Promise<Verdict> {
    return judge.title(kind, await this.factsOf(kind, tmdbId, share));
  }

  /** @throws AppError 404 "not available" outside of a kids account's limits; 503 and 502 as {@link of} and {@link judge} */
  async require(userId: number, kind: TitleKind, tmdbId: number): Promise<void> {
    const judge = await this.of(userId);
    if (judge && !(await this.judge(judge, kind, tmdbId, shareOf(userId))).shown) throw titleNotAvailable();
  }

  /**
   * Judged in the server's own name, by the limits of the moment when the title's ratings are there.
   * @throws AppError 503 and 502 as {@link of} and {@link judge}, 502 for an account without limits too
   */
  async show(userId: number, kind: TitleKind, tmdbId: number): Promise<boolean> {
    const facts = await this.factsOf(kind, tmdbId, SYSTEM_SHARE);
    const judge = await this.of(userId);
    return judge === null || judge.title(kind, facts).shown;
  }

  /**
   * Lets out an answer that was judged a while ago, if the same limits hold, or none. One statement, right before the answer is sent.
   * @param judged null when the answer was made for an ordinary account
   * @throws AppError 503 where other limits hold by now, or they can't be read
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
