import { describe, expect, it } from 'vitest';
import { statusCalls } from './status-calls.js';

const films = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `movie/${at + 1}`);

describe('issue 22, speed: the calls for the states of titles', () => {
  it('is one for films and series together, each title once', () => {
    expect(statusCalls(['movie/3', 'tv/3', 'movie/3', 'movie/1'])).toEqual([{ movies: '3,1', series: '3' }]);
    expect(statusCalls(['tv/3'])).toEqual([{ series: '3' }]);
  });

  it.each([
    [0, 0],
    [100, 1],
    [101, 2],
    [250, 3],
  ])('of %i titles there are %i, none for each', (titles, calls) => {
    expect(statusCalls(films(titles))).toHaveLength(calls);
  });

  it('is the same one for albums and books', () => {
    expect(statusCalls(['music/ab-1', 'book/hc:7', 'music/ab-2', 'movie/1'])).toEqual([
      { albums: 'ab-1,ab-2', books: 'hc:7', movies: '1' },
    ]);
  });

  it('asks nothing about what has no id', () => {
    expect(statusCalls(['book/3', 'movie/x', 'movie/0', 'movie/', 'music/', 'music/a,b', 'game/1'])).toEqual([]);
  });
});
