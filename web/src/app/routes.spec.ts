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
    ['/admin/people', 'admin-people', undefined],
    ['/admin/people/7', 'admin-person', 7],
    ['/settings/passkeys/new', 'new-passkey', undefined],
    ['/admin/libraries', 'admin-libraries', undefined],
    ['/admin/jobs', 'admin-jobs', undefined],
  ] as const)('%s is %s', (path, page, id) => {
    expect(matchPath(path, true)).toEqual({ page, id });
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
  ])('%s is none', (path) => {
    expect(matchPath(path, true).page).toBe('not-found');
  });
});
