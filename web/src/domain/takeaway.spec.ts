import { describe, expect, it } from 'vitest';
import { fileOfFilm, libraryWithFiles } from './takeaway.js';

const library = (id: string, fields: object = {}) => ({
  id,
  name: id,
  service_type: 'movie_manager',
  is_default: false,
  assigned: true,
  request_default: false,
  media_downloads: true,
  ...fields,
});
const config = (...instances: readonly ReturnType<typeof library>[]) => ({ instances, hidden_discover_tabs: [] });

describe('doc4 §8: which film files a reader may have', () => {
  it('are those of the library that takes their requests, where it serves files', () => {
    const [mine, other] = [library('mine', { request_default: true }), library('other')];
    expect(libraryWithFiles(config(other, mine))).toBe('mine');
    expect(libraryWithFiles(config(other))).toBeUndefined();
    expect(libraryWithFiles(config(other, { ...mine, media_downloads: false }))).toBeUndefined();
    expect(
      libraryWithFiles(config(library('tv', { service_type: 'tv_manager', request_default: true }))),
    ).toBeUndefined();
  });

  it.each([
    [[{ tmdbId: 7, movieFile: { id: 3 } }], 3],
    [[{ tmdbId: 8, movieFile: { id: 3 } }], null],
    [[{ tmdbId: 7, movieFile: null }], null],
    [[{ tmdbId: 7, movieFile: { id: 0 } }], null],
    [[null, 'film'], null],
    [[], null],
    [{ error: 'no' }, null],
  ])('of %j the file is %j', (answer, file) => {
    expect(fileOfFilm(answer, 7)).toBe(file);
  });
});
