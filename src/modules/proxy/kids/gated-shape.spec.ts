import { describe, expect, it } from 'vitest';
import { PROXIED_PATHS } from '../../../../test/e2e/proxy/member-reads.js';
import { gatedShape, isGated, type GatedShape } from './gated-shape.js';

describe('doc1 §4 proxy 5: how what a kids account reads is laid out', () => {
  const allowed = PROXIED_PATHS.filter(({ members }) => members);

  it('all that members may read of film and TV managers is judged, and nothing of books and music', () => {
    for (const { kind, path } of allowed) {
      const isGated = kind === 'movie_manager' || kind === 'tv_manager';
      expect([kind, path, gatedShape(kind, `/${path}`) !== null]).toEqual([kind, path, isGated]);
    }
  });

  it.each<['movie_manager' | 'tv_manager', string, GatedShape['layout'], GatedShape['parent']]>([
    ['movie_manager', 'movie', 'list', null],
    ['movie_manager', 'movie/7', 'single', null],
    ['movie_manager', 'calendar', 'list', null],
    ['movie_manager', 'queue', 'page', 'movie'],
    ['movie_manager', 'history', 'page', 'movie'],
    ['movie_manager', 'wanted/missing', 'page', null],
    ['movie_manager', 'wanted/cutoff', 'page', null],
    ['tv_manager', 'series', 'list', null],
    ['tv_manager', 'series/7', 'single', null],
    ['tv_manager', 'episode', 'list', 'series'],
    ['tv_manager', 'episode/70', 'single', 'series'],
    ['tv_manager', 'calendar', 'list', 'series'],
    ['tv_manager', 'queue', 'page', 'series'],
    ['tv_manager', 'history', 'page', 'series'],
    ['tv_manager', 'wanted/missing', 'page', 'series'],
    ['tv_manager', 'wanted/cutoff', 'page', 'series'],
  ])('of a %s, %s is a %s whose title is in %j', (manager, path, layout, parent) => {
    const kind = manager === 'movie_manager' ? 'movie' : 'tv';
    expect(gatedShape(manager, `/api/v3/${path}`)).toEqual({ layout, kind, parent });
  });

  it('managers of books and of music alone are not gated', () => {
    const kinds = ['movie_manager', 'tv_manager', 'book_manager', 'music_manager'] as const;
    expect(kinds.map((kind) => [kind, isGated(kind), isGated(kind) || gatedShape(kind, '/api/v1/book')])).toEqual([
      ['movie_manager', true, true],
      ['tv_manager', true, true],
      ['book_manager', false, null],
      ['music_manager', false, null],
    ]);
  });

  it('what nobody has said how to judge is refused', () => {
    for (const path of [
      '/api/v3/moviefile',
      '/api/v3/movie/7/folder',
      '/api/v3',
      '/api/v3/queue/7',
      '/movie',
      '/x/api/v3/movie',
    ])
      expect(() => gatedShape('movie_manager', path)).toThrow('permission denied');
    for (const path of ['/api/v3/movie/7/8', '/api/v3/movie/x7', '/api/v3/movie/7/x'])
      expect(() => gatedShape('movie_manager', path)).toThrow('permission denied');
    expect(() => gatedShape('tv_manager', '/api/v3/movie')).toThrow('permission denied');
  });
});
