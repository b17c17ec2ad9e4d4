import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { directOrigin, pageOrigin } from './request-origins.js';

const asked = (host: string | undefined, socket: object = {}): string | null =>
  directOrigin({
    headers: { host, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    socket,
  } as unknown as IncomingMessage);

describe('doc3 §3.3: under which address a caller has reached this server', () => {
  it.each([
    ['media.home:7676', 'http://media.home:7676'],
    ['192.0.2.1', 'http://192.0.2.1'],
    ['[fd00::1]:7676', 'http://[fd00::1]:7676'],
    ['Media.Home:80', 'http://media.home'],
  ])('Host %s is %s; forwarded headers have no say', (host, origin) => {
    expect(asked(host)).toBe(origin);
  });

  it('is https on a connection with TLS', () => {
    expect(asked('media.home', { encrypted: true })).toBe('https://media.home');
  });

  it.each([undefined, '', 'a b', 'user@host', 'host/path', 'host?x', 'host#x', 'host:99999', 'ho\\st'])(
    'Host %j is no address',
    (host) => {
      expect(asked(host)).toBeNull();
    },
  );
});

const of = (origin: string | undefined): string | null => pageOrigin({ headers: { origin } });

describe('the origin of the page that makes a call', () => {
  it.each(['https://usher.example', 'https://usher.example:8443', 'https://192.0.2.1'])('is %s', (origin) => {
    expect(of(origin)).toBe(origin);
  });

  it.each([
    undefined,
    '',
    'null',
    'http://usher.example',
    'https://usher.example/',
    'https://usher.example/path',
    'https://user@usher.example',
    'https://USHER.example',
    'https://usher.example:443',
    'https://usher.example https://other.example',
    `https://${'x'.repeat(300)}.example`,
  ])('is none for %j', (origin) => {
    expect(of(origin)).toBeNull();
  });
});
