import { describe, expect, it } from 'vitest';
import { genreOf, MUSIC_GENRES } from './music-genres.js';

describe('doc2 §4 music: the genres that are served', () => {
  it('have each a slug of their own, by which they are found', () => {
    for (const genre of MUSIC_GENRES) {
      expect(genre.id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(genreOf(genre.id)).toBe(genre);
    }
    expect(genreOf('contemporary-r-b')).toMatchObject({ name: 'R&B', tag: 'contemporary r&b' });
    expect([genreOf('polka'), genreOf('constructor'), genreOf('')]).toEqual([undefined, undefined, undefined]);
  });
});
