import { describe, expect, it } from '@jest/globals';
import { safeWords } from './safe-words.js';

describe('safeWords', () => {
  it.each([
    ['plain words', 'plain words'],
    ['two\r\nlines\u0000', 'two lines '],
    ['key s3cret here, s3cret there', 'key [redacted] here, [redacted] there'],
    ['at https://user:pass@indexer.example/api?apikey=abc now', 'at https://indexer.example/api now'],
    ['at http://host/#token', 'at http://host/'],
  ])('doc3 §3.3: %j reads %j', (text, words) => {
    expect(safeWords(text, 's3cret')).toBe(words);
  });

  it('doc3 §3.3: cuts what is longer than 300 characters', () => {
    expect(safeWords('x'.repeat(300), '')).toHaveLength(300);
    const cut = safeWords('x'.repeat(301), '');
    expect(cut).toHaveLength(300);
    expect(cut.endsWith('…')).toBe(true);
  });
});
