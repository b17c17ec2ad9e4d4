import { describe, expect, it } from 'vitest';
import { cellOf, TableContent, type Cell } from './table-content.js';

function contentOf(...rows: (readonly Cell[])[]): TableContent {
  const content = new TableContent();
  for (const row of rows) content.add(row);
  return content;
}

describe('the content of a table', () => {
  it('is the same in any order of its rows', () => {
    expect(contentOf([1, 'a'], [2, null]).equals(contentOf([2, null], [1, 'a']))).toBe(true);
    expect(contentOf([1, 'a']).checksum).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['a row is missing', contentOf([1, 'a'])],
    ['a row came twice', contentOf([1, 'a'], [2, null], [2, null])],
    ['a row came twice and another is missing', contentOf([1, 'a'], [1, 'a'])],
    ['a text has turned into a number', contentOf(['1', 'a'], [2, null])],
    ['nothing has turned into an empty text', contentOf([1, 'a'], [2, ''])],
    ['two cells have changed places', contentOf(['a', 1], [2, null])],
  ])('is another when %s', (_, other) => {
    expect(contentOf([1, 'a'], [2, null]).equals(other)).toBe(false);
  });
});

describe('a cell', () => {
  it.each([
    [true, 1],
    [false, 0],
    [null, null],
    ['a\0b', 'a\ufffdb'],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [0.5, 0.5],
  ])('%j is compared as %j', (value, cell) => {
    expect(cellOf(value)).toBe(cell);
  });

  it.each([2 ** 53, Buffer.from('bytes'), new Date(0)])('%j can not be copied', (value) => {
    expect(() => cellOf(value)).toThrow('can be copied exactly');
  });
});
