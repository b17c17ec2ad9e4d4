import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LARGEST_WEB_PUSH_BYTES } from '../../../clients/web-push/web-push.client.js';
import { pushMessage, type PushNews, type PushedTitle } from '../push/push-texts.js';
import { pushPath, topicOf, webPushPayload } from './web-push-payload.js';
import { matchPath } from '../../../../web/src/app/routes.js';

const MESSAGE = { title: 'New request', body: 'Harbor Lights', data: { type: 'request_pending', tmdb_id: 1 } };

describe('issue 24, Web Push: what the worker of the web app is sent', () => {
  it('has the texts, where they lead, and which message they take the place of', () => {
    expect(JSON.parse(webPushPayload(MESSAGE, { id: 'm-7', path: '/requests/1' }))).toEqual({
      id: 'm-7',
      title: 'New request',
      body: 'Harbor Lights',
      tag: 'm-7',
      path: '/requests/1',
      type: 'request_pending',
    });
    const later = webPushPayload({ ...MESSAGE, collapseId: 'issue:9' }, { id: 'm-8', path: '/issues/9' });
    expect(JSON.parse(later)).toMatchObject({ id: 'm-8', tag: 'issue:9' });
  });

  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4_000 }),
    fc.constantFrom('"', '\u0001', '🎬', '\ud800', '\\', 'é').map((one) => one.repeat(4_000)),
  );

  it('RFC 8030 section 7.2: is small enough for every push service, whatever the texts in it are', () => {
    fc.assert(
      fc.property(texts, texts, texts, (title, reason, foreignId) => {
        const about = { title, foreignId, tmdbId: null, instanceId: 'x'.repeat(255) } as const;
        const asked = { requestId: 2 ** 31, formats: ['ebook', 'audiobook'] } as const;
        const all: readonly PushNews[] = [
          { category: 'request_decision', mediaType: 'book', ...about, ...asked, decision: 'denied', reason },
          { category: 'new_book', mediaType: 'book', ...about },
        ];
        for (const news of all) {
          const named = { id: `usher-${2 ** 31}-${2 ** 45}`, path: pushPath(news) };
          const bytes = Buffer.byteLength(webPushPayload(pushMessage(news), named));
          expect(bytes).toBeLessThanOrEqual(LARGEST_WEB_PUSH_BYTES);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('RFC 8030 section 5.4: a topic has 32 characters, tells tags apart and says nothing of them', () => {
    const topics = ['issue:9', 'issue:10', 'usher-1-1'].map(topicOf);
    for (const topic of topics) expect(topic).toMatch(/^[\w-]{32}$/);
    expect(new Set(topics).size).toBe(3);
    expect(topicOf('issue:9')).toBe(topics[0]);
  });
});

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
