import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { directOrigin } from './direct-origin.js';

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
