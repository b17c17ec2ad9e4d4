import { describe, expect, it } from 'vitest';
import { pageOf, readPushed } from './pushed.js';

const SENT = {
  id: 'm-1',
  title: 'New request',
  body: 'Harbor Lights',
  tag: 'm-1',
  path: '/admin/requests/7',
  type: 'x',
};

describe('issue 24, Web Push: what the worker shows', () => {
  it('is what the server has sent', () => {
    const { type: _, ...shown } = SENT;
    expect(readPushed(JSON.stringify(SENT))).toEqual(shown);
  });

  it.each([
    undefined,
    '',
    'no JSON',
    'null',
    '[]',
    '7',
    JSON.stringify({ ...SENT, title: '' }),
    JSON.stringify({ ...SENT, title: 7 }),
    JSON.stringify({ ...SENT, body: null }),
    JSON.stringify({ ...SENT, tag: '' }),
    JSON.stringify({ ...SENT, id: undefined }),
    JSON.stringify({ ...SENT, body: 'x'.repeat(5_000) }),
  ])('is nothing of %j', (text) => {
    expect(readPushed(text)).toBeUndefined();
  });

  it.each(['/', '/requests/7', '/admin/requests/7', '/movie/603', '/series/7', '/book/hc:7', '/profile'])(
    'security 22: leads to %s, a page of the app',
    (path) => {
      expect(pageOf(path)).toBe(path);
    },
  );

  it.each([
    'https://evil.example/',
    '//evil.example/',
    'javascript:alert(1)',
    '/api/auth/logout',
    '/../../api',
    '/requests/7?x=1',
    '/requests/7#x',
    '/issues/9',
    'requests',
    '',
    7,
    null,
    undefined,
  ])('security 22: leads to the start in place of %j', (path) => {
    expect(pageOf(path)).toBe('/');
  });
});
