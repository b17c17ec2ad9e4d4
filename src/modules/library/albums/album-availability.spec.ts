import { describe, expect, it } from 'vitest';
import { albumRow, SHOWN_ALBUM_COVERS } from '../../../../test/harness/album-rows.js';
import { downloadQueue, UNREADABLE_ROWS, type DownloadQueue, type QueueRow } from '../cache/download-queue.js';
import { judgeAlbum, type AlbumAvailability } from './album-availability.js';
import { albumProjection, type AlbumRow, albumQueue } from './album-projection.js';

const GROUP = '7c9d2e10-0000-4aaa-8bbb-00000000b001';
const HEALTHY: QueueRow = { downloadId: 'A', size: 100, sizeLeft: 25 };
const STUCK: QueueRow = { downloadId: 'B', size: 100, sizeLeft: 0, isStuck: true };

const queueOf = (...rows: readonly (readonly [number, QueueRow])[]): DownloadQueue => downloadQueue(rows);

const known = (status: string, progress: number) => ({ known: true, status, progress, releasedAt: null });
const unknown = { known: false, reason: 'library_unavailable' };
const off = { monitored: false };

/** @param tracks files, tracks that are monitored, all tracks */
const holding = (...[trackFileCount, trackCount, totalTrackCount]: readonly [number, number, number]) => ({
  statistics: { trackFileCount, trackCount, totalTrackCount, sizeOnDisk: 0 },
});

interface Case {
  /** Null for an album that the library lacks. */
  readonly row?: Partial<AlbumRow> | null;
  readonly queue?: DownloadQueue | null;
  readonly unreadable?: readonly (string | null)[];
}

function judge({ row = {}, queue = queueOf(), unreadable = [] }: Case): AlbumAvailability {
  const rows = row ? [albumRow({ foreignAlbumId: GROUP, ...row })] : [];
  const doubtful = unreadable.map((foreignId) => ({ id: null, foreignId }));
  const { titles, hasUnplaced } = albumProjection({ rows, unreadable: doubtful }, SHOWN_ALBUM_COVERS);
  return judgeAlbum(titles.get(GROUP), { queue, hasUnplaced });
}

