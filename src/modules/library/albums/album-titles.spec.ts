import { describe, expect, it } from 'vitest';
import { albumRow, SHOWN_ALBUM_COVERS } from '../../../../test/harness/album-rows.js';
import type { AlbumAvailability } from './album-availability.js';
import { albumProjection, type AlbumEntry, type AlbumRow } from './album-projection.js';
import { artistsWithFiles, libraryAlbum, recentAlbums } from './album-titles.js';

const albums = (rows: readonly Partial<AlbumRow>[]): readonly AlbumEntry[] => {
  const all = rows.map((row, index) => albumRow({ id: index + 1, ...row }));
  return [...albumProjection({ rows: all, unreadable: [] }, SHOWN_ALBUM_COVERS).titles.values()];
};

const ARTIST = { recordId: 3, foreignId: '1f0e5b7a', name: 'Glass Meridian', image: null, addedAt: null };
const known = (status: 'available' | 'partial' | 'requested'): AlbumAvailability => ({
  known: true,
  status,
  progress: 0,
  releasedAt: null,
});
const held = (trackFileCount: number, sizeOnDisk: number | null = 1_000) => ({
  statistics: { trackFileCount, trackCount: 10, totalTrackCount: 10, sizeOnDisk },
});

describe('doc4 §2 MusicTitle', () => {
  const [album] = albums([{ foreignAlbumId: 'b001', releaseDate: Date.UTC(2026, 3, 17), albumType: 'EP' }]);
  if (!album) throw new Error('there is no album');

  it('shows an album with its artist, its year and its status', () => {
    expect(libraryAlbum(album, ARTIST, known('requested'))).toEqual({
      recordId: 1,
      foreignAlbumId: 'b001',
      foreignArtistId: '1f0e5b7a',
      releaseType: 'ep',
      status: 'requested',
      statusKnown: true,
      title: 'Long Wave',
      artist: 'Glass Meridian',
      year: 2026,
      cover: null,
      monitored: true,
      downloaded: false,
    });
  });

  it('leaves empty what nobody knows', () => {
    const unknown: AlbumAvailability = { known: false, reason: 'library_unavailable' };
    expect(libraryAlbum({ ...album, releasedAt: null }, undefined, unknown)).toMatchObject({
      foreignArtistId: '',
      artist: '',
      year: null,
      status: 'unavailable',
      statusKnown: false,
    });
  });

  it.each([
    ['available', true],
    ['partial', false],
  ] as const)('an album that is %s is downloaded: %s', (status, downloaded) => {
    expect(libraryAlbum(album, ARTIST, known(status)).downloaded).toBe(downloaded);
  });
});

describe('doc4 §2 music-recent', () => {
  const rows = ['b', 'a', 'c'].map((title) => ({ title }));

  it.each<[string, readonly (readonly [number, number | null])[], readonly (readonly [string, number])[]]>([
    [
      'the newest file dates an album',
      [
        [1, 10],
        [1, 30],
        [1, 20],
      ],
      [['b', 30]],
    ],
    [
      'the newest come first',
      [
        [1, 10],
        [2, 20],
        [3, 30],
      ],
      [
        ['c', 30],
        ['a', 20],
        ['b', 10],
      ],
    ],
    [
      'of one moment by their titles',
      [
        [1, 10],
        [2, 10],
      ],
      [
        ['a', 10],
        ['b', 10],
      ],
    ],
    [
      'a file without a date, or of no album, says nothing',
      [
        [1, null],
        [9, 10],
      ],
      [],
    ],
  ])('%s', (_, files, entries) => {
    for (const order of [files, [...files].reverse()]) {
      const recent = recentAlbums(
        albums(rows),
        order.map(([recordId, addedAt]) => ({ recordId, addedAt })),
      );
      expect(recent.map(({ album: { title }, importedAt }) => [title, importedAt])).toEqual(entries);
    }
  });

  it('needs the files of artists who have some, and again when their count or size changed', () => {
    const state = (over: Partial<AlbumRow>) =>
      artistsWithFiles(albums([{ artistId: 1, ...held(2), ...over }, { artistId: 2 }]));
    const before = state({});
    expect(before.map(({ creatorId }) => creatorId)).toEqual([1]);
    expect(state({ title: 'Another name' })).toEqual(before);
    for (const over of [held(3), held(2, 7)]) expect(state(over)).not.toEqual(before);
    expect(state(held(2, null))).toEqual([{ creatorId: 1, state: null }]);
  });
});
