/** One rating of a country's scheme. */
export interface Rating {
  /** In the scheme's own spelling. */
  readonly certification: string;
  /** What it says, in the provider's words; empty where it gives none. */
  readonly meaning: string;
  /** The higher, the less is it for children; 0 stands for titles without a rating. Several may share one. */
  readonly order: number;
}

/** The schemes of countries by ISO 3166-1 alpha-2, upper case. */
export type RatingSchemes = ReadonlyMap<string, readonly Rating[]>;

/**
 * Where schemes come from: the provider has said so within a day, it did so within thirty days, or they are the ones
 * that are built in. From the best to the weakest.
 */
export const RATING_SOURCES = ['provider', 'kept', 'built_in'] as const;
export type RatingSource = (typeof RATING_SOURCES)[number];

/** The schemes that are known of one kind of title. */
export interface KnownSchemes {
  readonly schemes: RatingSchemes;
  readonly source: RatingSource;
}
