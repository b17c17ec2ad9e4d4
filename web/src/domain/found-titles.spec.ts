import { describe, expect, it } from 'vitest';
import { foundTitles } from './found-titles.js';

describe('issue 22: the titles in an answer of discovery', () => {
  it('are its films and series, in its order, without people and each once', () => {
    const results = [
      { media_type: 'movie', id: 1, title: 'Metropolis', release_date: '1927-02-06', poster_path: '/a.jpg' },
      { media_type: 'person', id: 2, name: 'Fritz Lang' },
      { media_type: 'tv', id: 1, name: 'The Planets', first_air_date: '' },
      { media_type: 'movie', id: 1, title: 'Metropolis', release_date: '1927-02-06', poster_path: '/a.jpg' },
    ];
    expect(foundTitles({ results })).toEqual([
      { kind: 'movie', id: 1, title: 'Metropolis', year: '1927', poster: '/a.jpg' },
      { kind: 'tv', id: 1, title: 'The Planets', year: '' },
    ]);
  });

  it('have the kind of the list where entries don’t say it', () => {
    expect(foundTitles({ results: [{ id: 3, name: 'Nosferatu', first_air_date: '2001-01-01' }] }, 'tv')).toEqual([
      { kind: 'tv', id: 3, title: 'Nosferatu', year: '2001' },
    ]);
  });

  it.each([
    undefined,
    null,
    'x',
    {},
    { results: {} },
    { results: [null, 7, {}, { media_type: 'movie', id: 'x', title: 'x' }] },
  ])('security 22: are none where the answer is something else: %j', (answer) => {
    expect(foundTitles(answer, 'movie')).toEqual([]);
  });

  it.each([
    [{ vote_average: 7.66, vote_count: 12 }, '7.7'],
    [{ vote_average: 10 }, '10.0'],
    [{ vote_average: 7.66, vote_count: 0 }, undefined],
    [{ vote_average: 0, vote_count: 3 }, undefined],
    [{ vote_average: '8', vote_count: 3 }, undefined],
    [{ vote_average: 55, vote_count: 3 }, undefined],
  ])('issue 46: say what people think of them: %j is %j', (votes, rating) => {
    expect(foundTitles({ results: [{ id: 3, title: 'Nosferatu', ...votes }] }, 'movie')[0]?.rating).toBe(rating);
  });
});
