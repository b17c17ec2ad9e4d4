import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cbor, type Cbor } from '../../../../test/fakes/authenticator/cbor.js';
import {
  type AttestationJson,
  type Lies,
  SoftAuthenticator,
} from '../../../../test/fakes/authenticator/soft-authenticator.js';
import { ATTESTATION } from './authenticator-answer.js';
import { judgeAttestation } from './judge-attestation.js';

const ORIGIN = 'https://usher.example';
const EXPECTED = { challenge: 'c'.repeat(43), rpId: 'usher.example', origins: [ORIGIN] };
const REQUEST = { challenge: EXPECTED.challenge, rp: { id: EXPECTED.rpId }, user: { id: 'AA' } };

/** Lists in lists, far more than any stack bears. */
const BOMB = Buffer.alloc(5_500, 0x81);

/** What an answer comes to; `none` for what isn't even an attestation. */
async function judged(answer: unknown): Promise<unknown> {
  const parsed = ATTESTATION.safeParse(answer);
  return parsed.success ? judgeAttestation(parsed.data, EXPECTED) : 'none';
}

const made = (lies: Lies = {}): AttestationJson => new SoftAuthenticator().create(REQUEST, ORIGIN, lies);

describe('issue 19 §2: a registration that is refused with its cause', () => {
  const point = (bytes: number, fill: number) => Buffer.alloc(bytes, fill);
  const key = (...entries: readonly (readonly [number, Cbor])[]): Lies => ({ coseKey: new Map(entries) });
  const rsa = (modulusLength: number, publicExponent = 65_537): Lies => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength, publicExponent });
    const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
    return key([1, 3], [3, -257], [-1, Buffer.from(n, 'base64url')], [-2, Buffer.from(e, 'base64url')]);
  };
  const p256 = (): Map<number, Cbor> => new SoftAuthenticator().coseKey();

  const ROWS: readonly (readonly [what: string, fault: string, lies: () => Lies])[] = [
    ['another challenge', 'wrong_challenge', () => ({ challenge: 'x'.repeat(43) })],
    ['the type of a sign-in', 'wrong_type', () => ({ type: 'webauthn.get' })],
    ['another host as origin', 'wrong_origin', () => ({ origin: 'https://evil.example' })],
    ['another scheme as origin', 'wrong_origin', () => ({ origin: ORIGIN.replace('https:', 'http:') })],
    ['another port as origin', 'wrong_origin', () => ({ origin: 'https://usher.example:8443' })],
    ['a page inside another site’s', 'embedded', () => ({ crossOrigin: true })],
    ['client data that is no JSON', 'unreadable', () => ({ clientData: Buffer.from('no') })],
    ['another host as RP id', 'wrong_host', () => ({ rpId: 'evil.example' })],
    ['an RP id with the port', 'wrong_host', () => ({ rpId: 'usher.example:443' })],
    ['no user verification', 'no_user_verification', () => ({ flags: 0x01 })],
    ['no user presence', 'no_user_verification', () => ({ flags: 0x04 })],
    ['a copy of what can’t be copied', 'backup_flags', () => ({ flags: 0x15 })],
    ['a key for ES384', 'unverified', () => key([1, 2], [3, -35], [-1, 2], [-2, point(48, 1)], [-3, point(48, 1)])],
    ['a key for RS1', 'unverified', () => key([1, 3], [3, -65_535], [-1, point(256, 255)], [-2, point(3, 1)])],
    ['a key for no algorithm', 'unverified', () => key([1, 2], [-1, 1], [-2, point(32, 1)], [-3, point(32, 1)])],
    ['a key of no type', 'unsupported_key', () => key([3, -7], [-1, 1], [-2, point(32, 1)], [-3, point(32, 1)])],
    ['ES256 on another curve', 'unsupported_key', () => ({ coseKey: p256().set(-1, 2) })],
    ['a point beside the curve', 'unsupported_key', () => ({ coseKey: p256().set(-2, point(32, 9)) })],
    ['half a point', 'unsupported_key', () => ({ coseKey: p256().set(-3, point(16, 1)) })],
    ['a text for a point', 'unsupported_key', () => ({ coseKey: p256().set(-3, 'y') })],
    ['a key of another type than its algorithm', 'unsupported_key', () => ({ coseKey: p256().set(3, -8) })],
    ['half an Ed25519 key', 'unsupported_key', () => key([1, 1], [3, -8], [-1, 6], [-2, point(16, 1)])],
    ['an RSA key of 1024 bits', 'unsupported_key', () => rsa(1_024)],
    ['an RSA key with the exponent 3', 'unsupported_key', () => rsa(2_048, 3)],
    [
      'an RSA key that takes long',
      'unsupported_key',
      () => key([1, 3], [3, -257], [-1, point(2_048, 255)], [-2, point(3, 1)]),
    ],
    ['a key that is a list', 'unverified', () => ({ coseKey: [1, 2] })],
    ['bytes behind the key', 'unverified', () => ({ appended: Buffer.alloc(3) })],
    [
      'an object cut short',
      'unreadable',
      () => ({ attestationObject: cbor(new Map([['fmt', 'none']])).subarray(0, 4) }),
    ],
    ['an object without data', 'unreadable', () => ({ attestationObject: cbor(new Map([['fmt', 'none']])) })],
    ['an object that is a list', 'unverified', () => ({ attestationObject: cbor([1, 2, 3]) })],
    [
      'an object with data of 36 bytes',
      'unreadable',
      () => ({ attestationObject: cbor(new Map([['authData', point(36, 0)]])) }),
    ],
    ['an object nested without end', 'unreadable', () => ({ attestationObject: BOMB })],
    ['a list of four billion items', 'unreadable', () => ({ attestationObject: Buffer.from('9affffffff00', 'hex') })],
    [
      'a map of four billion members',
      'unreadable',
      () => ({ attestationObject: Buffer.from('baffffffff6161', 'hex') }),
    ],
    [
      'bytes that are not there',
      'unreadable',
      () => ({ attestationObject: Buffer.from('a168617574684461746' + '15affffffff', 'hex') }),
    ],
    ['an id of 8 bytes', 'none', () => ({ credentialId: point(8, 1) })],
    ['an id of 1,024 bytes', 'none', () => ({ credentialId: point(1_024, 1) })],
  ];

  it.each(ROWS)('%s: %s', async (_, fault, lies) => {
    expect(await judged(made(lies()))).toBe(fault);
  });

  it.each<readonly [what: string, fault: string, change: (answer: AttestationJson) => unknown]>([
    ['another id than was made', 'unverified', (answer) => ({ ...answer, id: 'A'.repeat(43), rawId: 'A'.repeat(43) })],
    ['another raw id', 'unverified', (answer) => ({ ...answer, rawId: 'A'.repeat(43) })],
    ['another kind of credential', 'none', (answer) => ({ ...answer, type: 'password' })],
    ['no response', 'none', ({ id, rawId, type }) => ({ id, rawId, type })],
    ['no member at all', 'none', () => ({})],
  ])('%s: %s', async (_, fault, change) => {
    expect(await judged(change(made()))).toBe(fault);
  });

  it('an honest one is none of them', async () => {
    expect(await judged(made())).toMatchObject({ signCount: 1, backupState: false });
  });
});
