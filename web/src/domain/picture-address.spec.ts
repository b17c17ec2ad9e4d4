import { describe, expect, it } from 'vitest';
import { pictureOf, posterAddresses } from './picture-address.js';

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

  it('of albums and books is the path that is known of it', () => {
    const album = { kind: 'music', id: 'a', title: 'Long Wave', by: '', year: '' } as const;
    expect(pictureOf({ ...album, cover: '/api/pictures/music/a' }, '/a/b')).toEqual({
      src: '/a/b/api/pictures/music/a',
    });
    expect(pictureOf(album, '/a/b')).toBeUndefined();
    expect(pictureOf({ kind: 'movie', id: 1, title: 'x', year: '', poster: '/a.jpg' }, '')?.src).toContain(
      'w342/a.jpg',
    );
  });
});
