import { describe, expect, it } from 'vitest';
import { formOf, languageOf } from './language.js';

describe('issue 22, German complete: what the app speaks', () => {
  it.each([
    [null, ['de-AT', 'en'], 'de'],
    [null, ['fr', 'DE', 'en'], 'de'],
    [null, ['en-GB', 'de'], 'en'],
    [null, ['fr'], 'en'],
    [null, [], 'en'],
    ['de', ['en'], 'de'],
    ['en', ['de'], 'en'],
    ['en-XA', ['de'], 'en-XA'],
    ['xx', ['de'], 'de'],
  ] as const)('chosen %j, preferred %j: %s', (chosen, preferred, expected) => {
    expect(languageOf(chosen, preferred)).toBe(expected);
  });

  it.each([
    ['de', ['en', 'de-CH'], 'de-CH'],
    ['de', ['en'], 'de'],
    ['en', ['de', 'en-GB'], 'en-GB'],
    ['en-XA', ['en-US'], 'en-US'],
    ['en', ['en-US@posix'], 'en'],
    ['de', ['de-', 'de-AT'], 'de-AT'],
  ] as const)('writes dates of %s as %j is used to: %s', (language, preferred, expected) => {
    expect(formOf(language, preferred)).toBe(expected);
  });
});
