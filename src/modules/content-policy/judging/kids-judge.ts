import type { Rating, TitleFacts, TitleKind } from '../../metadata/metadata.public.js';
import type { ContentPolicy } from '../../users/users.public.js';
import { genreNames, sameGenre } from './genre-names.js';
import { readLibraryRecord } from './library-record.js';
import { RatingLadder, type RatingPosition } from './rating-ladder.js';
import { hidden, shown, type Verdict } from './verdict.js';

/** The schemes that a policy is ranked by, for one kind of title. */
export interface RankingSchemes {
  /** Of the policy's own region. */
  readonly own: readonly Rating[];
  /** Of the United States, by which most libraries rate. */
  readonly unitedStates: readonly Rating[];
}

/** What can be said of a title before its rating is known. */
type OnSight = Pick<TitleFacts, 'adult' | 'genreIds'>;

/**
 * The one judge of what a kids account may see. Pure, and built once for a caller: each verdict is a few look-ups, so
 * that a library of thousands of records can be judged in one go. Source: doc 1 §4 proxy 5, doc 2 §4 (Kids accounts on
 * discovery), doc 3 section 5.3.
 */
export class KidsJudge {
  private readonly kinds: Readonly<Record<TitleKind, KindLimits>>;
  private readonly region: string;
  private readonly unrated: Verdict;

  constructor(
    /** What the judge goes by. */
    readonly policy: ContentPolicy,
    schemes: Readonly<Record<TitleKind, RankingSchemes>>,
  ) {
    this.region = policy.ratingRegion;
    this.unrated = policy.blockUnrated ? hidden('unrated') : shown('unrated_shown');
    this.kinds = {
      movie: limitsOf(schemes.movie, policy.maxMovieRating, policy.blockedMovieGenres),
      tv: limitsOf(schemes.tv, policy.maxTvRating, policy.blockedTvGenres),
    };
  }

  /**
   * A film or series as its library manager writes it: the parsed JSON of a movie or series record. It is judged by its
   * genres' names and its certification, which counts in the scheme of the policy's region, else in that of the United
   * States, else it has none.
   *
   * @throws UnjudgeableRecord when it has not the shape of one; whatever carries it must not be passed on
   */
  record(kind: TitleKind, record: unknown): Verdict {
    const { adult, genres, certification } = readLibraryRecord(record);
    const { own, unitedStates, blockedNames } = this.kinds[kind];
    if (adult) return hidden('adult');
    if (genres.some((name) => blockedNames.has(sameGenre(name)))) return hidden('blocked_genre');
    const standing = own.positionOf(certification);
    return this.verdictOn(standing === 'unknown' ? unitedStates.positionOf(certification) : standing);
  }

  /**
   * A title by what the metadata provider says of it. Only ratings of the policy's region count, those of the first
   * group that has any; among several the strictest holds.
   *
   * @param facts null where the provider knows no such title
   */
  title(kind: TitleKind, facts: TitleFacts | null): Verdict {
    if (!facts) return hidden('unknown_title');
    const { own } = this.kinds[kind];
    const groups = facts.ratings.get(this.region) ?? [];
    const standings = groups.map((group) => group.map((rating) => own.positionOf(rating)));
    const counting = standings.find((group) => group.some((standing) => standing !== 'unknown')) ?? [];
    return this.hiddenOnSight(kind, facts) ?? this.verdictOn(strictest(counting));
  }

  /**
   * The verdict on a title that is hidden whatever its rating is; null when the rating decides. Spares the look-up of
   * ratings for rows of lists.
   */
  hiddenOnSight(kind: TitleKind, { adult, genreIds }: OnSight): Verdict | null {
    if (adult) return hidden('adult');
    return genreIds.some((id) => this.kinds[kind].blockedIds.has(id)) ? hidden('blocked_genre') : null;
  }

  private verdictOn(standing: RatingPosition): Verdict {
    if (standing === 'unknown') return this.unrated;
    return standing === 'within' ? shown('within_cap') : hidden('above_cap');
  }
}

interface KindLimits {
  readonly own: RatingLadder;
  readonly unitedStates: RatingLadder;
  readonly blockedIds: ReadonlySet<number>;
  readonly blockedNames: ReadonlySet<string>;
}

function limitsOf({ own, unitedStates }: RankingSchemes, cap: string, blocked: readonly number[]): KindLimits {
  return {
    own: new RatingLadder(own, cap),
    unitedStates: new RatingLadder(unitedStates, cap),
    blockedIds: new Set(blocked),
    blockedNames: genreNames(blocked),
  };
}

function strictest(standings: readonly RatingPosition[]): RatingPosition {
  if (standings.includes('above')) return 'above';
  return standings.includes('within') ? 'within' : 'unknown';
}
