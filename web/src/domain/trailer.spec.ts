import { describe, expect, it } from 'vitest';
import { trailerOf } from './trailer.js';

const video = (key: unknown, more: object = {}) => ({
  site: 'YouTube',
  type: 'Trailer',
  key,
  official: false,
  ...more,
});
const of = (...results: unknown[]) => trailerOf({ videos: { results } });

describe('design web-app §4: the trailer of a title', () => {
  it('is the first official one; where none is, the first', () => {
    expect(of(video('first'), video('made-by_Studio', { official: true }), video('other', { official: true }))).toBe(
      'https://www.youtube.com/watch?v=made-by_Studio',
    );
    expect(of(video('first'), video('second'))).toBe('https://www.youtube.com/watch?v=first');
  });

  it.each([
    ['no videos', {}],
    ['null', { videos: null }],
    ['a list of another type', { videos: { results: 'x' } }],
    ['entries of another type', { videos: { results: [null, 7, 'x'] } }],
    ['another kind of video', { videos: { results: [video('a', { type: 'Featurette' })] } }],
    ['a site that nobody knows', { videos: { results: [video('a', { site: 'elsewhere.example' })] } }],
  ])('there is none with %s', (_what, document) => {
    expect(trailerOf(document)).toBeUndefined();
  });

  it.each(['', '../x', 'a&list=b', 'a#b', '//host', 'javascript:x', 'a'.repeat(33), 7, null])(
    'issue 22, easily skipped 8: the key %j makes no address',
    (key) => {
      expect(of(video(key))).toBeUndefined();
    },
  );
});
