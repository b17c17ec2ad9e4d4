import { describe, expect, it } from 'vitest';
import { bookRow, SHOWN_COVERS } from '../../../../test/harness/book-rows.js';
import { downloadQueue, UNREADABLE_ROWS, type DownloadQueue, type QueueRow } from '../cache/download-queue.js';
import { collapseFormats, judgeFormat, type FormatAvailability, type FormatStatus } from './book-availability.js';
import { bookProjection, type BookRow, bookQueue } from './book-projection.js';

const HEALTHY: QueueRow = { downloadId: 'A', size: 100, sizeLeft: 25 };
const STUCK: QueueRow = { downloadId: 'B', size: 100, sizeLeft: 0, isStuck: true };

const queueOf = (...rows: readonly (readonly [number, QueueRow])[]): DownloadQueue => downloadQueue(rows);
const EMPTY = queueOf();

const available = { known: true, status: 'available', progress: 1, releasedAt: null };
const downloading = { known: true, status: 'downloading', progress: 0.75, releasedAt: null };
const requested = { known: true, status: 'requested', progress: 0, releasedAt: null };
const unavailable = { known: true, status: 'unavailable', progress: 0, releasedAt: null };
const unreadable = { known: false, reason: 'library_unavailable' };
const unresolved = { known: false, reason: 'format_unresolved' };

interface Case {
  /** Records of the title, the first has the id 1. */
  readonly rows?: readonly Partial<BookRow>[];
  readonly queue?: DownloadQueue | null;
  readonly unreadable?: readonly (string | null)[];
}

const judge = ({ rows = [{}], queue = EMPTY, unreadable = [] }: Case): FormatAvailability => {
  const all = rows.map((row, index) => bookRow({ id: index + 1, foreignBookId: 'hc:7', ...row }));
  const projected = bookProjection(
    { rows: all, unreadable: unreadable.map((foreignId) => ({ foreignId })) },
    SHOWN_COVERS,
  );
  return judgeFormat(projected.titles.get('hc:7'), 'ebook', { queue, hasUnplaced: projected.hasUnplaced });
};

const off = { monitored: false };
const audiobook = { format: 'audiobook' } as const;

