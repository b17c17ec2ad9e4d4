import { describe, expect, it } from 'vitest';
import { albumRow, SHOWN_ALBUM_COVERS } from '../../../../test/harness/album-rows.js';
import { albumProjection, sameAlbum, sameAlbumState, type AlbumEntry, type AlbumRow } from './album-projection.js';

const GROUP = '7c9d2e10-0000-4aaa-8bbb-00000000b001';

const project = (rows: readonly AlbumRow[], unreadable: readonly (string | null)[] = []) =>
  albumProjection({ rows, unreadable: unreadable.map((foreignId) => ({ id: 9, foreignId })) }, SHOWN_ALBUM_COVERS);

const read = (over: Partial<AlbumRow> = {}, unreadable: readonly string[] = []): AlbumEntry => {
  const album = project([albumRow({ foreignAlbumId: GROUP, ...over })], unreadable).titles.get(GROUP);
  if (!album) throw new Error('there is no album');
  return album;
};

const counts = (trackFileCount: number, trackCount: number | null, totalTrackCount: number) => ({
  trackFileCount,
  trackCount,
  totalTrackCount,
  sizeOnDisk: 0,
});

describe('the albums of a library', () => {
  it('keep what availability and lists need', () => {
    const cover = { url: '/MediaCover/Albums/21/cover.jpg', remoteUrl: null };
    expect(read({ albumType: 'EP', releaseDate: 5, cover, statistics: counts(2, 3, 3) })).toEqual({
      recordId: 21,
      foreignAlbumId: GROUP,
      title: 'Long Wave',
      artistId: 3,
      monitored: true,
      releaseType: 'ep',
      files: 2,
      tracks: 3,
      sizeOnDisk: 0,
      releasedAt: 5,
      cover: '/MediaCover/Albums/21/cover.jpg',
      isUnreadable: false,
    });
  });

  it('are found by their release group, however it is written', () => {
    expect([...project([albumRow({ foreignAlbumId: ` ${GROUP.toUpperCase()} ` })]).titles.keys()]).toEqual([GROUP]);
  });

  it('of one release group are one, that with more files, in any order', () => {
    const rows = [
      albumRow({ id: 1, foreignAlbumId: GROUP }),
      albumRow({ id: 2, foreignAlbumId: GROUP, statistics: counts(1, 1, 10) }),
      albumRow({ id: 3, foreignAlbumId: GROUP, statistics: counts(1, 1, 10) }),
    ];
    for (const order of [rows, [...rows].reverse()]) expect(project(order).titles.get(GROUP)?.recordId).toBe(2);
  });

  it('an unreadable record puts the album that it names in doubt', () => {
    const { titles, hasUnplaced } = project([albumRow({ foreignAlbumId: GROUP })], [GROUP.toUpperCase()]);
    expect([titles.get(GROUP)?.isUnreadable, titles.get(GROUP)?.title, hasUnplaced]).toEqual([
      true,
      'Long Wave',
      false,
    ]);
  });

  it('a record that can’t be read is an album of its own when there is no other of it', () => {
    expect(project([], [GROUP]).titles.get(GROUP)).toMatchObject({ recordId: 9, title: '', isUnreadable: true });
  });

  it('no album is known to be absent while a record names none', () => {
    const { titles, hasUnplaced } = project([], [null]);
    expect([titles.size, hasUnplaced]).toEqual([0, true]);
  });
});

describe('issue, albums: the tracks that count are those of the monitored release', () => {
  it.each<[string, Partial<AlbumRow>, number]>([
    ['a monitored album by its monitored tracks', { statistics: counts(3, 10, 12) }, 10],
    ['a monitored album by all, where the monitored ones are missing', { statistics: counts(3, null, 12) }, 12],
    [
      'any other album by all: what is monitored of it follows its files',
      { monitored: false, statistics: counts(3, 3, 10) },
      10,
    ],
    ['an album without counts by its release', { statistics: null, monitoredReleaseTracks: 8 }, 8],
    ['an album of no known track by none', { statistics: null }, 0],
    [
      'an album whose tracks are counted as 0 by its release',
      { monitored: false, statistics: counts(0, 0, 0), monitoredReleaseTracks: 8 },
      8,
    ],
  ])('%s', (_, over, tracks) => {
    expect(read(over).tracks).toBe(tracks);
  });
});

describe('doc4 Decisions, Freshness: two readings of an album', () => {
  it('are the same when nothing changed', () => {
    expect([sameAlbumState(read(), read()), sameAlbum(read(), read())]).toEqual([true, true]);
  });

  it.each<[string, AlbumEntry]>([
    ['a track came', read({ statistics: counts(1, 10, 10) })],
    ['its release has more tracks', read({ statistics: counts(0, 11, 11) })],
    ['it isn’t watched any more', read({ monitored: false })],
    ['its record is another', read({ id: 22 })],
    ['its record can’t be read any more', read({}, [GROUP])],
  ])('differ in their status when %s', (_, after) => {
    expect([sameAlbumState(read(), after), sameAlbum(read(), after)]).toEqual([false, false]);
  });

  it.each<[string, Partial<AlbumRow>]>([
    ['its title', { title: 'Another' }],
    ['its artist', { artistId: 4 }],
    ['its type', { albumType: 'Single' }],
    ['its release', { releaseDate: 5 }],
    ['its cover', { cover: { url: '/MediaCover/Albums/21/cover.jpg', remoteUrl: null } }],
    ['the size of its files', { statistics: { ...counts(0, 10, 10), sizeOnDisk: 7 } }],
  ])('say the same of its status, but are not equal, when %s changed', (_, over) => {
    expect([sameAlbumState(read(), read(over)), sameAlbum(read(), read(over))]).toEqual([true, false]);
  });
});
