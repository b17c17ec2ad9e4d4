import { StorageError } from '../../../core/database/storage-error.js';

/**
 * Seasons of a series: the metadata provider's number of each, and what the library calls it. Regular seasons only, so
 * numbers are 1 or more. Source: doc 4 section 1.14.
 */
export type SeasonMap = ReadonlyMap<number, number>;

const PAIR = /^([1-9]\d{0,5}):([1-9]\d{0,5})$/;

/** The stored form of a map, `1:1,2:2`, by the provider's number; empty for no season. */
export function encodeSeasonMap(map: SeasonMap): string {
  const pairs = [...map].sort(([one], [other]) => one - other);
  return pairs.map(([source, target]) => `${source}:${target}`).join(',');
}

/**
 * The map that {@link encodeSeasonMap} wrote.
 *
 * @throws StorageError 503 `corrupt` for any other text: a map that can't be read must not pass for an empty one
 */
export function decodeSeasonMap(text: string): SeasonMap {
  const map = tryDecodeSeasonMap(text);
  if (map === null) throw new StorageError('corrupt', new Error('a stored season map can not be read'));
  return map;
}

/**
 * As {@link decodeSeasonMap}, with null for a text that can't be read. For lists, of which one bad row must not hide
 * the others.
 */
export function tryDecodeSeasonMap(text: string): SeasonMap | null {
  if (text === '') return new Map();
  const seasons = new Map<number, number>();
  for (const pair of text.split(',')) {
    const [, source, target] = PAIR.exec(pair) ?? [];
    if (source === undefined || target === undefined) return null;
    seasons.set(Number(source), Number(target));
  }
  return seasons;
}

/** The part of a map that is about these seasons of the provider; seasons that it doesn't have are left out. */
export function pickSeasons(map: SeasonMap, seasons: Iterable<number>): SeasonMap {
  const wanted = new Set(seasons);
  return new Map([...map].filter(([source]) => wanted.has(source)));
}
