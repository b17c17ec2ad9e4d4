import { describe, expect, it } from 'vitest';
import { gatedQuery, nthPage, pageInput } from './gated-query.js';
import type { GatedShape } from './gated-shape.js';

const FILMS: GatedShape = { layout: 'list', kind: 'movie', parent: null };
const FILM_PAGES: GatedShape = { layout: 'page', kind: 'movie', parent: null };
const FILM_ROWS: GatedShape = { layout: 'page', kind: 'movie', parent: 'movie' };
const EPISODES: GatedShape = { layout: 'list', kind: 'tv', parent: 'series' };

describe('doc1 §4 proxy 5: the query of a kids account as the manager gets it', () => {
  it.each<[string, GatedShape, string, string]>([
    [
      'of titles themselves is as it was written',
      FILMS,
      '?page=2&includeMovie=false&&',
      '?page=2&includeMovie=false&&',
    ],
    ['asks for the film of each row', FILM_ROWS, '', '?includeMovie=true'],
    ['asks for the series of each episode', EPISODES, '?seriesId=7', '?includeSeries=true&seriesId=7'],
    [
      'drops a parameter for rows without their titles',
      EPISODES,
      '?includeSeries=false&a=1',
      '?includeSeries=true&a=1',
    ],
    ['takes it back in every case', EPISODES, '?INCLUDESERIES=false', '?includeSeries=true'],
    ['takes it back escaped', EPISODES, '?%69nclude%53eries=false', '?includeSeries=true'],
    ['takes it back with white space around it', EPISODES, '?+includeSeries%20=false', '?includeSeries=true'],
    ['takes it back written as a list', EPISODES, '?includeSeries[0]=false', '?includeSeries=true'],
    ['takes it back written as a member', EPISODES, '?includeSeries.x=false', '?includeSeries=true'],
    ['takes it back without a value', EPISODES, '?includeSeries', '?includeSeries=true'],
    [
      'leaves the flag of another kind alone',
      EPISODES,
      '?includeMovie=false',
      '?includeSeries=true&includeMovie=false',
    ],
    ['of a list keeps what would choose a page', EPISODES, '?page=2', '?includeSeries=true&page=2'],
    ['of pages loses which page is meant', FILM_PAGES, '?page=2&pageSize=5&paging.x=1&a=1', '?a=1'],
    ['of pages is empty where nothing else was asked', FILM_PAGES, '?PAGE=2', ''],
    [
      'keeps the rest in its order and as it was written',
      FILM_ROWS,
      '?b=%41+&a&&c==',
      '?includeMovie=true&b=%41+&a&c==',
    ],
  ])('%s', (_what, shape, query, sent) => {
    expect(gatedQuery(query, shape)).toBe(sent);
  });

  it.each([
    ['', '?page=3&pageSize=1000'],
    ['?a=1', '?a=1&page=3&pageSize=1000'],
  ])('names one page after the other behind %j', (query, sent) => {
    expect(nthPage(query, 3)).toBe(sent);
  });
});

describe('doc1 §4 proxy 5: the page that a query asks for', () => {
  it.each([
    ['', 1, 10],
    ['?', 1, 10],
    ['?page=3', 3, 10],
    ['?pageSize=50&page=2', 2, 50],
    ['?PageSize=50&PAGE=2', 2, 50],
    ['?%70age=2', 2, 10],
    ['?page=+4%20', 4, 10],
    ['?page=%34', 4, 10],
    ['?page=&pageSize=', 1, 10],
    ['?page&pageSize', 1, 10],
    ['?page=2&page=3', 2, 10],
    ['?xpage=3&pages=4', 1, 10],
    ['?page=999999999', 999_999_999, 10],
  ])('of %j is the page %j of %j records', (query, page, pageSize) => {
    expect(pageInput(query)).toEqual({ page, pageSize });
  });

  it.each(['0', '-1', '1.5', 'x', '1x', 'x1', '01', '1000000000', '1=2', '%e4'])('is none where it is %j', (page) => {
    const refusal = 'page and pageSize must be whole numbers from 1 on';
    expect(() => pageInput(`?page=${page}`)).toThrow(refusal);
    expect(() => pageInput(`?pageSize=${page}`)).toThrow(refusal);
  });
});
