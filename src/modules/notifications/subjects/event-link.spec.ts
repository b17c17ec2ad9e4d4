import { describe, expect, it } from 'vitest';
import { matchPath } from '../../../../web/src/app/routes.js';
import { eventLink, type LinkedSubject } from './event-link.js';

const FILM = { mediaType: 'movie', tmdbId: 949, requestId: 7 } as const;
const BOOK = { mediaType: 'book', tmdbId: 0, requestId: 7 } as const;

describe('the link of a message', () => {
  it.each<[subject: LinkedSubject, path: string, page: string]>([
    [{ event: 'request_pending', ...FILM }, '/admin/requests/7', 'admin-request'],
    [{ event: 'request_auto_approved', ...BOOK }, '/admin/requests/7', 'admin-request'],
    [{ event: 'request_failed', ...FILM }, '/admin/requests/7', 'admin-request'],
    [{ event: 'request_approved', ...FILM }, '/requests/7', 'request'],
    [{ event: 'request_denied', ...BOOK }, '/requests/7', 'request'],
    [{ event: 'request_available', ...FILM }, '/movie/949', 'movie'],
    [{ event: 'request_available', ...FILM, mediaType: 'tv' }, '/series/949', 'series'],
    [{ event: 'request_available', ...BOOK }, '/requests/7', 'request'],
  ])('doc2 §6 chat: $event leads to a page of the web app: %s, %s', (subject, path, page) => {
    expect(eventLink('https://usher.example/base', subject)).toBe(`https://usher.example/base${path}`);
    expect(matchPath(path, true).page).toBe(page);
  });

  it('doc2 §6 chat: leads to the report, and there is none without an external address', () => {
    const issue = { event: 'issue_comment', mediaType: 'movie', tmdbId: 949, issueId: 3 } as const;
    expect(eventLink('https://usher.example', issue)).toBe('https://usher.example/issues/3');
    expect(eventLink(null, issue)).toBeNull();
  });
});
