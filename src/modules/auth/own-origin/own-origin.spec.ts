import { describe, expect, it } from 'vitest';
import { isOwnOrigin } from './own-origin.js';

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
