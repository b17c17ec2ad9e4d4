import { describe, expect, it } from 'vitest';
import { passkeyPlace, signInWays } from './sign-in-ways.js';

const AT_HOME = { isSecure: true, knowsPasskeys: true, origin: 'https://usher.example' };

describe('issue 22: only the ways to sign in that the server offers', () => {
  it.each([
    ['a password alone', { webauthn_available: false }, [false, false, undefined, 'everybody']],
    ['a passkey', { webauthn_available: true }, [true, false, undefined, 'everybody']],
    ['Plex', { webauthn_available: false, hub_available: true }, [false, true, undefined, 'everybody']],
    [
      'single sign-on under its own name',
      { webauthn_available: false, sso_available: true, sso_provider: 'House', sso_origin: AT_HOME.origin },
      [false, false, 'House', 'everybody'],
    ],
    [
      'single sign-on without a name',
      { webauthn_available: false, sso_available: true, sso_origin: AT_HOME.origin },
      [false, false, 'Single sign-on', 'everybody'],
    ],
    [
      'single sign-on alone: Plex lets nobody in',
      {
        webauthn_available: true,
        hub_available: true,
        sso_available: true,
        sso_only: true,
        sso_origin: AT_HOME.origin,
      },
      [true, false, 'Single sign-on', 'administrators'],
    ],
    [
      'single sign-on without an external address',
      { webauthn_available: false, sso_available: true },
      [false, false, undefined, 'everybody'],
    ],
  ] as const)('%s', (_what, offered, [passkey, hub, sso, password]) => {
    expect(signInWays(offered, AT_HOME)).toEqual({ passkey, hub, sso, ssoElsewhere: undefined, password });
  });

  it.each([
    ['https://usher.example', 'https://usher.example'],
    ['http://localhost:7676', 'http://localhost:7676'],
    ['http://nas:7676', undefined],
    ['javascript:alert(1)', undefined],
  ])('single sign-on that begins at %s is a link where that is safe', (origin, link) => {
    const offered = { webauthn_available: false, sso_available: true, sso_origin: origin } as const;
    const ways = signInWays(offered, { ...AT_HOME, origin: 'http://192.168.1.20:7676' });
    expect([ways.sso, ways.ssoElsewhere]).toEqual([undefined, link]);
  });

  it.each([
    [{}, 'here'],
    [{ origin: 'http://localhost:7676' }, 'here'],
    [{ isSecure: false, origin: 'http://nas:7676' }, 'no-https'],
    [{ origin: 'https://192.168.1.20' }, 'no-name'],
    [{ origin: 'https://[fd00::1]:7676' }, 'no-name'],
    [{ knowsPasskeys: false }, 'no-browser'],
  ])('passkeys at %j: %s', (where, place) => {
    expect(passkeyPlace({ ...AT_HOME, ...where })).toBe(place);
  });
});
