import { describe, expect, it } from 'vitest';
import { RawJson } from '../../../core/http/raw-answer.js';
import { collectionFilms } from './collection-films.js';

const shown = (parts: readonly object[], rest: object = {}): unknown =>
  JSON.parse(collectionFilms(new RawJson(JSON.stringify({ id: 7, name: 'Harbor Collection', parts, ...rest }))).text);

const idsOf = (...parts: readonly object[]): readonly number[] =>
  (shown(parts) as { parts: readonly { id: number }[] }).parts.map(({ id }) => id);

describe('issue 46: the films of a collection', () => {
  it('are ordered by their release; those without a date come last, in the provider’s order', () => {
    const parts = [{ release_date: '' }, { release_date: '2024-05-10' }, {}, { release_date: '1999-01-01' }];
    const odd = [{ release_date: null }, { release_date: 'soon' }, { release_date: 2001 }];
    expect(idsOf(...[...parts, ...odd].map((part, id) => ({ id, ...part })))).toEqual([3, 1, 0, 2, 4, 5, 6]);
  });

  it('have the shape of rows of a browse, whichever of its names the provider uses', () => {
    const row = { genre_ids: [18], adult: false, media_type: 'movie', release_date: '2024-05-10' };
    expect(
      shown([
        { id: 1, name: 'Harbor Lights', original_name: 'Hafenlichter', ...row },
        { id: 2, title: 'Harbor Storm', original_title: 'Hafensturm', ...row },
      ]),
    ).toMatchObject({
      parts: [
        { id: 1, title: 'Harbor Lights', original_title: 'Hafenlichter', ...row },
        { id: 2, title: 'Harbor Storm', original_title: 'Hafensturm', ...row },
      ],
    });
    expect(JSON.stringify(shown([{ id: 1, name: 'Harbor Lights' }]))).not.toContain('original_name');
  });

  it('leave out what is no film, and are 250 at most', () => {
    expect(idsOf({ id: 1, media_type: 'tv' }, { id: 2, media_type: null }, { id: 3, media_type: 'movie' })).toEqual([
      2, 3,
    ]);
    expect(idsOf(...Array.from({ length: 251 }, (_, id) => ({ id })))).toHaveLength(250);
  });

  it('come with the name, the overview and the pictures of the collection, and nothing else of it', () => {
    const told = { overview: 'All of them.', poster_path: '/poster.jpg', backdrop_path: null };
    expect(shown([], { ...told, original_name: 'Hafen', images: [] })).toEqual({
      id: 7,
      name: 'Harbor Collection',
      ...told,
      parts: [],
    });
  });
});
