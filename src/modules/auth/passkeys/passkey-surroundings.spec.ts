import { describe, expect, it } from 'vitest';
import { isSecureContext, nativePasskeys } from './passkey-surroundings.js';

const APPS = {
  appleAppIds: ['ABCDE12345.org.example'],
  androidPackageName: 'org.example',
  androidCertSha256Fingerprints: ['AA'],
  webauthnExtraOrigins: ['https://media.example', 'https://media.example:8443'],
};
const NONE = { apple: false, android: false, windows: false };

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
