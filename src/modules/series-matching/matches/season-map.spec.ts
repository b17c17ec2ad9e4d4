import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { StorageError } from '../../../core/database/storage-error.js';
import { decodeSeasonMap, encodeSeasonMap, pickSeasons, tryDecodeSeasonMap } from './season-map.js';

const season = fc.integer({ min: 1, max: 999_999 });
const pairs = fc.uniqueArray(fc.tuple(season, season), { selector: ([source]) => source, maxLength: 40 });

describe('the stored form of a season map', () => {
  it('doc4 §1.14: is read as it was written', () => {
    fc.assert(
      fc.property(pairs, (entries) => {
        const map = new Map(entries);
        expect(decodeSeasonMap(encodeSeasonMap(map))).toEqual(map);
      }),
    );
  });

  it.each(['1', '1:', ':1', '1:1,', '0:1', '1:0', '1:1;2:2', '1:1, 2:2', '1.5:1', 'all'])(
    'of %j is corrupt storage, and null for a list; never an empty map',
    (text) => {
      expect(() => decodeSeasonMap(text)).toThrow(StorageError);
      expect(() => decodeSeasonMap(text)).toThrow(expect.objectContaining({ kind: 'corrupt', status: 503 }));
      expect(tryDecodeSeasonMap(text)).toBeNull();
    },
  );

  it('is empty for no season', () => {
    expect([decodeSeasonMap(''), tryDecodeSeasonMap('')]).toEqual([new Map(), new Map()]);
  });
});

describe('pickSeasons', () => {
  it('leaves out what the map does not have', () => {
    expect(
      pickSeasons(
        new Map([
          [1, 4],
          [2, 5],
        ]),
        [2, 9],
      ),
    ).toEqual(new Map([[2, 5]]));
  });
});
