import { describe, expect, it } from 'vitest';
import {
  type AssertionJson,
  type Lies,
  SoftAuthenticator,
} from '../../../../test/fakes/authenticator/soft-authenticator.js';
import { cbor } from '../../../../test/fakes/authenticator/cbor.js';
import { ASSERTION } from './authenticator-answer.js';
import { judgeAssertion } from './judge-assertion.js';

const ORIGIN = 'https://usher.example';
const EXPECTED = { challenge: 'c'.repeat(43), rpId: 'usher.example', origins: [ORIGIN] };

/** User present and verified, as every sign-in needs; what can be copied, and what has been. */
const [NEITHER, ELIGIBLE, COPIED, IMPOSSIBLE] = [0x05, 0x0d, 0x1d, 0x15];

/** Lists in lists, far more than any stack bears. */
const BOMB = Buffer.alloc(5_500, 0x81);

const passkey = new SoftAuthenticator();

const keyOf = (one: SoftAuthenticator) => ({ publicKey: Buffer.from(cbor(one.coseKey())).toString('base64url') });

/** What an answer comes to; what isn't even an assertion is unreadable, as the route has it. */
async function judged(answer: unknown, signer = passkey): Promise<unknown> {
  const parsed = ASSERTION.safeParse(answer);
  return parsed.success ? judgeAssertion(parsed.data, EXPECTED, keyOf(signer)) : 'unreadable';
}

const signed = (flags: number) => judged(passkey.get(EXPECTED, ORIGIN, { flags, counter: 1 }));