describe('doc4 §4.4: the status of an album, the first test that is true decides', () => {
  it.each<[string, Case, object]>([
    ['every monitored track is available', { row: holding(10, 10, 10) }, known('available', 1)],
    [
      'every track of an album that nobody watches is available',
      { row: { ...off, ...holding(10, 10, 10) } },
      known('available', 1),
    ],
    [
      'every monitored track, with a row in the queue, is available',
      { row: holding(10, 10, 10), queue: queueOf([21, HEALTHY]) },
      known('available', 1),
    ],
    ['some tracks are partial', { row: holding(3, 10, 10) }, known('partial', 0.3)],
    [
      'three of ten of an album that nobody watches are partial, although the manager counts three of three',
      { row: { ...off, ...holding(3, 3, 10) } },
      known('partial', 0.3),
    ],
    [
      'some tracks with a row in the queue are partial',
      { row: holding(3, 10, 10), queue: queueOf([21, HEALTHY]) },
      known('partial', 0.3),
    ],
    ['files of an album without known tracks are partial', { row: holding(3, 0, 0) }, known('partial', 0)],
    ['an active download is downloading', { queue: queueOf([21, HEALTHY]) }, known('downloading', 0.75)],
    [
      'an active download of an album that nobody watches is downloading',
      { row: off, queue: queueOf([21, HEALTHY]) },
      known('downloading', 0.75),
    ],
    [
      'an active download beside one that is stuck is downloading',
      { queue: queueOf([21, STUCK], [21, HEALTHY]) },
      known('downloading', 0.75),
    ],
    ['a download that is stuck is requested', { queue: queueOf([21, STUCK]) }, known('requested', 0)],
    ['a bare monitored record is requested', {}, known('requested', 0)],
    ['a monitored record without known tracks is requested', { row: { statistics: null } }, known('requested', 0)],
    ['a bare record is unavailable', { row: off }, known('unavailable', 0)],
    [
      'a bare record whose download is stuck is unavailable',
      { row: off, queue: queueOf([21, STUCK]) },
      known('unavailable', 0),
    ],
    [
      'a download of another album is none of this',
      { row: off, queue: queueOf([22, HEALTHY]) },
      known('unavailable', 0),
    ],
    ['no record is unavailable', { row: null }, known('unavailable', 0)],
  ])('%s', (_, given, status) => {
    expect(judge(given)).toEqual(status);
  });

  it.each<[string, Case, object]>([
    ['a whole album is available', { row: holding(10, 10, 10), queue: null }, known('available', 1)],
    ['some tracks are partial', { row: holding(3, 10, 10), queue: null }, known('partial', 0.3)],
    ['an album without a file is unknown', { queue: null }, unknown],
    ['no record is unavailable', { row: null, queue: null }, known('unavailable', 0)],
  ])('without the queue %s', (_, given, status) => {
    expect(judge(given)).toEqual(status);
  });

  it.each<[string, Case, object]>([
    [
      'an active download is downloading',
      { queue: queueOf([UNREADABLE_ROWS, STUCK], [21, HEALTHY]) },
      known('downloading', 0.75),
    ],
    ['an album without a file is unknown', { row: off, queue: queueOf([UNREADABLE_ROWS, STUCK]) }, unknown],
    ['no record is unavailable', { row: null, queue: queueOf([UNREADABLE_ROWS, STUCK]) }, known('unavailable', 0)],
  ])('with a row in the queue whose record is unknown, %s', (_, given, status) => {
    expect(judge(given)).toEqual(status);
  });

  it.each<[string, Case, object]>([
    ['a whole album is available', { row: holding(10, 10, 10), unreadable: [GROUP, null] }, known('available', 1)],
    ['an album in doubt is unknown', { unreadable: [GROUP] }, unknown],
    ['an album in doubt with some tracks is unknown', { row: holding(3, 10, 10), unreadable: [GROUP] }, unknown],
    ['an album whose only record can’t be read is unknown', { row: null, unreadable: [GROUP] }, unknown],
    ['a missing album is unknown while a record could be it', { row: null, unreadable: [null] }, unknown],
    ['an album that is there stays known', { unreadable: [null] }, known('requested', 0)],
    [
      'another album in doubt leaves a missing one absent',
      { row: null, unreadable: ['another'] },
      known('unavailable', 0),
    ],
  ])('with records that can’t be read: %s', (_, given, status) => {
    expect(judge(given)).toEqual(status);
  });

  it('says when an album came out, or will', () => {
    expect(judge({ row: { releaseDate: 9 } })).toEqual({ ...known('requested', 0), releasedAt: 9 });
  });
});

describe('doc4 §4.4: the queue of a music manager', () => {
  const row = {
    downloadId: 'A',
    size: 10,
    sizeLeft: 5,
    status: 'downloading',
    trackedStatus: 'ok',
    trackedState: 'downloading',
    hasMessages: false,
    unreadable: false,
  };
  const kept = { downloadId: 'A', size: 10, sizeLeft: 5 };

  it.each<[string, object, number | null, readonly (readonly [number, object])[]]>([
    ['an active row', {}, 21, [[21, kept]]],
    ['a row in warning', { trackedStatus: 'warning' }, 21, [[21, { ...kept, isStuck: true }]]],
    ['a row with a message', { hasMessages: true }, 21, [[21, { ...kept, isStuck: true }]]],
    ['a row without an album', {}, null, []],
    ['a row that can’t be read', { unreadable: true }, null, [[UNREADABLE_ROWS, kept]]],
  ])('%s', (_, over, albumId, queue) => {
    expect([...albumQueue([{ ...row, ...over, albumId }])]).toEqual(queue.map(([id, one]) => [id, [one]]));
  });
});
