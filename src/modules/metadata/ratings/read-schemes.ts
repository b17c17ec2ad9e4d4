import type { TmdbCertifications } from '../../../clients/tmdb/tmdb-schemas.js';
import type { Rating, RatingSchemes } from './rating-scheme.js';

const COUNTRY = /^[A-Z]{2}$/;
const LONGEST = 64;

/**
 * The schemes out of the provider's list. Left out are regions that are no country (`CA-QC`): titles are rated by
 * country, so nothing would ever be rated there; and countries without any rating that ranks. Source: doc 3 section 5.3.
 */
export function readSchemes({ certifications }: TmdbCertifications): RatingSchemes {
  const schemes = Object.entries(certifications)
    .map(([region, listed]) => [region.toUpperCase(), listed.map(ratingOf).filter(isNamed)] as const)
    .filter(([region, ratings]) => COUNTRY.test(region) && ratings.some(({ order }) => order > 0));
  return new Map(schemes);
}

function ratingOf(listed: TmdbCertifications['certifications'][string][number]): Rating {
  return { certification: listed.certification.trim(), meaning: listed.meaning?.trim() ?? '', order: listed.order };
}

const isNamed = ({ certification }: Rating): boolean => certification !== '' && certification.length <= LONGEST;
