import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { UnsafeAddress } from './join-url.js';
import { assertPlainTarget } from './plain-target.js';

const isPlain = (target: string): boolean => {
  try {
    assertPlainTarget(target);
    return true;
  } catch (error) {
    if (error instanceof UnsafeAddress) return false;
    throw error;
  }
};

describe('security 7: targets that are written as they are', () => {
  it.each([
    '/',
    '/api/v3/movie/7',
    '/a//b',
    '/a%2fb',
    '/a;b/c',
    '/a?b=../..&c=%2e%2e',
    '/a?b=C:\\x?',
    '/.well-known/x',
    '/a/...',
    '/~a/%c3%a9',
  ])('%s is one', (target) => expect(isPlain(target)).toBe(true));

  it.each([
    ...['', 'a', '//a\\b', '/a b', '/a#b', '/a\r\nb', '/é', '/a\u0000', '/..', '/a/../b', '/./a', '/a/.', '/%2e%2E/a'],
    ...['/a/.%2e/b', '/a%2f..%2fb', '/a%5c..%5cb', '/%252e%252e/a', '/%25252e%25252e', '/..;x=1/a', '/a/%2e%2e;/b'],
    `/${'%25'.repeat(9)}2e`.replace('%25%25', '%2525252525252525'),
  ])('%j is none', (target) => expect(isPlain(target)).toBe(false));

  it('whatever is one stays below its base, for anyone who reads it once or often', () => {
    const part = fc.constantFrom(
      'a',
      '.',
      '..',
      '/',
      '%2e',
      '%2f',
      '%5c',
      '%25',
      '\\',
      '?',
      '#',
      ';',
      '@',
      ':',
      '%',
      '2e',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const target = `/${parts.join('')}`;
        if (!isPlain(target)) return;
        for (let read = target.split('?')[0] ?? '', times = 0; times < 3; times += 1) {
          expect(new URL(`http://films.test/base${read}`).pathname.startsWith('/base/')).toBe(true);
          read = read.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
        }
      }),
      { numRuns: 5_000 },
    );
  });
});
