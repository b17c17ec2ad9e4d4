import { describe, expect, it } from 'vitest';
import { tmdbPath } from './picture-sources.js';

describe('design of the web app §5, security 7: which pictures of TMDB may be fetched', () => {
  it.each(['w92', 'w154', 'w185', 'w342', 'w500', 'w780', 'w1280'])('in size %s', (size) => {
    expect(tmdbPath(size, 'aB3.jpg')).toEqual(['t', 'p', size, 'aB3.jpg']);
  });

  it.each([
    ['original', 'a.jpg'],
    ['w300', 'a.jpg'],
    ['W92', 'a.jpg'],
    ['', 'a.jpg'],
    ['w92', 'a.svg'],
    ['w92', 'a.jpg.html'],
    ['w92', '.jpg'],
    ['w92', '../a.jpg'],
    ['w92', 'a/b.jpg'],
    ['w92', 'a%2f.jpg'],
    ['w92', 'a.jpg\n'],
    ['w92', ''],
  ])('not %j %j', (size, file) => {
    expect(tmdbPath(size, file)).toBeNull();
  });
});
