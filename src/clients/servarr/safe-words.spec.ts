import { describe, expect, it } from 'vitest';
import { Secret } from '../../core/secrets/secret.js';
import { safeWords } from './safe-words.js';

describe('safeWords', () => {
  it.each([
    ['plain words', 'plain words'],
    ['two\r\nlines\u0000', 'two lines '],
    ['key s3cret here, s3cret there', 'key [redacted] here, [redacted] there'],
    ['at https://user:pass@indexer.example/api?apikey=abc now', 'at https://indexer.example/api now'],
    ['at http://host/#token', 'at http://host/'],
  ])('doc3 §3.3: %j reads %j', (text, words) => {
    expect(safeWords(text, [Secret.of('s3cret')])).toBe(words);
  });

  it('doc3 §3.3: takes out each secret before it cuts, and an empty one takes out nothing', () => {
    const text = `${'x'.repeat(295)}one-two`;
    expect(safeWords(text, [Secret.of(''), Secret.of('one-two')])).toBe(`${'x'.repeat(295)}[red…`);
  });

  it('security 8: takes no longer for two mebibytes of one word than for a line', () => {
    expect(safeWords('y'.repeat(2 * 1024 * 1024), [])).toHaveLength(300);
    expect(safeWords('y://'.repeat(512 * 1024), [])).toHaveLength(300);
  });

  it('doc3 §3.3: cuts what is longer than 300 characters', () => {
    expect(safeWords('x'.repeat(300), [])).toHaveLength(300);
    const cut = safeWords('x'.repeat(301), []);
    expect(cut).toHaveLength(300);
    expect(cut.endsWith('…')).toBe(true);
  });
});
