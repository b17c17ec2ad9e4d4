import { describe, expect, it } from 'vitest';
import { isSecureContext, nativePasskeys, relyingParty } from './relying-party.js';

const APPS = {
  appleAppIds: ['ABCDE12345.org.example'],
  androidPackageName: 'org.example',
  androidCertSha256Fingerprints: ['AA'],
  webauthnExtraOrigins: ['https://media.example', 'https://media.example:8443'],
};
const NONE = { apple: false, android: false, windows: false };

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

describe('doc3 §1.3: what the status says about passkeys', () => {
  it.each(['localhost', 'localhost:7676', 'LOCALHOST', '127.0.0.1:7676', '[::1]', '[::1]:7676'])(
    '%s is a secure context without TLS',
    (host) => {
      expect(isSecureContext({ secure: false, host })).toBe(true);
    },
  );

  it.each(['media.example', 'localhost.example', '127.0.0.2', '[::2]:7676', 'nas.local:7676', ''])(
    '%s is one only with TLS',
    (host) => {
      expect(isSecureContext({ secure: false, host })).toBe(false);
      expect(isSecureContext({ secure: true, host })).toBe(true);
    },
  );

  it('native apps can use passkeys under a DNS name over TLS, when their ids are configured', () => {
    expect(nativePasskeys({ secure: true, host: 'media.example' }, APPS)).toEqual({
      apple: true,
      android: true,
      windows: true,
    });
    expect(nativePasskeys({ secure: true, host: 'Media.Example:8443' }, APPS).windows).toBe(true);
    expect(nativePasskeys({ secure: true, host: 'other.example' }, APPS).windows).toBe(false);
  });

  it('none of them can outside a secure context', () => {
    expect(nativePasskeys({ secure: false, host: 'media.example' }, APPS)).toEqual(NONE);
  });

  it.each(['localhost', '192.0.2.1', '192.0.2.1:7676', '[2001:db8::1]:7676'])(
    'those of Apple and Android can’t under %s',
    (host) => {
      expect(nativePasskeys({ secure: true, host }, APPS)).toEqual(NONE);
    },
  );

  it('each needs its own ids', () => {
    const reached = { secure: true, host: 'media.example' };
    expect(nativePasskeys(reached, { ...APPS, appleAppIds: [] }).apple).toBe(false);
    expect(nativePasskeys(reached, { ...APPS, androidPackageName: undefined }).android).toBe(false);
    expect(nativePasskeys(reached, { ...APPS, androidCertSha256Fingerprints: [] }).android).toBe(false);
    expect(nativePasskeys(reached, { ...APPS, webauthnExtraOrigins: [] }).windows).toBe(false);
  });
});
