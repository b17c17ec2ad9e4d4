import { describe, expect, it } from 'vitest';
import { planAlbumDelivery, type AlbumInLibrary, type BegunAlbumChange } from './plan-album-delivery.js';

const album = (over: Partial<AlbumInLibrary> = {}): AlbumInLibrary => ({
  id: 21,
  artistId: 3,
  isWhole: false,
  monitored: true,
  artistMonitored: true,
  lastSearchedAt: null,
  ...over,
});

const OFF = { monitored: false };
const ARTIST_OFF = { artistMonitored: false };
const ADDING: BegunAlbumChange = { mutation: 'add', searchMark: null };
const TURNING_ON: BegunAlbumChange = { mutation: 'monitor_and_search', searchMark: 5 };

const done = (status: string) => ({ kind: 'done', status, recordId: 21 });
const change = (artistId: number | null, isOff: boolean, searchMark: number | null = null) => ({
  kind: 'change',
  albumId: 21,
  artistId,
  isOff,
  searchMark,
});

describe('doc2 §4 Requests rule 5: what a delivery of an album has to do', () => {
  it.each<[string, AlbumInLibrary | null, BegunAlbumChange | null, object]>([
    ['none: the addition', null, null, { kind: 'add' }],
    ['none, though an addition was begun: the addition', null, ADDING, { kind: 'add' }],
    ['whole: nothing', album({ isWhole: true }), null, done('available')],
    ['whole, and all of it off: nothing', album({ isWhole: true, ...OFF, ...ARTIST_OFF }), null, done('available')],
    ['whole after a change was begun: nothing', album({ isWhole: true }), TURNING_ON, done('available')],
    ['both on: nothing', album(), null, done('requested')],
    ['both on, after an addition, which searches itself: nothing', album(), ADDING, done('requested')],
    ['off, a sibling of an earlier request: it is turned on', album(OFF), null, change(null, true)],
    ['its artist off: he is turned on', album(ARTIST_OFF), null, change(3, false)],
    ['both off: both are turned on', album({ ...OFF, ...ARTIST_OFF }), null, change(3, true)],
    ['off after an addition was begun: somebody else’s', album(OFF), ADDING, change(null, true)],
    [
      'both on, not searched since the change: the search',
      album({ lastSearchedAt: 5 }),
      TURNING_ON,
      change(null, false, 5),
    ],
    ['both on, searched since the change: nothing', album({ lastSearchedAt: 6 }), TURNING_ON, done('requested')],
    [
      'off although searched since the change: once more',
      album({ ...OFF, lastSearchedAt: 6 }),
      TURNING_ON,
      change(null, true, 6),
    ],
  ])('a record that is %s', (_, known, earlier, plan) => {
    expect(planAlbumDelivery(known, earlier)).toEqual(plan);
  });
});
