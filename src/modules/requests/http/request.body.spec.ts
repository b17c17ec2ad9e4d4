import { describe, expect, it } from 'vitest';
import { thrownBy } from '../../../../test/harness/thrown-by.js';
import { titleInput, type CreateRequestBody } from './request.body.js';

const book = (over: Partial<CreateRequestBody>) =>
  titleInput({ media_type: 'book', foreign_id: 'hc:7', title: 'Salt', ...over });

describe('titleInput: a book', () => {
  it.each(['hc:0', 'bc:00', 'hc:', '0', 'hc:edition:0'])(
    'doc2 §4 rule 8: %j is a placeholder, and names none',
    (id) => {
      expect(thrownBy(() => book({ foreign_id: id }))).toMatchObject({
        status: 400,
        safeText: 'foreign_id is not an id',
      });
    },
  );

  it('a title is cut to 300 characters, and no character in two', () => {
    expect(book({ title: ` ${'a'.repeat(299)}😀 ` })).toMatchObject({ title: 'a'.repeat(299) });
    expect(book({ title: `${'a'.repeat(298)}😀b` })).toMatchObject({ title: `${'a'.repeat(298)}😀` });
  });
});
