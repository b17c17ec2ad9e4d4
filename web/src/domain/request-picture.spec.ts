import { describe, expect, it } from 'vitest';
import { requestPicture } from './request-picture.js';

describe('issue 46: posters of every kind of request', () => {
  it.each([
    ['a film by its poster', { media_type: 'movie', poster_path: '/abc.jpg' }, '/a/api/pictures/tmdb/w342/abc.jpg'],
    ['an album by its release group', { media_type: 'music', foreign_id: 'AB-1' }, '/a/api/pictures/music/ab-1'],
    ['a book by its cover, where that is known', { media_type: 'book', foreign_id: 'bc:7' }, '/a/api/pictures/books/7'],
    ['a book of which nobody knows it', { media_type: 'book', foreign_id: 'hc:8' }, undefined],
    ['a series without a poster', { media_type: 'tv' }, undefined],
    ['an album without an id', { media_type: 'music' }, undefined],
  ] as const)('%s', (_what, request, src) => {
    expect(requestPicture(request, '/a', new Map([['hc:7', '/api/pictures/books/7']]))?.src).toBe(src);
  });
});
