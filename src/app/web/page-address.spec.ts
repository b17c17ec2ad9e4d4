import { describe, expect, it } from 'vitest';
import { isPageAddress } from './page-address.js';

const isPage = (path: string): boolean => isPageAddress(path.slice(1).split('/').map(decodeURIComponent));

describe('doc3 §0: which paths fall to the web app', () => {
  it.each([
    '/search',
    '/search/',
    '/movie/603',
    '/admin/requests',
    '/join',
    '/apiary',
    '/mcp-help',
    '/settings/passkeys/new',
    '/discover/films%20and%20more',
  ])('%s is a page', (path) => {
    expect(isPage(path)).toBe(true);
  });

  it.each([
    '/api',
    '/api/',
    '/api/unknown',
    '/api;x/instances',
    '/api%00',
    '/API/me',
    '/%61pi/me',
    '/mcp',
    '/oauth/token',
    '/passkeys/create',
    '/.well-known/any',
    '/metrics',
    '/healthz',
    '/readyz',
    '/readyz/more',
  ])('%s is the server’s own', (path) => {
    expect(isPage(path)).toBe(false);
  });

  it.each(['/assets/gone.js', '/assets/', '/assets/gone', '/favicon.ico', '/.env', '/movie/603.json', '/wp-login.php'])(
    '%s means a file, so it is never the page',
    (path) => {
      expect(isPage(path)).toBe(false);
    },
  );

  it.each(['//api/health', '/', '/movie//603', '/x/../api/me', '/./api', '/x/%2e%2e/y', '/..%2fapi', '/x%5capi'])(
    '%s has segments that are empty or lead elsewhere',
    (path) => {
      expect(isPage(path)).toBe(false);
    },
  );
});
