import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { assertPlainTarget, joinUrl, parseBase, targetUrl, UnsafeAddress } from './safe-address.js';

const BASE = 'https://films.example:7878/radarr';
const HOSTILE = [
  '../me',
  '%2e%2e',
  '..%2f..',
  '?',
  '#',
  '@',
  'a@b.example',
  '//evil.example',
  '\\',
  ';x',
  'http://x',
  '.%00',
];

const joinOrRefuse = (segments: readonly string[], query: Record<string, string> = {}): URL | undefined => {
  try {
    return new URL(joinUrl(BASE, segments, query));
  } catch (error) {
    if (error instanceof UnsafeAddress) return undefined;
    throw error;
  }
};

describe('targetUrl', () => {
  it('writes a target below the base as it came', () => {
    expect(targetUrl('https://host/push/', '/w/?token=a%2bb:c')).toBe('https://host/push/w/?token=a%2bb:c');
  });

  it.each(['w', '//evil.example/../x', '/a/../b', '/a/%2e%2e/b', '/a#b', '/a b', `/${'x'.repeat(9_000)}`])(
    'security 7: the target %j is refused',
    (target) => {
      expect(() => targetUrl(BASE, target)).toThrow(UnsafeAddress);
    },
  );
});

describe('joinUrl', () => {
  it('keeps the path of the base as a prefix, with or without a trailing slash', () => {
    expect(joinUrl('http://host/radarr', ['api', 'v3', 7])).toBe('http://host/radarr/api/v3/7');
    expect(joinUrl('http://host/radarr//', ['api'])).toBe('http://host/radarr/api');
    expect(joinUrl('http://host', ['api'])).toBe('http://host/api');
    expect(joinUrl('http://host/radarr/', [])).toBe('http://host/radarr');
  });

  it('writes queries in order, repeats the name for lists and leaves out undefined', () => {
    const query = { term: 'a&b=c d', movieIds: [1, 2], none: undefined, flag: false };
    expect(joinUrl('http://host', ['q'], query)).toBe(
      'http://host/q?term=a%26b%3Dc+d&movieIds=1&movieIds=2&flag=false',
    );
  });

  it.each(HOSTILE)('security 7: the segment %j stays one segment of the path', (id) => {
    const url = joinOrRefuse(['api', id, 'end']);
    expect(url?.origin).toBe('https://films.example:7878');
    expect(url?.pathname.split('/')).toEqual(['', 'radarr', 'api', encodeURIComponent(id), 'end']);
    expect([url?.search, url?.hash, url?.username]).toEqual(['', '', '']);
  });

  it.each(['', '.', '..', 'a\r\nHost: evil', '\u0000', 'a\u0085b', '\ud800'])(
    'security 7: the segment %j is refused',
    (id) => {
      expect(() => joinUrl(BASE, [id])).toThrow(UnsafeAddress);
    },
  );

  it('security 7: an address that grows too long is refused', () => {
    expect(() => joinUrl(BASE, ['x'.repeat(9_000)])).toThrow(UnsafeAddress);
  });

  it('security 7: whatever the segments are, only the path below the prefix depends on them', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom(...HOSTILE));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (segments) => {
        const url = joinOrRefuse(segments);
        if (!url) return;
        expect(url.origin).toBe('https://films.example:7878');
        expect([url.search, url.hash, url.username, url.password]).toEqual(['', '', '', '']);
        const below = url.pathname.split('/').slice(2);
        expect(url.pathname.startsWith('/radarr/')).toBe(true);
        expect(below.map((part) => decodeURIComponent(part))).toEqual(segments);
      }),
      { numRuns: 2_000 },
    );
  });

  it('security 7: whatever a query value is, only that value depends on it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (value, name) => {
        const url = joinOrRefuse(['list'], { [name]: value, last: 'kept' });
        if (!url || name === 'last') return;
        expect(url.pathname).toBe('/radarr/list');
        expect(url.hash).toBe('');
        expect(url.searchParams.getAll(name)).toEqual([value]);
        expect(url.searchParams.get('last')).toBe('kept');
      }),
    );
  });
});

describe('parseBase', () => {
  it.each(['', 'host/path', 'ftp://host', 'http://user@host', 'http://:pw@host', 'http://host?a=b', 'http://host#x'])(
    'refuses the base %j',
    (base) => {
      expect(() => parseBase(base)).toThrow(UnsafeAddress);
    },
  );
});

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

  it('an accepted target stays below its base, however often it is decoded', () => {
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
