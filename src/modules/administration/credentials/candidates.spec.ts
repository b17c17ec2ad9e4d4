import { describe, expect, it } from 'vitest';
import { readCandidates } from './candidates.js';

const read = (...entries: (readonly [string, string])[]): unknown =>
  readCandidates(entries).map(({ name, value }) => [name, value.reveal()]);

describe('values that an administrator wants to store', () => {
  it('doc3 §2.4: come without the blanks around them, and blank ones are passed over', () => {
    expect(read(['tmdb_access_token', ' abc\n'], ['openai_key', ''], ['ai_model', '  '])).toEqual([
      ['tmdb_access_token', 'abc'],
    ]);
    expect(read()).toEqual([]);
  });

  it('doc3 §2.4: a name that is none refuses them all, its value blank or not', () => {
    for (const value of ['x', '']) {
      expect(() => read(['openai_key', 'x'], ['nonsense', value])).toThrow('unknown credential key: nonsense');
    }
    expect(() => read(['__proto__', 'x'])).toThrow('unknown credential key: __proto__');
  });

  it('security 4: a refusal never repeats the value', () => {
    const planted = 'planted-value';
    for (const value of [`${planted} x`, `${planted}\u0000`, planted.repeat(400)]) {
      expect(() => read(['grok_key', value])).toThrow(/^grok_key must (?!.*planted)/);
    }
  });
});
