import { describe, expect, it } from 'vitest';
import { matchPath } from '../../../../web/src/app/routes.js';
import type { PushedTitle, PushNews } from '../push/push-texts.js';
import { pushPath } from './push-path.js';

const FILM: PushedTitle = { mediaType: 'movie', title: 'T', tmdbId: 603, foreignId: null, instanceId: null };
const book = (foreignId: string | null): PushedTitle => ({ ...FILM, mediaType: 'book', tmdbId: null, foreignId });
const RELEASE = '0a1b2c3d-0000-4000-8000-00000000ABCD';
const asked = { requestId: 7, formats: [] };

const PATHS: readonly (readonly [string, PushNews])[] = [
  ['/admin/requests/7', { category: 'request_pending', ...FILM, ...asked, pendingCount: 1 }],
  ['/admin/requests/7', { category: 'request_auto_approved', ...FILM, ...asked }],
  ['/requests/7', { category: 'request_decision', ...FILM, ...asked, decision: 'denied', reason: null }],
  ['/movie/603', { category: 'new_movie', ...FILM }],
  ['/series/603', { category: 'new_episode', ...FILM, mediaType: 'tv' }],
  ['/', { category: 'new_episode', ...FILM, mediaType: 'tv', tmdbId: null }],
  ['/book/hc:7', { category: 'new_book', ...book('bc:7') }],
  ['/book/hc:7', { category: 'new_book', ...book('hc:7') }],
  ['/', { category: 'new_book', ...book('../../api/me') }],
  ['/', { category: 'new_book', ...book(null) }],
  [
    `/album/${RELEASE.toLowerCase()}`,
    { category: 'new_album', ...FILM, mediaType: 'music', tmdbId: null, foreignId: RELEASE },
  ],
  ['/movie/603', { category: 'content_upgraded', ...FILM }],
  ['/admin/people/3', { category: 'hub_access_request', userId: 3, username: 'ana', step: 'asked' }],
  ['/profile', { category: 'media_server_access' }],
];

describe('issue 24, Web Push: where a message leads', () => {
  it.each(PATHS)('%s, which is a page of the web app', (path, news) => {
    expect(pushPath(news)).toBe(path);
    expect(matchPath(path, true).page).not.toBe('not-found');
  });

  it('reports of problems lead to their page', () => {
    expect(pushPath({ category: 'issue_report_update', issueId: 9, update: 'issue_closed' })).toBe('/issues/9');
    expect(pushPath({ category: 'issue_created', issueId: 9, source: 'user', count: 1 })).toBe('/issues/9');
    expect(pushPath({ category: 'issue_created', issueId: 9, source: 'auto', count: 3 })).toBe('/issues');
  });
});
