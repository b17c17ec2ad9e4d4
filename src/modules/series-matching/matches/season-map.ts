import { StorageError } from '../../../core/database/storage-error.js';

/** From the metadata provider's number of each season to the library's. Regular seasons only, so numbers are 1 or more. */
export type SeasonMap = ReadonlyMap<number, number>;

const PAIR = /^([1-9]\d{0,5}):([1-9]\d{0,5})$/;

/** The stored form of a map, `1:1,2:2`, by the provider's number; empty for no season. */
export function encodeSeasonMap(map: SeasonMap): string {
  const pairs = [...map].sort(([one], [other]) => one - other);
  return pairs.map(([source, target]) => `${source}:${target}`).join(',');
}

/** @throws StorageError 503 `corrupt` for a text that can't be read: such a map must not count as an empty one */
export function decodeSeasonMap(text: string): SeasonMap {
  const map = tryDecodeSeasonMap(text);
  if (map === null) throw new StorageError('corrupt', new Error('a stored season map can not be read'));
  return map;
}

/** As {@link decodeSeasonMap}, but returns null for an unreadable text. For lists, which one bad row must not break. */
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

/** The part of a map with these seasons of the provider; unknown seasons are left out. */
export function pickSeasons(map: SeasonMap, seasons: Iterable<number>): SeasonMap {
  const wanted = new Set(seasons);
  return new Map([...map].filter(([source]) => wanted.has(source)));
}
