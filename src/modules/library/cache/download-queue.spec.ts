import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  changedTitles,
  downloadProgress,
  downloadQueue,
  keptMoments,
  UNREADABLE_ROWS,
  rowsOf,
  vanishedTitles,
  type DownloadQueue,
  type QueueRow,
} from './download-queue.js';

let jobs = 0;
const row = (over: Partial<QueueRow> = {}): QueueRow => ({
  downloadId: `job-${++jobs}`,
  size: 1000,
  sizeLeft: 250,
  ...over,
});

const queueOf = (rows: Readonly<Record<number, readonly QueueRow[]>>): DownloadQueue =>
  downloadQueue(Object.entries(rows).flatMap(([id, of]) => of.map((one) => [Number(id), one] as const)));

describe('downloadProgress (doc 4 section 4.1)', () => {
  it.each<[string, number, Partial<QueueRow>[]]>([
    ['no rows', 0, []],
    ['one job, nothing arrived', 0, [{ size: 1000, sizeLeft: 1000 }]],
    ['one job, three quarters arrived', 0.75, [{ size: 1000, sizeLeft: 250 }]],
    ['one job, all arrived', 1, [{ size: 1000, sizeLeft: 0 }]],
    [
      'two jobs, weighed by their bytes',
      0.1,
      [
        { size: 100, sizeLeft: 0 },
        { size: 900, sizeLeft: 900 },
      ],
    ],
    [
      'one job in two rows',
      0.5,
      [
        { downloadId: 'a', size: 100, sizeLeft: 50 },
        { downloadId: 'a', size: 100, sizeLeft: 50 },
      ],
    ],
    [
      'one job twice beside another',
      0.25,
      [
        { downloadId: 'a', size: 100, sizeLeft: 0 },
        { downloadId: 'a', size: 100, sizeLeft: 0 },
        { downloadId: 'b', size: 300, sizeLeft: 300 },
      ],
    ],
    [
      'rows of one job that disagree: the larger figures',
      0.5,
      [
        { downloadId: 'a', size: 200, sizeLeft: 10 },
        { downloadId: 'a', size: 100, sizeLeft: 100 },
      ],
    ],
    [
      'two rows that wait for a client',
      0.25,
      [
        { downloadId: null, size: 100, sizeLeft: 50 },
        { downloadId: null, size: 100, sizeLeft: 100 },
      ],
    ],
    ['a size of 0', 0, [{ size: 0, sizeLeft: 0 }]],
    ['a negative size', 0, [{ size: -5, sizeLeft: 0 }]],
    ['a size that is no number', 0, [{ size: NaN, sizeLeft: 0 }]],
    ['an endless size', 0, [{ size: Infinity, sizeLeft: 0 }]],
    [
      'sizes whose sum no number holds',
      0,
      [
        { size: Number.MAX_VALUE, sizeLeft: 0 },
        { size: Number.MAX_VALUE, sizeLeft: 0 },
      ],
    ],
    [
      'a job without a size beside one with',
      0.5,
      [
        { size: 0, sizeLeft: 700 },
        { size: 100, sizeLeft: 50 },
      ],
    ],
    ['more left than there is', 0, [{ size: 100, sizeLeft: 400 }]],
    ['less than nothing left', 1, [{ size: 100, sizeLeft: -400 }]],
    ['an amount left that is no number', 0, [{ size: 100, sizeLeft: NaN }]],
  ])('%s: %d', (_case, progress, rows) => {
    expect(downloadProgress(rows.map(row))).toBe(progress);
  });

  const anyNumber = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(NaN, Infinity, -Infinity, 0, -0));
  const anyRow = (amount: fc.Arbitrary<number>): fc.Arbitrary<QueueRow> =>
    fc.record({
      downloadId: fc.option(fc.constantFrom('a', 'b', 'c')),
      size: amount,
      sizeLeft: amount,
    });

  it('is a number from 0 to 1 whatever the rows say', () => {
    fc.assert(
      fc.property(fc.array(anyRow(anyNumber)), (rows) => {
        const progress = downloadProgress(rows);
        return progress >= 0 && progress <= 1;
      }),
    );
  });

  it('does not depend on the order of the rows', () => {
    const shuffled = fc
      .array(anyRow(fc.integer()), { minLength: 2 })
      .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })));
    fc.assert(fc.property(shuffled, ([rows, others]) => downloadProgress(rows) === downloadProgress(others)));
  });

  it('does not change when a job is listed twice', () => {
    const named = anyRow(fc.integer()).filter((row) => row.downloadId !== null);
    fc.assert(fc.property(fc.array(named), (rows) => downloadProgress([...rows, ...rows]) === downloadProgress(rows)));
  });
});

