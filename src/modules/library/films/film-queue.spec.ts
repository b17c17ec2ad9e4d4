import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RadarrQueueRow } from '../../../clients/radarr/radarr-movie.js';
import { changedFilms, downloadProgress, filmQueue, vanishedFilms, type FilmQueueRow } from './film-queue.js';

let jobs = 0;
const row = (over: Partial<RadarrQueueRow> = {}): RadarrQueueRow => ({
  movieId: 13,
  downloadId: `job-${++jobs}`,
  status: 'downloading',
  size: 1000,
  sizeLeft: 250,
  ...over,
});

const kept = ({ downloadId, size, sizeLeft }: RadarrQueueRow): FilmQueueRow => ({ downloadId, size, sizeLeft });

describe('filmQueue', () => {
  it('sorts the rows by film, leaves out those of no film, and keeps job and sizes alone', () => {
    const [a, b, c] = [row({ movieId: 1 }), row({ movieId: 2 }), row({ movieId: 1 })];
    const queue = filmQueue([a, b, c, row({ movieId: null })]);
    expect([...queue]).toEqual([
      [1, [kept(a), kept(c)]],
      [2, [kept(b)]],
    ]);
  });
});

describe('downloadProgress (doc 4 section 4.1)', () => {
  it.each<[string, number, Partial<FilmQueueRow>[]]>([
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
      'one job told in two rows',
      0.5,
      [
        { downloadId: 'a', size: 100, sizeLeft: 50 },
        { downloadId: 'a', size: 100, sizeLeft: 50 },
      ],
    ],
    [
      'one job told twice beside another',
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
  const anyRow = (amount: fc.Arbitrary<number>): fc.Arbitrary<FilmQueueRow> =>
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

  it('does not change when a job is told once more', () => {
    const named = anyRow(fc.integer()).filter((told) => told.downloadId !== null);
    fc.assert(fc.property(fc.array(named), (told) => downloadProgress([...told, ...told]) === downloadProgress(told)));
  });
});

describe('vanishedFilms', () => {
  it('names the films that were in the queue and are not any more', () => {
    const before = filmQueue([row({ movieId: 1 }), row({ movieId: 2 }), row({ movieId: 3 })]);
    const after = filmQueue([row({ movieId: 2 }), row({ movieId: 4 })]);
    expect(vanishedFilms(before, after)).toEqual([1, 3]);
  });

  it('does not name a film of which one job is gone and another is left', () => {
    const [a, b] = [row({ movieId: 1 }), row({ movieId: 1 })];
    expect(vanishedFilms(filmQueue([a, b]), filmQueue([b]))).toEqual([]);
  });
});

describe('changedFilms', () => {
  const before = filmQueue([
    row({ movieId: 1, downloadId: 'a', sizeLeft: 500 }),
    row({ movieId: 2, downloadId: 'b', sizeLeft: 500 }),
    row({ movieId: 3, downloadId: 'c', sizeLeft: 500 }),
  ]);

  it('names films that came, moved on or left, and no others', () => {
    const after = filmQueue([
      row({ movieId: 2, downloadId: 'b', sizeLeft: 400 }),
      row({ movieId: 3, downloadId: 'c', sizeLeft: 500 }),
      row({ movieId: 4, downloadId: 'd', sizeLeft: 1000 }),
    ]);
    expect(changedFilms(before, after).sort()).toEqual([1, 2, 4]);
  });

  it('names none when nothing moved', () => {
    expect(changedFilms(before, new Map(before))).toEqual([]);
  });
});
