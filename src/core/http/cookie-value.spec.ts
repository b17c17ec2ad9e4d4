import { describe, expect, it } from 'vitest';
import { cookieValue } from './cookie-value.js';

describe('the value of a cookie', () => {
  it.each([
    ['a=1', '1'],
    ['b=2; a=1', '1'],
    ['a=1;b=2', '1'],
    ['a=1=2', '1=2'],
    ['a=', ''],
  ])('%s brings it', (header, value) => {
    expect(cookieValue(header, 'a')).toBe(value);
  });

  it.each([undefined, '', 'a', 'aa=1', 'A=1', 'b=a=1', 'a=1; a=1', 'a=1; b=2; a=3'])(
    '%s brings none, or more than one',
    (header) => {
      expect(cookieValue(header, 'a')).toBeUndefined();
    },
  );
});
