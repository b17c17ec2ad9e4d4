import type { Rating, TitleFacts, TitleKind } from '../../metadata/metadata.public.js';
import type { ContentPolicy } from '../../users/users.public.js';
import { genreNames, sameGenre } from './genre-names.js';

type RatingPosition = 'within' | 'above' | 'unknown';

/**
 * However cased and spaced: the provider's titles write `R18+` for the `R 18+` of its own schemes, and a rating that passes for unknown
 * could be shown.
 */
export const sameRating = (certification: string): string => certification.replace(/\s+/g, '').toUpperCase();

/** One country's scheme with the cap of a policy. Built once per policy, asked for each title. */
class RatingLadder {
  private readonly orders: ReadonlyMap<string, number>;
  /** 0 where the cap is no rating of this scheme: every rated title is above it. */
  private readonly cap: number;

  constructor(scheme: readonly Rating[], cap: string) {
    this.orders = new Map(scheme.map(({ certification, order }) => [sameRating(certification), order]));
    this.cap = this.orders.get(sameRating(cap)) ?? 0;
  }

  /** Order 0 is the place of titles without a rating: it is as unknown as a string that the scheme doesn't have. */
  positionOf(certification: string): RatingPosition {
    const order = this.orders.get(sameRating(certification)) ?? 0;
    if (order === 0) return 'unknown';
    return order <= this.cap ? 'within' : 'above';
  }
}

type ShownReason =
  | 'within_cap'
  /** It has no rating that counts, and the policy shows such titles. */
  | 'unrated_shown';

type HiddenReason =
  | 'adult'
  | 'blocked_genre'
  /** Its rating is above the cap, or the cap is no rating of the scheme. */
  | 'above_cap'
  /** It has no rating that counts, and the policy hides such titles. */
  | 'unrated'
  /** The metadata provider knows no such title, or it is neither a film nor a series. */
  | 'unknown_title';

export type Verdict =
  | { readonly shown: true; readonly reason: ShownReason }
  | { readonly shown: false; readonly reason: HiddenReason };

const hidden = (reason: HiddenReason): Verdict => ({ shown: false, reason });

const shown = (reason: ShownReason): Verdict => ({ shown: true, reason });

export interface RankingSchemes {
  readonly own: readonly Rating[];
  /** Of the United States, by which most libraries rate. */
  readonly unitedStates: readonly Rating[];
}

/** What can be said of a title before its rating is known. */
type OnSight = Pick<TitleFacts, 'adult' | 'genreIds'>;

/** The one judge of what a kids account may see. Each verdict is a few look-ups, so that thousands of records can be judged in one go. */
export class KidsJudge {
  private readonly kinds: Readonly<Record<TitleKind, KindLimits>>;
  private readonly region: string;
  private readonly unrated: Verdict;

  constructor(
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
   * By a movie or series record of a library manager: the names of its genres, and its certification, which counts in the scheme of the
   * policy's region, else in that of the United States.
   * @throws UnjudgeableRecord when it has not the shape of one; whatever carries it must not be passed on
   */
  record(kind: TitleKind, record: unknown): Verdict {
    const { adult, genres, certification } = readLibraryRecord(record);
    const { own, unitedStates, blockedNames } = this.kinds[kind];
    if (adult) return hidden('adult');
    if (genres.some((name) => blockedNames.has(sameGenre(name)))) return hidden('blocked_genre');
    const position = own.positionOf(certification);
    return this.verdictOn(position === 'unknown' ? unitedStates.positionOf(certification) : position);
  }

  /**
   * By what the metadata provider says; null where it knows no such title. Only ratings of the policy's region count, those of the first
   * group that has any; among several the strictest holds.
   */
  title(kind: TitleKind, facts: TitleFacts | null): Verdict {
    if (!facts) return hidden('unknown_title');
    const { own } = this.kinds[kind];
    const groups = facts.ratings.get(this.region) ?? [];
    const positions = groups.map((group) => group.map((rating) => own.positionOf(rating)));
    const counting = positions.find((group) => group.some((position) => position !== 'unknown')) ?? [];
    return this.hiddenOnSight(kind, facts) ?? this.verdictOn(strictest(counting));
  }

  /** Null when the rating decides. Spares the look-up of ratings for rows of lists. */
  hiddenOnSight(kind: TitleKind, { adult, genreIds }: OnSight): Verdict | null {
    if (adult) return hidden('adult');
    return genreIds.some((id) => this.kinds[kind].blockedIds.has(id)) ? hidden('blocked_genre') : null;
  }

  private verdictOn(position: RatingPosition): Verdict {
    if (position === 'unknown') return this.unrated;
    return position === 'within' ? shown('within_cap') : hidden('above_cap');
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

function strictest(positions: readonly RatingPosition[]): RatingPosition {
  if (positions.includes('above')) return 'above';
  return positions.includes('within') ? 'within' : 'unknown';
}

interface LibraryRecord {
  readonly adult: boolean;
  readonly genres: readonly string[];
  readonly certification: string;
}

/** A record that says nothing a judge could rely on. What carries it must not be passed on. */
export class UnjudgeableRecord extends Error {
  constructor() {
    super('a record of a library has not the shape of a film or series');
    this.name = new.target.name;
  }
}

/** Left out or null says nothing. @throws UnjudgeableRecord for anything but an object with members of their types */
function readLibraryRecord(record: unknown): LibraryRecord {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) throw new UnjudgeableRecord();
  const { adult = null, genres = null, certification = null } = record as Readonly<Record<string, unknown>>;
  if (adult !== null && typeof adult !== 'boolean') throw new UnjudgeableRecord();
  if (certification !== null && typeof certification !== 'string') throw new UnjudgeableRecord();
  if (genres !== null && !isTexts(genres)) throw new UnjudgeableRecord();
  return { adult: adult ?? false, genres: genres ?? [], certification: certification ?? '' };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');
