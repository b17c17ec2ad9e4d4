import { describe, expect, it } from 'vitest';
import { matchPath } from './routes.js';

describe('which page has a path', () => {
  it.each([
    ['/', 'home', undefined],
    ['/search', 'search', undefined],
    ['/movie/603', 'movie', 603],
    ['/series/1399', 'series', 1399],
    ['/requests', 'requests', undefined],
    ['/requests/7', 'request', 7],
    ['/admin', 'admin-requests', undefined],
    ['/admin/requests', 'admin-requests', undefined],
  ] as const)('%s is %s', (path, page, id) => {
    expect(matchPath(path)).toEqual({ page, id });
  });

  it.each([
    '/movie',
    '/movie/0',
    '/movie/007',
    '/movie/x',
    '/movie/1/2',
    '/movie/-1',
    '/nothing',
    '/requests/7/',
    '/search/7',
  ])('%s is none', (path) => {
    expect(matchPath(path).page).toBe('not-found');
  });
});
