import { describe, expect, it } from 'vitest';
import { downloadPicture } from './download-picture.js';

describe('doc4 §6.4, artwork: the picture of a download comes from this server, or there is none', () => {
  it.each([
    ['https://image.tmdb.org/t/p/original/aBc1.jpg', '/a/b/api/pictures/tmdb/w342/aBc1.jpg'],
    ['https://assets.hardcover.app/covers/1-a.jpg', '/a/b/api/pictures/books/covers/1-a.jpg'],
  ])('%s is %s', (artwork, address) => {
    expect(downloadPicture(artwork, '/a/b')?.src).toBe(address);
  });

  it.each([
    undefined,
    '',
    '/api/instances/x/MediaCover/1/poster.jpg',
    'https://image.tmdb.org.evil.example/t/p/original/a.jpg',
    'https://image.tmdb.org/t/p/original/../a.jpg',
    'https://image.tmdb.org/t/p/original/a.svg',
    'https://artworks.thetvdb.com/banners/a.jpg',
  ])('%s is none', (artwork) => {
    expect(downloadPicture(artwork, '')).toBeUndefined();
  });
});
