import type { TmdbMovieRatings, TmdbSeriesRatings } from '../../../clients/tmdb/tmdb-schemas.js';
import { keptBytesOf } from '../../../core/cache/byte-pool.js';

/** The facts that a title is judged by. */
export interface TitleFacts {
  readonly adult: boolean;
  readonly genreIds: readonly number[];
  /** By country (ISO 3166-1 alpha-2, upper case), in groups by precedence; ratings in a group have equal weight. Never empty ones. */
  readonly ratings: ReadonlyMap<string, readonly (readonly string[])[]>;
}

/** Kinds of release in the order of their precedence: in cinemas first. */
const RELEASE_ORDER = [3, 2, 1, 4, 5, 6];

export function factsOfFilm({ adult, genres, release_dates }: TmdbMovieRatings): TitleFacts {
  const releases = release_dates.results.map(({ iso_3166_1: region, release_dates: all }) => {
    const known = RELEASE_ORDER.map((type) => all.filter((release) => release.type === type));
    const others = all.filter(({ type }) => !RELEASE_ORDER.includes(type));
    return [
      region,
      [...known, others].map((group) => nonEmpty(group.map(({ certification }) => certification))),
    ] as const;
  });
  return { adult, genreIds: genres.map(({ id }) => id), ratings: byRegion(releases) };
}

export function factsOfSeries({ adult, genres, content_ratings }: TmdbSeriesRatings): TitleFacts {
  const rated = content_ratings.results.map(
    ({ iso_3166_1: region, rating }) => [region, [nonEmpty([rating])]] as const,
  );
  return { adult, genreIds: genres.map(({ id }) => id), ratings: byRegion(rated) };
}

/** The measured memory of facts without ratings, of a country, and of a group of ratings. */
const BARE_BYTES = 280;
const COUNTRY_BYTES = 96;
const GROUP_BYTES = 72;

/** An upper bound of the memory of cached facts, in bytes. */
export function factsBytes({ genreIds, ratings }: TitleFacts): number {
  let bytes = BARE_BYTES + genreIds.length * 8;
  for (const groups of ratings.values()) {
    bytes += COUNTRY_BYTES;
    for (const group of groups) bytes += GROUP_BYTES + keptBytesOf(...group);
  }
  return bytes;
}

type Groups = readonly (readonly string[])[];

function nonEmpty(ratings: readonly (string | null | undefined)[]): readonly string[] {
  return ratings.map((rating) => rating?.trim() ?? '').filter((rating) => rating !== '');
}

/** Merges the groups of a country that is listed more than once. */
function byRegion(rated: readonly (readonly [string, Groups])[]): TitleFacts['ratings'] {
  const found = new Map<string, Groups>();
  for (const [region, groups] of rated) {
    const key = region.trim().toUpperCase();
    const known = found.get(key) ?? [];
    found.set(
      key,
      groups.map((group, place) => [...(known[place] ?? []), ...group]),
    );
  }
  return new Map([...found].map(([region, groups]) => [region, groups.filter((group) => group.length > 0)]));
}
