import { describe, expect, it } from 'vitest';
import { isPageRequest } from './page-request.js';

const PAGE = { origin: 'http://usher.lan', contentType: 'application/json', fetchSite: 'same-origin', secure: false };

describe('issue 22 must-show 2, security 23: what only a page of this server sends', () => {
  it.each([
    {},
    { contentType: 'Application/JSON; charset=utf-8' },
    { fetchSite: undefined },
    { origin: 'https://usher.lan' },
    { origin: 'https://usher.lan', secure: true },
  ])('%j is a request of a page', (change) => {
    expect(isPageRequest({ ...PAGE, ...change })).toBe(true);
  });

  it.each([
    { origin: undefined },
    { origin: 'http://usher.lan', secure: true },
    { contentType: undefined },
    { contentType: '' },
    { contentType: 'text/plain' },
    { contentType: 'text/plain; application/json' },
    { contentType: 'application/jsonp' },
    { contentType: 'application/x-www-form-urlencoded' },
    { fetchSite: 'same-site' },
    { fetchSite: 'cross-site' },
    { fetchSite: 'none' },
    { fetchSite: '' },
    { fetchSite: 'same-origin, cross-site' },
  ])('%j is not', (change) => {
    expect(isPageRequest({ ...PAGE, ...change })).toBe(false);
  });
});
