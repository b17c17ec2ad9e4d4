import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../core/errors/app-error.js';
import { underBasePath } from './mount-path.js';

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
