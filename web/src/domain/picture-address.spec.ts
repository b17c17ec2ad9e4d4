import { describe, expect, it } from 'vitest';
import { posterAddresses } from './picture-address.js';

describe('issue 22: where a poster comes from', () => {
  it('is this server, in the width that is drawn', () => {
    expect(posterAddresses('/aBc1.jpg', '/a/b')).toEqual({
      src: '/a/b/api/pictures/tmdb/w342/aBc1.jpg',
      srcset:
        '/a/b/api/pictures/tmdb/w185/aBc1.jpg 185w, /a/b/api/pictures/tmdb/w342/aBc1.jpg 342w, ' +
        '/a/b/api/pictures/tmdb/w500/aBc1.jpg 500w',
    });
  });

  it.each([
    null,
    undefined,
    '',
    7,
    'aBc.jpg',
    '//evil.example/a.jpg',
    '/../a.jpg',
    '/a.svg',
    '/a b.jpg',
    'https://x.y/a.jpg',
  ])('security 8: is nowhere for %j', (path) => {
    expect(posterAddresses(path, '')).toBeUndefined();
  });
});