describe('doc4 §4.3: the status of a format, the first test that is true decides', () => {
  it.each<[string, Case, object]>([
    ['a file is available', { rows: [{ hasFile: true }] }, available],
    ['a file that nobody watches is available', { rows: [{ hasFile: true, ...off }] }, available],
    [
      'a file with a row in the queue is available',
      { rows: [{ hasFile: true }], queue: queueOf([1, HEALTHY]) },
      available,
    ],
    ['a healthy row is downloading', { queue: queueOf([1, HEALTHY]) }, downloading],
    [
      'a healthy row of a record that nobody watches is downloading',
      { rows: [off], queue: queueOf([1, HEALTHY]) },
      downloading,
    ],
    [
      'a healthy row beside one that is stuck is downloading, by its own bytes',
      { queue: queueOf([1, STUCK], [1, HEALTHY]) },
      downloading,
    ],
    [
      'the row of another record of this format counts too',
      { rows: [{}, {}], queue: queueOf([2, HEALTHY]) },
      downloading,
    ],
    ['a stuck row is requested (doc2 §3)', { queue: queueOf([1, STUCK]) }, requested],
    ['a stuck row alone is requested (doc2 §3)', { rows: [off], queue: queueOf([1, STUCK]) }, requested],
    ['watched is requested', {}, requested],
    ['watched in one of two records is requested', { rows: [off, {}] }, requested],
    ['not watched is unavailable', { rows: [off] }, unavailable],
    [
      'a row of the other format is none of this',
      { rows: [off, audiobook], queue: queueOf([2, HEALTHY]) },
      unavailable,
    ],
    ['no record of this format is unavailable', { rows: [audiobook] }, unavailable],
    ['no record of the title is unavailable', { rows: [] }, unavailable],
  ])('%s', (_, given, status) => {
    expect(judge(given)).toEqual(status);
  });

  it.each<[string, Case, object]>([
    ['a file is available', { rows: [{ hasFile: true }], queue: null }, available],
    ['a record without a file is unknown', { queue: null }, unreadable],
    ['a record that nobody watches is unknown', { rows: [off], queue: null }, unreadable],
    ['no record is unavailable', { rows: [audiobook], queue: null }, unavailable],
  ])('without the queue %s', (_, given, status) => {
    expect(judge(given)).toEqual(status);
  });

  it.each<[string, Case, object]>([
    ['a file is available', { rows: [{ hasFile: true }], queue: queueOf([UNREADABLE_ROWS, HEALTHY]) }, available],
    ['a healthy row is downloading', { queue: queueOf([UNREADABLE_ROWS, STUCK], [1, HEALTHY]) }, downloading],
    ['any other record is unknown', { queue: queueOf([UNREADABLE_ROWS, HEALTHY]) }, unreadable],
    ['no record is unavailable', { rows: [], queue: queueOf([UNREADABLE_ROWS, HEALTHY]) }, unavailable],
  ])('with a row in the queue whose record is unknown, %s', (_, given, status) => {
    expect(judge(given)).toEqual(status);
  });

  it.each<[string, Case, object]>([
    ['a file of this format is available', { rows: [{ hasFile: true }, { format: null }] }, available],
    ['this format is unresolved without one', { rows: [{}, { format: null, hasFile: true }] }, unresolved],
    ['this format is unresolved without a record of its own', { rows: [{ format: null }] }, unresolved],
  ])('with a record that names no format, %s', (_, given, status) => {
    expect(judge(given)).toEqual(status);
  });

  it.each<[string, Case, object]>([
    ['a file is available', { rows: [{ hasFile: true }], unreadable: ['hc:7', null] }, available],
    ['a record of this title in doubt makes it unknown', { unreadable: ['hc:7'] }, unreadable],
    ['a record of this title in doubt makes a missing one unknown', { rows: [], unreadable: ['hc:7'] }, unreadable],
    ['a record of any title in doubt makes a missing title unknown', { rows: [], unreadable: [null] }, unreadable],
    [
      'a record of any title in doubt makes a missing format unknown',
      { rows: [audiobook], unreadable: [null] },
      unreadable,
    ],
    ['a record of any title in doubt leaves one that is there', { unreadable: [null] }, requested],
    ['a record of another title in doubt leaves this one', { rows: [], unreadable: ['hc:8'] }, unavailable],
  ])('with records that can’t be read: %s', (_, given, status) => {
    expect(judge(given)).toEqual(status);
  });

  it('says when a format came out, or will', () => {
    expect(judge({ rows: [{ releaseDate: 9 }] })).toEqual({ ...requested, releasedAt: 9 });
  });
});

describe('doc4 §4.3: collapse of formats', () => {
  it.each<[readonly FormatStatus[], string]>([
    [['available', 'available'], 'available'],
    [['available'], 'available'],
    [['available', 'unavailable'], 'partial'],
    [['downloading', 'available'], 'partial'],
    [['denied', 'available'], 'partial'],
    [['requested', 'downloading'], 'downloading'],
    [['pending', 'requested'], 'requested'],
    [['denied', 'pending'], 'pending'],
    [['unavailable', 'denied'], 'denied'],
    [['unavailable', 'unavailable'], 'unavailable'],
    [[], 'unavailable'],
  ])('%j is %s', (formats, status) => {
    expect(collapseFormats(formats)).toBe(status);
    expect(collapseFormats([...formats].reverse())).toBe(status);
  });
});

describe('doc4 §4.3: the queue of a book manager', () => {
  const row = {
    downloadId: 'A',
    size: 10,
    sizeLeft: 5,
    status: 'downloading',
    trackedDownloadStatus: 'ok',
    trackedDownloadState: 'downloading',
    complaints: [],
    bookId: 1,
    unreadable: false,
  };
  const kept = { downloadId: 'A', size: 10, sizeLeft: 5 };

  it.each<
    [string, Partial<typeof row> | { bookId: null } | { complaints: string[] }, readonly (readonly [number, object])[]]
  >([
    ['a healthy row', {}, [[1, kept]]],
    ['a row in warning', { trackedDownloadStatus: 'warning' }, [[1, { ...kept, isStuck: true }]]],
    ['a row with a complaint', { complaints: ['no files found'] }, [[1, { ...kept, isStuck: true }]]],
    ['a row without a record', { bookId: null }, []],
    ['a row that can’t be read', { unreadable: true, status: '' }, [[UNREADABLE_ROWS, { ...kept, isStuck: true }]]],
  ])('%s', (_, over, queue) => {
    expect([...bookQueue([{ ...row, ...over }])]).toEqual(queue.map(([id, one]) => [id, [one]]));
  });
});
