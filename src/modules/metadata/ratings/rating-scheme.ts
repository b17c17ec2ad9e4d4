import type { TitleKind } from '../provider/title-summary.js';
import type { TmdbCertifications } from '../../../clients/tmdb/tmdb-schemas.js';

/** One rating of a country's scheme. */
export interface Rating {
  /** In the spelling of the scheme. */
  readonly certification: string;
  /** Empty when there is none. */
  readonly meaning: string;
  /** Higher means less suitable for children; 0 is for titles without a rating. Several ratings may share an order. */
  readonly order: number;
}

/** The schemes of countries by ISO 3166-1 alpha-2, upper case; null where a country has one that can't be read. */
export type RatingSchemes = ReadonlyMap<string, readonly Rating[] | null>;

/** From the best to the weakest: the provider within the last day, the provider within the last thirty days, or built in. */
export const RATING_SOURCES = ['provider', 'kept', 'built_in'] as const;
export type RatingSource = (typeof RATING_SOURCES)[number];

/** The known schemes of one kind of title. */
export interface KnownSchemes {
  readonly schemes: RatingSchemes;
  readonly source: RatingSource;
}

/** The ratings of films and series in the United States, from those for the youngest on. */
export const BUILT_IN_SCHEMES: Readonly<Record<TitleKind, RatingSchemes>> = {
  movie: unitedStates('NR', 'G', 'PG', 'PG-13', 'R', 'NC-17'),
  tv: unitedStates('NR', 'TV-Y', 'TV-Y7', 'TV-G', 'TV-PG', 'TV-14', 'TV-MA'),
};

function unitedStates(...ratings: readonly string[]): RatingSchemes {
  return new Map([['US', ratings.map((certification, order): Rating => ({ certification, meaning: '', order }))]]);
}

const COUNTRY = /^[A-Z]{2}$/;
const LONGEST = 64;

/** Left out are regions that are no countries (`CA-QC`), because titles are rated by country, and countries without any ranked rating. */
export function readSchemes({ certifications }: TmdbCertifications): RatingSchemes {
  const schemes = Object.entries(certifications)
    .map(([region, listed]) => [region.toUpperCase(), listed && listed.map(ratingOf).filter(isNamed)] as const)
    .filter(([region, ratings]) => COUNTRY.test(region) && (!ratings || ratings.some(({ order }) => order > 0)));
  return new Map(schemes);
}

function ratingOf(listed: NonNullable<TmdbCertifications['certifications'][string]>[number]): Rating {
  return { certification: listed.certification.trim(), meaning: listed.meaning?.trim() ?? '', order: listed.order };
}

const isNamed = ({ certification }: Rating): boolean => certification !== '' && certification.length <= LONGEST;
