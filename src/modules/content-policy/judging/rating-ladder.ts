import type { Rating } from '../../metadata/metadata.public.js';

/** Where a rating stands: not above the cap, above it, or nowhere in the scheme. */
export type RatingPosition = 'within' | 'above' | 'unknown';

/**
 * Ratings are the same however they are cased and spaced: the provider's titles write `R18+` for the `R 18+` of its own
 * schemes, and a rating that passes for unknown could be shown. Source: doc 3 section 5.3 (compare), TMDB facts.
 */
export const sameRating = (certification: string): string => certification.replace(/\s+/g, '').toUpperCase();

/** One country's scheme with the cap of a policy. Built once per policy, asked for each title. */
export class RatingLadder {
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
