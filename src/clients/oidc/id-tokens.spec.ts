import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OidcLie } from '../../../test/fakes/oidc/oidc-fake.js';
import { newKey, signed } from '../../../test/fakes/oidc/signed-token.js';
import { OidcClientFixture } from '../../../test/harness/oidc-client-fixture.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';

const stranger = newKey('ES256', 'first');
const weak = newKey('RS256', 'first', 1024);
const CLIENT = 'usher-client';

/** The clock of the fixture stands still, so these are seconds from the sign-in's own moment. */
const at = (seconds: number): number => Date.UTC(2026, 0, 1) / 1_000 + seconds;

const HOSTILE: readonly (readonly [name: string, lie: OidcLie])[] = [
  ['without a signature, by alg none', { signature: { header: { alg: 'none' }, by: 'none' } }],
  ['by alg None', { signature: { header: { alg: 'None' }, by: 'none' } }],
  ['by alg ES256 with an empty signature', { signature: { by: 'none' } }],
  ['by HS256 with the public key as its secret', { signature: { header: { alg: 'HS256' }, by: 'hmac' } }],
  [
    'by HS256 with our own client secret',
    { signature: { header: { alg: 'HS256' }, by: 'hmac', secret: 'planted-oidc-client-secret' } },
  ],
  ['by HMAC, called ES256', { signature: { by: 'hmac' } }],
  ['by an algorithm that the provider does not list', { signature: { header: { alg: 'ES384' } } }],
  ['called RS256 with a key of ES256', { signature: { header: { alg: 'RS256' } } }],
  ['without an algorithm', { signature: { header: { alg: undefined } } }],
  ['with an algorithm that is no text', { signature: { header: { alg: ['ES256'] } } }],
  ['with another key under the name of the known one', { signature: { key: stranger } }],
  ['with a short RSA key', { signature: { key: weak } }],
  ['with a broken signature', { signature: { by: 'broken' } }],
  ['with a key that nobody has published', { signature: { key: stranger, header: { kid: 'unpublished' } } }],
  ['with its own key in its head', { signature: { key: stranger, header: { kid: 'own', jwk: stranger.jwk } } }],
  [
    'with the address of its own keys in its head',
    { signature: { key: stranger, header: { kid: 'own', jku: 'https://evil.example/jwks' } } },
  ],
  ['with a critical extension', { signature: { header: { crit: ['b64'], b64: false } } }],
  ['that has expired', { claims: { exp: at(-31) } }],
  ['without an expiry', { claims: { exp: undefined } }],
  ['with an expiry that is no number', { claims: { exp: '9999999999' } }],
  ['that is not valid yet', { claims: { nbf: at(31) } }],
  ['that was issued in the future', { claims: { iat: at(31) } }],
  ['without a moment of issue', { claims: { iat: undefined } }],
  ['for another audience', { claims: { aud: 'another-client' } }],
  ['for several others', { claims: { aud: ['one', 'two'], azp: CLIENT } }],
  ['without an audience', { claims: { aud: undefined } }],
  ['with an audience that is an object', { claims: { aud: { client: CLIENT } } }],
  ['for several audiences without azp', { claims: { aud: [CLIENT, 'another-client'] } }],
  [
    'for several audiences, made for another one',
    { claims: { aud: [CLIENT, 'another-client'], azp: 'another-client' } },
  ],
  ['for us alone, made for another client', { claims: { azp: 'another-client' } }],
  ['with an azp that is a list', { claims: { azp: [CLIENT] } }],
  ['with the nonce of another attempt', { claims: { nonce: 'nonce-2' } }],
  ['without a nonce', { claims: { nonce: undefined } }],
  ['of another issuer', { claims: { iss: 'https://evil.example' } }],
  ['of our issuer with one more slash', { claims: { iss: 'SLASH' } }],
  ['without an issuer', { claims: { iss: undefined } }],
  ['without a subject', { claims: { sub: undefined } }],
  ['with an empty subject', { claims: { sub: '' } }],
  ['with a subject that is a number', { claims: { sub: 7 } }],
  ['with a subject of 256 characters', { claims: { sub: 's'.repeat(256) } }],
  ['with a subject of 255 characters and more bytes', { claims: { sub: '\u00e4'.repeat(255) } }],
  ['with half a surrogate pair for a subject', { claims: { sub: '\ud800' } }],
  ['with a control character in its subject', { claims: { sub: 'a\u0000b' } }],
  ['that is no token', { token: 'not-a-token' }],
  ['that is empty', { token: '' }],
  ['that is encrypted', { token: 'a.b.c.d.e' }],
  ['whose claims are a list', { token: signed([], stranger) }],
  ['that is missing', { token: null }],
];

describe('issue 19 §4: nobody is identified by an ID token', () => {
  let fixture: OidcClientFixture;

  beforeAll(async () => {
    fixture = new OidcClientFixture();
    await fixture.fake.start();
    fixture.fake.rotate('ES256', 'first');
  });

  beforeEach(() => fixture.fake.honest());

  afterAll(() => fixture.fake.stop());

  it.each(HOSTILE)('%s', async (_, lie) => {
    const { fake } = fixture;
    fake.lie = lie.claims?.['iss'] === 'SLASH' ? { claims: { iss: `${fake.issuer}/` } } : lie;
    const fault = await failureOf(fixture.signIn());
    expect(fault).toMatchObject({ kind: 'malformed' });
    expect(fault.cause).toBeUndefined();
  });

  it.each([
    ['an honest one', {}],
    ['one that expired half a minute ago, by a clock that differs', { claims: { exp: at(-29) } }],
    ['one of half a minute ahead', { claims: { iat: at(29), nbf: at(29) } }],
    ['one for several audiences that was made for us', { claims: { aud: [CLIENT, 'other'], azp: CLIENT } }],
    ['one without a key name', { signature: { header: { kid: undefined } } }],
  ] as const)('but is by %s', async (_, lie) => {
    fixture.fake.lie = lie;
    expect(await fixture.signIn()).toMatchObject({ issuer: fixture.fake.url, subject: 'sub-mara', name: 'mara' });
  });

  it('and the list of algorithms holds for what is signed well, too', async () => {
    const other = new OidcClientFixture();
    await other.fake.start();
    try {
      other.fake.document = { id_token_signing_alg_values_supported: ['RS256'] };
      expect(await failureOf(other.signIn())).toMatchObject({ kind: 'malformed', operation: 'answer.judge' });
      other.fake.rotate('RS256');
      expect(await other.signIn()).toMatchObject({ subject: 'sub-mara' });
    } finally {
      await other.fake.stop();
    }
  });
});
