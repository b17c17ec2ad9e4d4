import { describe, expect, it } from 'vitest';
import { thrownBy } from '../../../../test/harness/thrown-by.js';
import { askedTitleOf } from './lookup.controller.js';

const asked = (query: Readonly<Record<string, unknown>>) => askedTitleOf({ media_type: 'movie', ...query });

describe('doc3 §12.4: which title is asked for', () => {
  it.each([
    [{ tmdb_id: '7' }, { type: 'movie', tmdbId: 7, tvdbId: null }],
    [
      { media_type: 'tv', tvdb_id: '88' },
      { type: 'tv', tmdbId: null, tvdbId: 88 },
    ],
    [
      { tmdb_id: '7', tvdb_id: '0', year: '', title: ' ' },
      { type: 'movie', tmdbId: 7, tvdbId: null },
    ],
    [
      { tmdb_id: '7', tvdb_id: '88', year: '2024', title: ' Harbor ' },
      { type: 'movie', tmdbId: 7, tvdbId: 88, year: 2024, title: 'Harbor' },
    ],
  ])('%j', (query, title) => {
    expect(asked(query)).toEqual(title);
  });

  it('a title is cut to 256 characters', () => {
    expect(asked({ tmdb_id: '7', title: 'a'.repeat(300) }).title).toBe('a'.repeat(256));
  });

  it.each([
    [{ media_type: undefined }, 'media_type must be movie or tv'],
    [{ media_type: 'film' }, 'media_type must be movie or tv'],
    [{ media_type: 'Movie', tmdb_id: '7' }, 'media_type must be movie or tv'],
    [{}, 'tmdb_id or tvdb_id required'],
    [{ tmdb_id: '', tvdb_id: '0' }, 'tmdb_id or tvdb_id required'],
    [{ title: 'Harbor' }, 'tmdb_id or tvdb_id required'],
    [{ tmdb_id: 'x' }, 'invalid tmdb_id'],
    [{ tmdb_id: '-7' }, 'invalid tmdb_id'],
    [{ tmdb_id: '7', tvdb_id: '1e3' }, 'invalid tvdb_id'],
    [{ tmdb_id: '2147483648' }, 'invalid tmdb_id'],
    [{ tmdb_id: '7', year: 'soon' }, 'invalid year'],
    [{ tmdb_id: ['7', '8'] }, 'tmdb_id was given more than once'],
  ])('400 for %j', (query, safeText) => {
    expect(thrownBy(() => asked(query))).toMatchObject({ status: 400, safeText });
  });
});