const flipped = (text: string, at: number): string => {
  const bytes = Buffer.from(text, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes.toString('base64url');
};

const cut = (text: string, bytes: number): string =>
  Buffer.from(text, 'base64url').subarray(0, bytes).toString('base64url');

const extended = (text: string, flags: number, more: Buffer): string => {
  const bytes = Buffer.concat([Buffer.from(text, 'base64url'), more]);
  bytes.writeUInt8(bytes.readUInt8(32) | flags, 32);
  return bytes.toString('base64url');
};

describe('WebAuthn L3 §6.1.3: what an authenticator says of copies', () => {
  it.each([
    [NEITHER, { backupEligible: false, backupState: false }],
    [ELIGIBLE, { backupEligible: true, backupState: false }],
    [COPIED, { backupEligible: true, backupState: true }],
  ])('issue 43 C17: the flags %i are taken as they are, whatever they were at the last use', async (flags, said) => {
    expect(await signed(flags)).toEqual({ signCount: 1, ...said });
  });

  it('issue 43 C17: a copy of what can not be copied is refused for a reason of its own', async () => {
    expect(await signed(IMPOSSIBLE)).toBe('backup_flags');
  });
});

describe('issue 19 §2, security 14: an assertion that is refused', () => {
  const LIES: readonly (readonly [what: string, reason: string, lies: () => Lies])[] = [
    ['another challenge', 'wrong_challenge', () => ({ challenge: 'x'.repeat(43) })],
    ['no challenge', 'wrong_challenge', () => ({ challenge: '' })],
    ['the type of a registration', 'wrong_type', () => ({ type: 'webauthn.create' })],
    ['an unknown type', 'wrong_type', () => ({ type: 'payment.get' })],
    ['another host as origin', 'wrong_origin', () => ({ origin: 'https://evil.example' })],
    ['another scheme as origin', 'wrong_origin', () => ({ origin: ORIGIN.replace('https:', 'http:') })],
    ['another port as origin', 'wrong_origin', () => ({ origin: 'https://usher.example:8443' })],
    ['an origin that begins like ours', 'wrong_origin', () => ({ origin: `${ORIGIN}.evil.example` })],
    ['an origin with a slash', 'wrong_origin', () => ({ origin: `${ORIGIN}/` })],
    ['no origin', 'wrong_origin', () => ({ origin: '' })],
    ['the app of another certificate', 'wrong_origin', () => ({ origin: 'android:apk-key-hash:AAAA' })],
    ['a page inside another site’s', 'embedded', () => ({ crossOrigin: true })],
    ['another host as RP id', 'wrong_host', () => ({ rpId: 'evil.example' })],
    ['an RP id with the port', 'wrong_host', () => ({ rpId: 'usher.example:443' })],
    ['an RP id with the scheme', 'wrong_host', () => ({ rpId: ORIGIN })],
    ['no user verification', 'no_user_verification', () => ({ flags: 0x01 })],
    ['no user presence', 'no_user_verification', () => ({ flags: 0x04 })],
    ['no flag at all', 'no_user_verification', () => ({ flags: 0x00 })],
    ['a copy of what can’t be copied', 'backup_flags', () => ({ flags: 0x15 })],
    ['client data that is no JSON', 'unreadable', () => ({ clientData: Buffer.from('{') })],
    ['client data that is null', 'unreadable', () => ({ clientData: Buffer.from('null') })],
    ['client data that is no UTF-8', 'unreadable', () => ({ clientData: Buffer.from([0xff, 0xfe]) })],
    ['client data without members', 'unreadable', () => ({ clientData: Buffer.from('{}') })],
    ['a signature cut short', 'unverified', () => ({ signature: (bytes) => bytes.subarray(0, 20) })],
    ['a signature of zeros', 'unverified', () => ({ signature: (bytes) => Buffer.alloc(bytes.length) })],
  ];

  /** What is made of an honest answer. */
  const CHANGES: readonly (readonly [what: string, reason: string, change: (answer: AssertionJson) => unknown])[] = [
    [
      'a flipped bit of the signature',
      'unverified',
      (answer) => withResponse(answer, 'signature', (text) => flipped(text, 12)),
    ],
    [
      'a flipped bit of the counter',
      'unverified',
      (answer) => withResponse(answer, 'authenticatorData', (text) => flipped(text, 33)),
    ],
    [
      'authenticator data cut short',
      'unreadable',
      (answer) => withResponse(answer, 'authenticatorData', (text) => cut(text, 36)),
    ],
    [
      'bytes behind the data',
      'unverified',
      (answer) => withResponse(answer, 'authenticatorData', (text) => `${text}AAAA`),
    ],
    [
      'extensions cut short',
      'unreadable',
      (answer) => withResponse(answer, 'authenticatorData', (text) => extended(text, 0x80, Buffer.from([0xa1]))),
    ],
    [
      'extensions nested without end',
      'unreadable',
      (answer) => withResponse(answer, 'authenticatorData', (text) => extended(text, 0x80, BOMB)),
    ],
    [
      'another raw id',
      'unverified',
      (answer) => ({ ...answer, rawId: new SoftAuthenticator().credentialId.toString('base64url') }),
    ],
    ['another kind of credential', 'unreadable', (answer) => ({ ...answer, type: 'password' })],
    ['an id too short', 'unreadable', (answer) => ({ ...answer, id: 'AAAA', rawId: 'AAAA' })],
    ['an id of another alphabet', 'unreadable', (answer) => ({ ...answer, id: `${answer.id.slice(1)}+` })],
    ['an id that is a number', 'unreadable', (answer) => ({ ...answer, id: 1 })],
    ['no response', 'unreadable', ({ response: _, ...answer }) => answer],
    ['a response that is a list', 'unreadable', (answer) => ({ ...answer, response: [] })],
    [
      'an attestation in its place',
      'unreadable',
      () => new SoftAuthenticator().create({ challenge: 'c', rp: { id: 'usher.example' }, user: { id: 'AA' } }, ORIGIN),
    ],
    ['no member at all', 'unreadable', () => ({})],
  ];

  const withResponse = (
    answer: AssertionJson,
    member: 'signature' | 'authenticatorData',
    change: (text: string) => string,
  ) => ({
    ...answer,
    response: { ...answer.response, [member]: change(answer.response[member]) },
  });

  it.each(LIES)('%s: %s', async (_, fault, lies) => {
    expect(await judged(passkey.get(EXPECTED, ORIGIN, lies()))).toBe(fault);
  });

  it.each(CHANGES)('%s: %s', async (_, fault, change) => {
    expect(await judged(change(passkey.get(EXPECTED, ORIGIN)))).toBe(fault);
  });

  it('one that another passkey has signed', async () => {
    expect(await judged(passkey.get(EXPECTED, ORIGIN), new SoftAuthenticator())).toBe('unverified');
  });

  it('an honest one is none of them', async () => {
    expect(await judged(passkey.get(EXPECTED, ORIGIN))).toMatchObject({ backupState: false });
  });
});
