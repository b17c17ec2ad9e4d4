import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isKeptId } from './plain-values.js';
import { UnreadableRow, rowBy } from './rows-read.js';

describe('issue 43 C14, security 39: an id with bytes in it that are no text', () => {
  const read = rowBy(z.object({ foreignId: z.string().refine(isKeptId) }), { foreignId: 'foreignId' });

  it('is none: the row is lost alone, and may be about anything', () => {
    expect(read({ id: 7, foreignId: 'abc\ufffd' })).toEqual(new UnreadableRow(7, null, null));
  });

  it('is told from one that is only too long', () => {
    expect(read({ id: 7, foreignId: 'x'.repeat(101) })).toEqual(new UnreadableRow(7, null, 'x'.repeat(101)));
    expect(read({ id: 7, foreignId: 'abc' })).toEqual({ foreignId: 'abc' });
  });
});
