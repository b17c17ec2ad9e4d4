import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { boundedList } from './bounded-list.js';

describe('a bounded list', () => {
  let judged = 0;
  const row = z.object({ id: z.int() }).transform((one) => {
    judged += 1;
    return one;
  });

  it('keeps the rows of a list that is as long as it may be', () => {
    expect(boundedList(row, 2).parse([{ id: 1, more: true }, { id: 2 }])).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('security 31: refuses a longer one before it judges a row', () => {
    judged = 0;
    expect(boundedList(row, 2).safeParse([{ id: 1 }, { id: 2 }, { id: 3 }]).success).toBe(false);
    expect(judged).toBe(0);
  });

  it('security 31: names the first row that does not fit, and judges none after it', () => {
    judged = 0;
    const { error } = boundedList(row, 4).safeParse([{ id: 1 }, { id: 'x' }, {}, { id: 4 }]);
    expect(error?.issues.map(({ path }) => path)).toEqual([[1, 'id']]);
    expect(judged).toBe(1);
  });
});
