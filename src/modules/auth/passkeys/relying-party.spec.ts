import { describe, expect, it } from 'vitest';
import { relyingParty } from './relying-party.js';

describe('doc3 §1.8: for whom a passkey is good', () => {
  it.each([
    [true, 'media.example', 'media.example', 'https://media.example'],
    [true, 'Media.Example:443', 'media.example', 'https://media.example'],
    [true, 'media.example:8443', 'media.example', 'https://media.example:8443'],
    [false, 'localhost:7676', 'localhost', 'http://localhost:7676'],
    [false, '[::1]:7676', '::1', 'http://[::1]:7676'],
    [false, '192.0.2.1', '192.0.2.1', 'http://192.0.2.1'],
    [true, 'küche.example', 'xn--kche-0ra.example', 'https://xn--kche-0ra.example'],
  ])('over TLS %s, host %s: the RP id is %s and the origin %s', (secure, host, rpId, origin) => {
    expect(relyingParty({ secure, host })).toEqual({ rpId, origin });
  });

  it.each([
    '',
    ':80',
    'a b',
    'user@media.example',
    'media.example/path',
    'media.example?x',
    'a\\b',
    '[::1',
    `${'a'.repeat(254)}`,
  ])('no browser could have named the host %j: 400', (host) => {
    expect(() => relyingParty({ secure: true, host })).toThrow(
      expect.objectContaining({ status: 400, safeText: 'passkeys can not be used at this address' }) as Error,
    );
  });
});
