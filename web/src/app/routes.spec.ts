import { describe, expect, it } from 'vitest';
import { matchPath, requestedTitle, titleAddress } from './routes.js';

describe('which page has a path', () => {
  it.each([
    ['/', 'home', undefined],
    ['/search', 'search', undefined],
    ['/movie/603', 'movie', 603],
    ['/series/1399', 'series', 1399],
    ['/collection/10', 'collection', 10],
    ['/requests', 'requests', undefined],
    ['/requests/7', 'request', 7],
    ['/downloads', 'downloads', undefined],
    ['/admin', 'admin-overview', undefined],
    ['/admin/requests', 'admin-requests', undefined],
    ['/admin/requests/7', 'admin-request', 7],
    ['/admin/people', 'admin-people', undefined],
    ['/admin/people/7', 'admin-person', 7],
    ['/settings/passkeys/new', 'new-passkey', undefined],
    ['/admin/libraries', 'admin-libraries', undefined],
    ['/admin/activity', 'admin-activity', undefined],
    ['/admin/jobs', 'admin-jobs', undefined],
    ['/admin/log', 'admin-log', undefined],
    ['/admin/setboxes', 'admin-setboxes', undefined],
    ['/admin/settings', 'admin-settings', undefined],
    ['/discover', 'discover', undefined],
    ['/discover/books', 'discover-books', undefined],
    ['/person/31', 'person', 31],
  ] as const)('%s is %s', (path, page, id) => {
    expect(matchPath(path, true)).toEqual({ page, id });
  });

  it.each([
    ['music', '1f0e5b7a-0000-4aaa-8bbb-00000000a001', 'album'],
    ['book', 'hc:330101', 'book'],
  ] as const)(
    'issue 22: of %s with the id %s, the page %s, as links name it and as a browser may write it',
    (kind, key, page) => {
      const address = titleAddress(kind, key);
      expect(matchPath(address, true)).toEqual({ page, key });
      expect(matchPath(address.replace(':', '%3A'), true)).toEqual({ page, key });
    },
  );

  it.each([
    ['/admin/libraries/01HZX3', 'admin-library', '01HZX3'],
    ['/admin/settings/network', 'admin-settings', 'network'],
  ] as const)('issue 46: %s is %s, with what the address names', (path, page, key) => {
    expect(matchPath(path, true)).toEqual({ page, key });
  });

  it.each([
    [{ media_type: 'movie', tmdb_id: 603 }, '/movie/603'],
    [{ media_type: 'book', tmdb_id: 0, foreign_id: 'bc:7' }, '/book/hc:7'],
    [{ media_type: 'music', tmdb_id: 0, foreign_id: 'AB-1' }, '/album/ab-1'],
    [{ media_type: 'book', tmdb_id: 0, foreign_id: 'hc:1.5' }, undefined],
    [{ media_type: 'music', tmdb_id: 0 }, undefined],
  ] as const)('issue 22: the page of the title that %j is for is %s', (request, address) => {
    expect(requestedTitle(request)).toBe(address);
  });

  it.each([
    ['/setup', 'setup', 'wizard'],
    ['/join', 'join', 'joined'],
    ['/oidc/return', 'oidc-return', 'oidc-returned'],
    ['/sign-in', 'sign-in', 'sign-in'],
  ])('issue 22, wizard and invite: %s goes on once somebody is signed in', (path, before, after) => {
    expect([matchPath(path, false).page, matchPath(path, true).page]).toEqual([before, after]);
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
    '/discover/games',
    '/album',
    '/album/x/y',
    '/book/hc:1.5',
    '/book/..%2f1',
    '/book/:1',
  ])('%s is none', (path) => {
    expect(matchPath(path, true).page).toBe('not-found');
  });
});
