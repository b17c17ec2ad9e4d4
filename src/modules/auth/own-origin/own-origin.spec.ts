import { describe, expect, it } from 'vitest';
import { isOwnOrigin, isPageRequest, namedSite } from './own-origin.js';

describe('doc3 §6: a WebSocket is for the same origin', () => {
  it.each([
    ['http://usher.lan', 'usher.lan'],
    ['https://usher.lan', 'usher.lan'],
    ['https://USHER.lan', 'Usher.LAN'],
    ['http://usher.lan:80', 'usher.lan'],
    ['http://usher.lan', 'usher.lan:80'],
    ['http://usher.lan:7676', 'usher.lan:7676'],
    ['http://[fd00::1]:7676', '[fd00::1]:7676'],
  ])('%s is the origin of %s', (origin, host) => {
    expect(isOwnOrigin({ origin, hosts: [undefined, host] })).toBe(true);
  });

  it.each([
    ['http://usher.lan:7677', 'usher.lan:7676'],
    ['http://evil.lan', 'usher.lan'],
    ['http://usher.lan.evil.lan', 'usher.lan'],
    ['http://evil.lan@usher.lan.evil.lan', 'usher.lan'],
    ['null', 'null'],
    ['', ''],
    ['usher.lan', 'usher.lan'],
    ['capacitor://usher.lan', 'usher.lan'],
    ['http://', ''],
  ])('%s is not the origin of %s', (origin, host) => {
    expect(isOwnOrigin({ origin, hosts: [host] })).toBe(false);
  });

  it('a client that names no origin is no page of another', () => {
    expect(isOwnOrigin({ origin: undefined, hosts: [] })).toBe(true);
    expect(isOwnOrigin({ origin: 'http://usher.lan', hosts: [] })).toBe(false);
  });
});

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

describe('security 38, issue 43 A4: the site that a request names as that of its page', () => {
  it.each([
    { fetchSite: 'cross-site' },
    { fetchSite: 'same-site' },
    { fetchSite: '' },
    { fetchSite: 'same-origin, cross-site' },
    { origin: 'null' },
    { origin: 'null', fetchSite: 'same-origin' },
    { origin: 'http://usher.lan', fetchSite: 'cross-site' },
  ])('%j is another', (headers) => {
    expect(namedSite({ origin: undefined, fetchSite: undefined, ...headers })).toBe('other');
  });

  it.each([
    { origin: 'http://evil.example' },
    { origin: 'HTTPS://evil.example' },
    { origin: 'http://usher.lan', fetchSite: 'same-origin' },
    { origin: 'http://usher.lan', fetchSite: 'none' },
  ])('%j is ours, if the origin is', (headers) => {
    expect(namedSite({ fetchSite: undefined, ...headers })).toBe('own');
  });

  it.each([
    {},
    { fetchSite: 'same-origin' },
    { fetchSite: 'none' },
    { origin: 'capacitor://localhost' },
    { origin: 'chrome-extension://abc', fetchSite: 'none' },
  ])('%j is none', (headers) => {
    expect(namedSite({ origin: undefined, fetchSite: undefined, ...headers })).toBe('none');
  });
});
