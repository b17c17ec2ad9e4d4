import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnRows, rowStarts } from './list-window.js';

const keys = [11, 12, 13, 14, 15, 16, 17, 18, 19, 20];
const uniform = rowStarts(keys, new Map(), 100);
const indexes = (...args: Parameters<typeof drawnRows>) => drawnRows(...args).rows.map(({ index }) => index);

describe('issue 22, speed: of a long list only a part is drawn', () => {
  it('takes rows that were never drawn for as high as it is told', () => {
    const heights = new Map([
      [1, 50],
      [3, 150],
    ]);
    expect(rowStarts([1, 2, 3, 4], heights, 100)).toEqual([0, 50, 150, 300, 400]);
    expect(rowStarts([], heights, 100)).toEqual([0]);
  });

  it('draws the rows that are seen, and keeps the room of the others', () => {
    expect(drawnRows(uniform, { from: 250, to: 499 }, undefined, 2)).toEqual({
      rows: [
        { index: 2, gap: 200 },
        { index: 3, gap: 0 },
        { index: 4, gap: 0 },
      ],
      rest: 500,
    });
  });

  it('keeps the row with the focus, and its neighbours, wherever the list is scrolled to', () => {
    expect(drawnRows(uniform, { from: 800, to: 900 }, 1, 1)).toEqual({
      rows: [
        { index: 0, gap: 0 },
        { index: 1, gap: 0 },
        { index: 2, gap: 0 },
        { index: 8, gap: 500 },
        { index: 9, gap: 0 },
      ],
      rest: 0,
    });
    expect(indexes(uniform, { from: 0, to: 99 }, 9, 1)).toEqual([0, 8, 9]);
  });

  it('draws the end of a list that has become shorter than it is scrolled to, and nothing of an empty one', () => {
    expect(indexes(uniform, { from: 5_000, to: 6_000 }, undefined, 2)).toEqual([9]);
    expect(drawnRows([0], { from: 0, to: 500 }, undefined, 2)).toEqual({ rows: [], rest: 0 });
  });

  it('never loses any height: rows, gaps and the rest are as high as the list', () => {
    const pixels = fc.integer({ min: 1, max: 400 });
    fc.assert(
      fc.property(
        fc.array(pixels, { maxLength: 60 }),
        fc.integer({ min: -500, max: 9_000 }),
        fc.integer({ min: 0, max: 900 }),
        fc.option(fc.nat(59), { nil: undefined }),
        (heights, from, room, focused) => {
          const starts = rowStarts([...heights.keys()], new Map(heights.entries()), 0);
          const row = focused !== undefined && focused < heights.length ? focused : undefined;
          const { rows, rest } = drawnRows(starts, { from, to: from + room }, row, 2);
          const drawn = rows.reduce((sum, { index, gap }) => sum + gap + (heights[index] ?? 0), 0);
          expect(drawn + rest).toBeCloseTo(heights.reduce((sum, height) => sum + height, 0));
          expect(rows.every(({ gap }) => gap >= 0)).toBe(true);
        },
      ),
    );
  });
});
