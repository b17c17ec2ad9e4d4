import { describe, expect, it } from 'vitest';
import { Secret } from '../../../core/secrets/secret.js';
import { connectLink, judgeConnect, linkOrigin } from './connect-link.js';

describe('doc3 §1.9: connect links', () => {
  it('a link carries the token and the server, encoded', () => {
    const link = connectLink(Secret.of('ab'.repeat(32)), 'http://nas.local:7676/usher');
    expect(link.reveal()).toBe(`usher://connect?token=${'ab'.repeat(32)}&server=http%3A%2F%2Fnas.local%3A7676%2Fusher`);
    expect(String(link)).toBe('[redacted]');
  });

  it.each([
    ['http://nas.local:7676', 'http://nas.local:7676'],
    ['https://Media.Example/', 'https://media.example'],
    ['https://media.example:443/admin/users?x=1#y', 'https://media.example'],
    ['http://[2001:db8::1]:7676/', 'http://[2001:db8::1]:7676'],
  ])('of %s the origin counts', (serverUrl, origin) => {
    expect(linkOrigin(null, serverUrl)).toEqual({ origin, source: 'app' });
  });

  it('the external address goes before what the app says', () => {
    const origin = { origin: 'https://media.example', source: 'external_address' };
    expect(linkOrigin('https://media.example', 'http://nas.local:7676')).toEqual(origin);
    expect(linkOrigin('https://media.example', '')).toEqual(origin);
  });

  it('without either there is no link', () => {
    expect(() => linkOrigin(null, '')).toThrow('server_url required');
  });

  it.each([
    'nas.local:7676',
    'ftp://nas.local',
    'javascript:alert(1)',
    'usher://x',
    'http://',
    '/x',
    'http://u:p@nas.local',
  ])('%s is no address of a server', (serverUrl) => {
    expect(() => linkOrigin(null, serverUrl)).toThrow('server_url must be an http or https address');
  });

  it('doc3 §1.1: a token is redeemed once, before it expires', () => {
    const facts = { userId: 1, expiresAt: 100, redeemedAt: null, issuerStands: true, isByCommand: false };
    expect(judgeConnect(facts, 99)).toBe('redeem');
    expect(judgeConnect(facts, 100)).toBe('expired');
    expect(judgeConnect({ ...facts, redeemedAt: 5 }, 99)).toBe('used');
    expect(judgeConnect({ ...facts, redeemedAt: 5 }, 100)).toBe('used');
    expect(judgeConnect(null, 1)).toBe('not_found');
  });

  it('security 32: a token whose issuer is no administrator any more is not found, unless it was used', () => {
    const facts = { userId: 1, expiresAt: 100, redeemedAt: null, issuerStands: false, isByCommand: false };
    expect(judgeConnect(facts, 99)).toBe('not_found');
    expect(judgeConnect(facts, 100)).toBe('not_found');
    expect(judgeConnect({ ...facts, redeemedAt: 5 }, 99)).toBe('used');
  });
});
