import { describe, expect, it } from 'vitest';
import { Secret } from '../../core/secrets/secret.js';
import { safeWords } from './servarr-transport.js';

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

  it.each([
    ['as JSON has it', 'no pa\\"ss wörd here'],
    ['in an address', 'no pa%22ss%20w%C3%B6rd here'],
    ['in an address, in small letters', 'no pa%22ss%20w%c3%b6rd here'],
    ['in a form', 'no pa%22ss+w%C3%B6rd here'],
  ])('doc3 §3.3: takes out a secret that is written %s', (_, text) => {
    expect(safeWords(text, [Secret.of('pa"ss wörd')])).toBe('no [redacted] here');
  });

  it.each([
    ['tracker said apikey=abc123, try later', 'tracker said apikey=[redacted], try later'],
    ['{"password": "one two", "user": "ana"}', '{"password": [redacted], "user": "ana"}'],
    ['Authorization: Bearer abc.def rejected', 'Authorization: [redacted] rejected'],
    ["X-Api-Key: 'abc' is wrong", 'X-Api-Key: [redacted] is wrong'],
    ['Name: films, Path: /data is taken', 'Name: films, Path: /data is taken'],
  ])('security 9: takes out what is named as a credential of anybody: %j reads %j', (text, words) => {
    expect(safeWords(text, [])).toBe(words);
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
