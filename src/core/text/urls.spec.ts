import { describe, expect, it } from 'vitest';
import { isHouseholdHost, parsedUrl } from './urls.js';

describe('a parsed URL', () => {
  it('is null for what is none', () => {
    expect(['', 'films', 'http://', 'http://[::1'].map((text) => parsedUrl(text))).toEqual([null, null, null, null]);
  });

  it('is resolved against a base', () => {
    expect(parsedUrl('../b?c', 'http://a.example/x/y')?.href).toBe('http://a.example/b?c');
    expect(parsedUrl('b', 'films')).toBeNull();
  });

  it('of an address beyond ASCII stays one however often addresses are parsed', () => {
    for (let n = 0; n < 30_000; n += 1) parsedUrl(`http://a.example/${n % 7}`);
    expect(parsedUrl('http://küche.example:8443')?.host).toBe('xn--kche-0ra.example:8443');
  });
});

describe('hosts of the household are reached directly', () => {
  it.each(['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.1', '192.168.1.9', '169.254.3.4', '[::1]', '[fe80::1]'])(
    '%s is one',
    (host) => expect(isHouseholdHost(host)).toBe(true),
  );
  it.each([
    '[fd12::9]',
    'apprise',
    'localhost',
    'ntfy.local',
    'nas.lan',
    'box.home.arpa',
    'gotify.internal',
    'nas.home',
  ])('%s is one by its name', (host) => expect(isHouseholdHost(host)).toBe(true));
  it.each(['nas.localdomain', 'nas.intranet', 'nas.private', 'nas.corp', 'nas.lan.', 'NAS.LAN'])(
    'issue 43 C18: %s is one by its name',
    (host) => expect(isHouseholdHost(host)).toBe(true),
  );
  it.each([
    'ntfy.sh',
    '8.8.8.8',
    '172.32.0.1',
    '192.169.0.1',
    '[2001:db8::1]',
    'local.example.org',
    'mylocal.dev',
    'lan.example',
    'homelan.com',
  ])('%s is none', (host) => expect(isHouseholdHost(host)).toBe(false));
});
