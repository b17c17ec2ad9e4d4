import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../core/errors/app-error.js';
import { parseQuery, underBasePath } from './request-target.js';

/** The path that the router sees; the status where it sees none. */
function routedPath(basePath: string, url: string): string | number {
  const request = { url } as Request;
  let fault: unknown;
  underBasePath(basePath)(request, {} as Response, (given?: unknown) => (fault = given));
  return fault instanceof AppError ? fault.status : request.url;
}

describe('doc3 §10: BASE_PATH', () => {
  it.each([
    ['', '/', '/'],
    ['', '/api/me?x=/usher', '/api/me?x=/usher'],
    ['', 'http://other.example/api/me', '/api/me'],
    ['', 'http://other.example', '/'],
    ['', '//api/me', '//api/me'],
    ['', '*', 404],
    ['/usher', '/usher', '/'],
    ['/usher', '/usher/', '/'],
    ['/usher', '/usher?x=1', '/?x=1'],
    ['/usher', '/usher/api/me?x=1', '/api/me?x=1'],
    ['/usher', 'HTTP://other.example/usher/api/me', '/api/me'],
    ['/usher', '/usher//api/me', '//api/me'],
    ['/usher', '/usher/usher', '/usher'],
    ['', '/.well-known/assetlinks.json', '/.well-known/assetlinks.json'],
    ['/usher', '/.well-known/assetlinks.json?x=1', '/.well-known/assetlinks.json?x=1'],
    ['/usher', 'https://other.example/.well-known/x', '/.well-known/x'],
    ['/usher', '/usher/.well-known/assetlinks.json', 404],
    ['/usher', '/.well-known', 404],
    ['/usher', '/api/me', 404],
    ['/usher', '/ushers/api/me', 404],
    ['/usher', '/USHER/api/me', 404],
    ['/usher', '/x/usher/api/me', 404],
    ['/usher', '/%75sher/api/me', 404],
  ])('"%s" makes %s %s', (basePath, url, expected) => {
    expect(routedPath(basePath, url)).toBe(expected);
  });
});

describe('the texts of a query', () => {
  it.each([
    ['half of a surrogate pair', 'query=%ED%A0%80'],
    ['the other half', 'query=harbor%ED%BF%BF'],
    ['a pair of halves in six bytes', 'query=%ED%A0%BD%ED%B8%80'],
    ['half of a surrogate pair in a name', '%ED%A0%80=harbor'],
    ['Latin-1', 'query=caf%E9'],
    ['a character that breaks off', 'query=%C3'],
    ['a member that nobody reads', 'query=harbor&other=%FF'],
  ])('%s is 400', (_, query) => {
    expect(() => parseQuery(query)).toThrow(
      expect.objectContaining({ status: 400, safeText: 'the query is not UTF-8' }),
    );
  });

  it.each([
    ['', {}],
    [undefined, {}],
    ['query=caf%C3%A9+noir', { query: 'café noir' }],
    ['query=%F0%9F%98%80', { query: '😀' }],
    ['query=%EF%BF%BD', { query: '\ufffd' }],
    ['query=100%', { query: '100%' }],
    ['query=a%2', { query: 'a%2' }],
    ['query=a&query=b&page=2', { query: ['a', 'b'], page: '2' }],
    ['query[a]=b&query', { 'query[a]': 'b', query: '' }],
  ])('%s is taken as it is meant', (query, expected) => {
    expect({ ...parseQuery(query) }).toEqual(expected);
  });
});
