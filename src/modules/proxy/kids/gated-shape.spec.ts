import { describe, expect, it } from 'vitest';
import { PROXIED_PATHS } from '../../../../test/e2e/proxy/member-reads.js';
import { gatedShape } from './gated-shape.js';

describe('doc1 §4 proxy 5: how what a kids account reads is laid out', () => {
  const allowed = PROXIED_PATHS.filter(({ members }) => members);

  it('all that members may read of film and TV managers is judged, and nothing of books and music', () => {
    for (const { kind, path } of allowed) {
      const isGated = kind === 'movie_manager' || kind === 'tv_manager';
      expect([kind, path, gatedShape(kind, `/${path}`) !== null]).toEqual([kind, path, isGated]);
    }
  });

  it('what nobody has said how to judge is refused', () => {
    for (const path of ['/api/v3/moviefile', '/api/v3/movie/7/folder', '/api/v3', '/api/v3/queue/7', '/movie'])
      expect(() => gatedShape('movie_manager', path)).toThrow('permission denied');
    expect(() => gatedShape('tv_manager', '/api/v3/movie')).toThrow('permission denied');
  });
});
