export type TitleKind = 'movie' | 'tv';

/** A film or a series, by the metadata provider's id. */
export interface TitleRef {
  readonly mediaType: TitleKind;
  readonly tmdbId: number;
}

/** Twice the metadata provider's id, plus one for a series. */
export function mediaIdOf({ mediaType, tmdbId }: TitleRef): number {
  return tmdbId * 2 + (mediaType === 'tv' ? 1 : 0);
}

/** The reverse of {@link mediaIdOf}. @param mediaId a whole number from 0 on */
export function titleOfMediaId(mediaId: number): TitleRef {
  return { mediaType: mediaId % 2 === 1 ? 'tv' : 'movie', tmdbId: Math.floor(mediaId / 2) };
}

/** Seasons are numbered below this, those that are named after their year too. */
const SEASONS = 5_000;

/** Ids of the tracker have 31 bits, and clients with integers of 32 can't read a list with a larger one in it. */
const IDS = 2 ** 31;

/**
 * From 0 to 2147483647. No two seasons of one owner share one, and no two of owners below 429,496 either; ids of seasons of
 * series and of requests have nothing to do with each other.
 * @param ownerId the metadata provider's id of the series, or the request's
 */
export function seasonIdOf(ownerId: number, seasonNumber: number): number {
  return (ownerId * SEASONS + seasonNumber) % IDS;
}