describe('vanishedTitles', () => {
  const before = queueOf({ 1: [row()], 2: [row()], 3: [row()] });

  it('names the titles that have left the queue', () => {
    expect(vanishedTitles(before, queueOf({ 2: [row()], 4: [row()] }))).toEqual([1, 3]);
  });

  it('does not name a film with one job of two left', () => {
    const [a, b] = [row(), row()];
    expect(vanishedTitles(queueOf({ 1: [a, b] }), queueOf({ 1: [b] }))).toEqual([]);
  });

  it('names a series with one episode of two left', () => {
    const [a, b] = [row({ part: 101 }), row({ part: 102 })];
    expect(vanishedTitles(queueOf({ 1: [a, b] }), queueOf({ 1: [b] }))).toEqual([1]);
  });

  it('does not name a series whose episode has one job less', () => {
    const [a, b] = [row({ part: 101 }), row({ part: 101 })];
    expect(vanishedTitles(queueOf({ 1: [a, b] }), queueOf({ 1: [b] }))).toEqual([]);
  });
});

describe('changedTitles', () => {
  const before = queueOf({
    1: [row({ downloadId: 'a', sizeLeft: 500 })],
    2: [row({ downloadId: 'b', sizeLeft: 500 })],
    3: [row({ downloadId: 'c', sizeLeft: 500 })],
  });

  it('names titles that came, moved on or left, and no others', () => {
    const after = queueOf({
      2: [row({ downloadId: 'b', sizeLeft: 400 })],
      3: [row({ downloadId: 'c', sizeLeft: 500 })],
      4: [row({ downloadId: 'd', sizeLeft: 1000 })],
    });
    expect(changedTitles(before, after).sort()).toEqual([1, 2, 4]);
  });

  it.each([
    ['is stuck', {}, { isStuck: true as const }],
    ['gets on again', { isStuck: true as const }, {}],
  ])('names a title whose download %s, at the same progress', (_case, was, is) => {
    const rows = (over: Partial<QueueRow>) => queueOf({ 1: [row({ downloadId: 'a', ...over })] });
    expect(changedTitles(rows(was), rows(is))).toEqual([1]);
  });

  it.each([
    ['changed', ['downloading'], ['importing'], [1]],
    ['was named', [undefined], ['importing'], [1]],
    ['is the same', ['importing', 'downloading'], ['downloading', 'importing'], []],
  ] as const)('names a title whose stage %s (%j, %j): %j', (_case, was, is, named) => {
    const rows = (stages: readonly QueueRow['stage'][]) =>
      queueOf({ 1: stages.map((stage) => row({ downloadId: 'a', ...(stage && { stage }) })) });
    expect(changedTitles(rows(was), rows(is))).toEqual(named);
  });

  it('names none when nothing moved', () => {
    expect(changedTitles(before, new Map(before))).toEqual([]);
  });

  it.each([
    ['came', [101], [101, 102]],
    ['left', [101, 102], [101]],
    ['took the place of another', [101], [102]],
  ])('names a series once whose episode %s, at the same progress', (_case, was, is) => {
    const rows = (parts: readonly number[]): QueueRow[] => parts.map((part) => row({ part, downloadId: null }));
    expect(changedTitles(queueOf({ 1: rows(was) }), queueOf({ 1: rows(is) }))).toEqual([1]);
  });
});

describe('rowsOf', () => {
  const some = [row()];

  it.each([
    ['its rows', queueOf({ 7: some, [UNREADABLE_ROWS]: [row()] }), some],
    ['none, where all rows are those of others', queueOf({ 8: [row()] }), []],
    ['unknown, where one could be of any record', queueOf({ 8: [row()], [UNREADABLE_ROWS]: [row()] }), null],
    ['unknown, where the queue can’t be read', null, null],
  ])('are %s', (_case, queue, rows) => {
    expect(rowsOf(queue, 7)).toEqual(rows);
  });
});

describe('keptMoments', () => {
  it.each([
    [
      { addedAt: 1, finishesAt: 2 },
      { addedAt: 1, finishesAt: 2 },
    ],
    [{ addedAt: null, finishesAt: null }, {}],
    [{}, {}],
  ])('keep of %j what is said', (given, kept) => {
    expect(keptMoments(given)).toEqual(kept);
  });
});
