import { describe, expect, it } from 'vitest';
import { isHouseholdHost } from './household-host.js';

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
