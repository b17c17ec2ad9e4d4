import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cbor, type Cbor } from '../../fakes/authenticator/cbor.js';
import {
  type AssertionJson,
  type AttestationJson,
  type Lies,
  SoftAuthenticator,
} from '../../fakes/authenticator/soft-authenticator.js';
import type { Answer } from '../../harness/http-client.js';
import type { Session } from '../../harness/start-app.js';
import { type Begun, PasskeyHousehold } from './passkey-household.js';

const PROXY = { TRUSTED_PROXIES: '127.0.0.1' };
const ELSEWHERE = { 'x-forwarded-host': 'other.example' };

/** Lists in lists, far more than any stack bears. */
const BOMB = Buffer.alloc(5_500, 0x81);

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

describe('issue 19 §2: what no passkey may do', () => {
  let household: PasskeyHousehold;
  let mara: Session;
  let otto: Session;
  let hers: SoftAuthenticator;
  let his: SoftAuthenticator;

  beforeAll(async () => {
    household = await PasskeyHousehold.open({ env: PROXY });
    mara = await household.member('mara');
    otto = await household.member('otto');
    hers = await household.register(mara);
    his = await household.register(otto);
    await household.signIn(hers);
  });

  beforeEach(async () => {
    await household.wait();
    mara = await household.app.refresh(mara);
    otto = await household.app.refresh(otto);
  });

  afterAll(() => household.close());

  /** What an attack answers; it must leave nothing behind. */
  async function leavesNothing(attack: () => Promise<Answer>): Promise<Answer> {
    const before = await household.left();
    const answer = await attack();
    expect(await household.left()).toEqual(before);
    return answer;
  }

  const handleOf = (passkey: SoftAuthenticator) =>
    passkey.get({ challenge: '', rpId: '' }, '', { counter: 1 }).response.userHandle ?? '';

  describe('security 14: an assertion is refused with one 401, for everything that is wrong with it', () => {
    /** The answer's lies, as they depend on what is there. */
    const LIES: readonly (readonly [what: string, reason: string, lies: () => Lies])[] = [
      ['another challenge', 'passkey_wrong_challenge', () => ({ challenge: 'x'.repeat(43) })],
      ['no challenge', 'passkey_wrong_challenge', () => ({ challenge: '' })],
      ['the type of a registration', 'passkey_wrong_type', () => ({ type: 'webauthn.create' })],
      ['an unknown type', 'passkey_wrong_type', () => ({ type: 'payment.get' })],
      ['another host as origin', 'passkey_wrong_origin', () => ({ origin: 'https://evil.example' })],
      [
        'another scheme as origin',
        'passkey_wrong_origin',
        () => ({ origin: household.origin.replace('http:', 'https:') }),
      ],
      ['another port as origin', 'passkey_wrong_origin', () => ({ origin: 'http://127.0.0.1:1' })],
      [
        'an origin that begins like ours',
        'passkey_wrong_origin',
        () => ({ origin: `${household.origin}.evil.example` }),
      ],
      ['an origin with a slash', 'passkey_wrong_origin', () => ({ origin: `${household.origin}/` })],
      ['no origin', 'passkey_wrong_origin', () => ({ origin: '' })],
      ['the app of another certificate', 'passkey_wrong_origin', () => ({ origin: 'android:apk-key-hash:AAAA' })],
      ['a page inside another site’s', 'passkey_embedded', () => ({ crossOrigin: true })],
      ['another host as RP id', 'passkey_wrong_host', () => ({ rpId: 'evil.example' })],
      ['an RP id with the port', 'passkey_wrong_host', () => ({ rpId: new URL(household.origin).host })],
      ['an RP id with the scheme', 'passkey_wrong_host', () => ({ rpId: household.origin })],
      ['no user verification', 'passkey_no_user_verification', () => ({ flags: 0x01 })],
      ['no user presence', 'passkey_no_user_verification', () => ({ flags: 0x04 })],
      ['no flag at all', 'passkey_no_user_verification', () => ({ flags: 0x00 })],
      ['a copy of what can’t be copied', 'passkey_backup_flags', () => ({ flags: 0x15 })],
      ['the counter of its last use', 'passkey_counter', () => ({ counter: 2 })],
      ['a counter that went back', 'passkey_counter', () => ({ counter: 1 })],
      ['a counter that has begun anew', 'passkey_counter', () => ({ counter: 0 })],
      ['another’s handle', 'passkey_wrong_handle', () => ({ handle: handleOf(his) })],
      ['a handle with padding', 'passkey_wrong_handle', () => ({ handle: `${handleOf(hers)}=` })],
      ['an empty handle', 'passkey_wrong_handle', () => ({ handle: '' })],
      ['no handle', 'passkey_wrong_handle', () => ({ handle: null })],
      ['client data that is no JSON', 'passkey_unreadable', () => ({ clientData: Buffer.from('{') })],
      ['client data that is null', 'passkey_unreadable', () => ({ clientData: Buffer.from('null') })],
      ['client data that is no UTF-8', 'passkey_unreadable', () => ({ clientData: Buffer.from([0xff, 0xfe]) })],
      ['client data without members', 'passkey_unreadable', () => ({ clientData: Buffer.from('{}') })],
      ['another’s passkey id', 'passkey_unverified', () => ({ credentialId: his.credentialId })],
      ['an unknown passkey id', 'unknown_passkey', () => ({ credentialId: Buffer.alloc(32, 7) })],
      ['a signature cut short', 'passkey_unverified', () => ({ signature: (bytes) => bytes.subarray(0, 20) })],
      ['a signature of zeros', 'passkey_unverified', () => ({ signature: (bytes) => Buffer.alloc(bytes.length) })],
    ];

    /** What is made of an honest answer. */
    const CHANGES: readonly (readonly [what: string, reason: string, change: (answer: AssertionJson) => unknown])[] = [
      [
        'a flipped bit of the signature',
        'passkey_unverified',
        (answer) => withResponse(answer, 'signature', (text) => flipped(text, 12)),
      ],
      [
        'a flipped bit of the counter',
        'passkey_unverified',
        (answer) => withResponse(answer, 'authenticatorData', (text) => flipped(text, 33)),
      ],
      [
        'authenticator data cut short',
        'passkey_unreadable',
        (answer) => withResponse(answer, 'authenticatorData', (text) => cut(text, 36)),
      ],
      [
        'bytes behind the data',
        'passkey_unverified',
        (answer) => withResponse(answer, 'authenticatorData', (text) => `${text}AAAA`),
      ],
      [
        'extensions cut short',
        'passkey_unreadable',
        (answer) => withResponse(answer, 'authenticatorData', (text) => extended(text, 0x80, Buffer.from([0xa1]))),
      ],
      [
        'extensions nested without end',
        'passkey_unreadable',
        (answer) => withResponse(answer, 'authenticatorData', (text) => extended(text, 0x80, BOMB)),
      ],
      [
        'another raw id',
        'passkey_unverified',
        (answer) => ({ ...answer, rawId: his.credentialId.toString('base64url') }),
      ],
      ['another kind of credential', 'passkey_unreadable', (answer) => ({ ...answer, type: 'password' })],
      ['an id too short', 'passkey_unreadable', (answer) => ({ ...answer, id: 'AAAA', rawId: 'AAAA' })],
      ['an id of another alphabet', 'passkey_unreadable', (answer) => ({ ...answer, id: `${answer.id.slice(1)}+` })],
      ['an id that is a number', 'passkey_unreadable', (answer) => ({ ...answer, id: 1 })],
      ['no response', 'passkey_unreadable', ({ response: _, ...answer }) => answer],
      ['a response that is a list', 'passkey_unreadable', (answer) => ({ ...answer, response: [] })],
      [
        'an attestation in its place',
        'passkey_unreadable',
        () =>
          new SoftAuthenticator().create(
            { challenge: 'c', rp: { id: '127.0.0.1' }, user: { id: 'AA' } },
            household.origin,
          ),
      ],
      ['no member at all', 'passkey_unreadable', () => ({})],
    ];

    const withResponse = (
      answer: AssertionJson,
      member: 'signature' | 'authenticatorData',
      change: (text: string) => string,
    ) => ({
      ...answer,
      response: { ...answer.response, [member]: change(answer.response[member]) },
    });

    const refusal = { status: 401, body: { error: 'passkey authentication failed', code: 'passkey_failed' } };

    /** Why the last sign-in was refused, as the log says. */
    const refusedFor = (): unknown => {
      const line = household.app.logLines.findLast((text) => text.includes('sign-in refused')) ?? '{}';
      return (JSON.parse(line) as { reason?: unknown }).reason;
    };

    it.each(LIES)('%s: %s', async (_, reason, lies) => {
      const { options, session_id } = await household.beginSignIn();
      const answer = hers.get(options.publicKey, household.origin, lies());
      expect(await leavesNothing(() => household.finishSignIn(session_id, answer))).toMatchObject(refusal);
      expect(refusedFor()).toBe(reason);
    });

    it.each(CHANGES)('%s: %s', async (_, reason, change) => {
      const { options, session_id } = await household.beginSignIn();
      const answer = change(hers.get(options.publicKey, household.origin)) as AssertionJson;
      expect(await leavesNothing(() => household.finishSignIn(session_id, answer))).toMatchObject(refusal);
      expect(refusedFor()).toBe(reason);
    });

    it('an unknown ceremony', async () => {
      const { options } = await household.beginSignIn();
      const answer = hers.get(options.publicKey, household.origin);
      const other = '00000000-0000-4000-8000-000000000000';
      expect(await leavesNothing(() => household.finishSignIn(other, answer))).toMatchObject(refusal);
    });

    it('the challenge of another ceremony', async () => {
      const [one, other] = [await household.beginSignIn(), await household.beginSignIn()];
      const answer = hers.get(other.options.publicKey, household.origin);
      expect(await leavesNothing(() => household.finishSignIn(one.session_id, answer))).toMatchObject(refusal);
    });

    it('an answer that has been used', async () => {
      const { options, session_id } = await household.beginSignIn();
      const answer = hers.get(options.publicKey, household.origin);
      expect((await household.finishSignIn(session_id, answer)).status).toBe(200);
      expect(await leavesNothing(() => household.finishSignIn(session_id, answer))).toMatchObject(refusal);
    });

    it('a right answer after a wrong one to the same ceremony', async () => {
      const { options, session_id } = await household.beginSignIn();
      const wrong = hers.get(options.publicKey, household.origin, { flags: 0 });
      await household.finishSignIn(session_id, wrong);
      const right = hers.get(options.publicKey, household.origin);
      expect(await leavesNothing(() => household.finishSignIn(session_id, right))).toMatchObject(refusal);
    });

    it('a ceremony that was begun to register', async () => {
      const { options, session_id } = await household.begin(mara);
      const answer = hers.get({ challenge: options.publicKey.challenge, rpId: '127.0.0.1' }, household.origin);
      expect(await leavesNothing(() => household.finishSignIn(session_id, answer))).toMatchObject(refusal);
    });

    it('a ceremony that was begun at another host', async () => {
      const { options, session_id } = (
        await household.app.http.post('/api/auth/passkey/login/begin', undefined, ELSEWHERE)
      ).body as Begun<{ challenge: string; rpId: string }>;
      expect(options.publicKey.rpId).toBe('other.example');
      const answer = hers.get({ ...options.publicKey, rpId: '127.0.0.1' }, household.origin);
      expect(await leavesNothing(() => household.finishSignIn(session_id, answer))).toMatchObject(refusal);
    });

    it('a passkey of another host', async () => {
      const { options, session_id } = (
        await household.app.http.post('/api/auth/passkey/login/begin', undefined, ELSEWHERE)
      ).body as Begun<{ challenge: string; rpId: string }>;
      const answer = hers.get(options.publicKey, 'http://other.example');
      const path = `/api/auth/passkey/login/finish?session_id=${session_id}`;
      expect(await leavesNothing(() => household.app.http.post(path, answer, ELSEWHERE))).toMatchObject(refusal);
    });

    it('the log names the cause and the account where one is known, and nothing of what was brought', async () => {
      const { options, session_id } = await household.beginSignIn();
      const answer = hers.get(options.publicKey, household.origin, { counter: 1 });
      await household.finishSignIn(session_id, answer);
      const line = household.app.logLines.findLast((text) => text.includes('sign-in refused')) ?? '';
      expect(JSON.parse(line)).toMatchObject({ reason: 'passkey_counter', account: 'mara' });
      for (const part of [answer.id, hers.id, session_id, options.publicKey.challenge])
        expect(line).not.toContain(part);
    });
  });

  describe('a registration is refused with its cause', () => {
    const point = (bytes: number, fill: number) => Buffer.alloc(bytes, fill);
    const key = (...entries: readonly (readonly [number, Cbor])[]): Lies => ({ coseKey: new Map(entries) });
    const rsa = (modulusLength: number, publicExponent = 65_537): Lies => {
      const { publicKey } = generateKeyPairSync('rsa', { modulusLength, publicExponent });
      const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
      return key([1, 3], [3, -257], [-1, Buffer.from(n, 'base64url')], [-2, Buffer.from(e, 'base64url')]);
    };
    const p256 = (): Map<number, Cbor> => new SoftAuthenticator().coseKey();

    const ROWS: readonly (readonly [what: string, code: string, lies: () => Lies])[] = [
      ['another challenge', 'passkey_wrong_challenge', () => ({ challenge: 'x'.repeat(43) })],
      ['the type of a sign-in', 'passkey_wrong_type', () => ({ type: 'webauthn.get' })],
      ['another host as origin', 'passkey_wrong_origin', () => ({ origin: 'https://evil.example' })],
      [
        'another scheme as origin',
        'passkey_wrong_origin',
        () => ({ origin: household.origin.replace('http:', 'https:') }),
      ],
      ['another port as origin', 'passkey_wrong_origin', () => ({ origin: 'http://127.0.0.1:1' })],
      ['a page inside another site’s', 'passkey_embedded', () => ({ crossOrigin: true })],
      ['client data that is no JSON', 'passkey_unreadable', () => ({ clientData: Buffer.from('no') })],
      ['another host as RP id', 'passkey_wrong_host', () => ({ rpId: 'evil.example' })],
      ['an RP id with the port', 'passkey_wrong_host', () => ({ rpId: new URL(household.origin).host })],
      ['no user verification', 'passkey_no_user_verification', () => ({ flags: 0x01 })],
      ['no user presence', 'passkey_no_user_verification', () => ({ flags: 0x04 })],
      ['a copy of what can’t be copied', 'passkey_backup_flags', () => ({ flags: 0x15 })],
      [
        'a key for ES384',
        'passkey_unverified',
        () => key([1, 2], [3, -35], [-1, 2], [-2, point(48, 1)], [-3, point(48, 1)]),
      ],
      [
        'a key for RS1',
        'passkey_unverified',
        () => key([1, 3], [3, -65_535], [-1, point(256, 255)], [-2, point(3, 1)]),
      ],
      [
        'a key for no algorithm',
        'passkey_unverified',
        () => key([1, 2], [-1, 1], [-2, point(32, 1)], [-3, point(32, 1)]),
      ],
      [
        'a key of no type',
        'passkey_unsupported_key',
        () => key([3, -7], [-1, 1], [-2, point(32, 1)], [-3, point(32, 1)]),
      ],
      ['ES256 on another curve', 'passkey_unsupported_key', () => ({ coseKey: p256().set(-1, 2) })],
      ['a point beside the curve', 'passkey_unsupported_key', () => ({ coseKey: p256().set(-2, point(32, 9)) })],
      ['half a point', 'passkey_unsupported_key', () => ({ coseKey: p256().set(-3, point(16, 1)) })],
      ['a text for a point', 'passkey_unsupported_key', () => ({ coseKey: p256().set(-3, 'y') })],
      ['a key of another type than its algorithm', 'passkey_unsupported_key', () => ({ coseKey: p256().set(3, -8) })],
      ['half an Ed25519 key', 'passkey_unsupported_key', () => key([1, 1], [3, -8], [-1, 6], [-2, point(16, 1)])],
      ['an RSA key of 1024 bits', 'passkey_unsupported_key', () => rsa(1_024)],
      ['an RSA key with the exponent 3', 'passkey_unsupported_key', () => rsa(2_048, 3)],
      [
        'an RSA key that takes long',
        'passkey_unsupported_key',
        () => key([1, 3], [3, -257], [-1, point(2_048, 255)], [-2, point(3, 1)]),
      ],
      ['a key that is a list', 'passkey_unverified', () => ({ coseKey: [1, 2] })],
      ['bytes behind the key', 'passkey_unverified', () => ({ appended: Buffer.alloc(3) })],
      [
        'an object cut short',
        'passkey_unreadable',
        () => ({ attestationObject: cbor(new Map([['fmt', 'none']])).subarray(0, 4) }),
      ],
      ['an object without data', 'passkey_unreadable', () => ({ attestationObject: cbor(new Map([['fmt', 'none']])) })],
      ['an object that is a list', 'passkey_unverified', () => ({ attestationObject: cbor([1, 2, 3]) })],
      [
        'an object with data of 36 bytes',
        'passkey_unreadable',
        () => ({ attestationObject: cbor(new Map([['authData', point(36, 0)]])) }),
      ],
      ['an object nested without end', 'passkey_unreadable', () => ({ attestationObject: BOMB })],
      [
        'a list of four billion items',
        'passkey_unreadable',
        () => ({ attestationObject: Buffer.from('9affffffff00', 'hex') }),
      ],
      [
        'a map of four billion members',
        'passkey_unreadable',
        () => ({ attestationObject: Buffer.from('baffffffff6161', 'hex') }),
      ],
      [
        'bytes of which there are none',
        'passkey_unreadable',
        () => ({ attestationObject: Buffer.from('a168617574684461746' + '15affffffff', 'hex') }),
      ],
      ['another’s passkey id', 'passkey_in_use', () => ({ credentialId: his.credentialId })],
      ['an own passkey id', 'passkey_in_use', () => ({ credentialId: hers.credentialId })],
      ['an id of 8 bytes', 'none', () => ({ credentialId: point(8, 1) })],
      ['an id of 1,024 bytes', 'none', () => ({ credentialId: point(1_024, 1) })],
    ];

    it.each(ROWS)('%s: %s', async (_, code, lies) => {
      const { options, session_id } = await household.begin(mara);
      const answer = new SoftAuthenticator().create(options.publicKey, household.origin, lies());
      const refused = await leavesNothing(() => household.finish(mara, session_id, answer));
      expect(refused.status).toBe(400);
      expect((refused.body as { code?: string }).code ?? 'none').toBe(code);
    });

    const honest = ({ options }: Awaited<ReturnType<PasskeyHousehold['begin']>>): AttestationJson =>
      new SoftAuthenticator().create(options.publicKey, household.origin);

    it.each([
      [
        'another id than was made',
        (answer: AttestationJson) => ({ ...answer, id: 'A'.repeat(43), rawId: 'A'.repeat(43) }),
      ],
      ['another raw id', (answer: AttestationJson) => ({ ...answer, rawId: 'A'.repeat(43) })],
      ['another kind of credential', (answer: AttestationJson) => ({ ...answer, type: 'password' })],
      ['no response', ({ id, rawId, type }: AttestationJson) => ({ id, rawId, type })],
      ['no member at all', () => ({})],
    ])('%s', async (_, change) => {
      const begun = await household.begin(mara);
      const answer = change(honest(begun));
      expect((await leavesNothing(() => household.finish(mara, begun.session_id, answer))).status).toBe(400);
    });

    const ended = { status: 400, body: { code: 'ceremony_ended' } };

    it('a ceremony of another account', async () => {
      const begun = await household.begin(otto);
      const answer = honest(begun);
      expect(await leavesNothing(() => household.finish(mara, begun.session_id, answer))).toMatchObject(ended);
    });

    it('a ceremony of another device of the account', async () => {
      const begun = await household.begin(mara);
      const elsewhere = await household.app.invite('mara');
      const answer = honest(begun);
      expect(await leavesNothing(() => household.finish(elsewhere, begun.session_id, answer))).toMatchObject(ended);
    });

    it('a ceremony that was begun to sign in', async () => {
      const { options, session_id } = await household.beginSignIn();
      const { challenge, rpId } = options.publicKey;
      const request = { challenge, rp: { id: rpId }, user: { id: handleOf(hers) } };
      const answer = new SoftAuthenticator().create(request, household.origin);
      expect(await leavesNothing(() => household.finish(mara, session_id, answer))).toMatchObject(ended);
    });

    it('a ceremony of the account’s own setup link', async () => {
      const token = await household.setupToken(mara);
      const begun = (await household.beginSetup(token)).body as Begun<Parameters<SoftAuthenticator['create']>[0]>;
      const answer = honest(begun);
      expect(await leavesNothing(() => household.finish(mara, begun.session_id, answer))).toMatchObject(ended);
    });

    it('a ceremony that was begun at another host', async () => {
      const begun = (await mara.post('/api/auth/passkey/register/begin', undefined, ELSEWHERE)).body as Begun<
        Parameters<SoftAuthenticator['create']>[0]
      >;
      const answer = honest(begun);
      expect(await leavesNothing(() => household.finish(mara, begun.session_id, answer))).toMatchObject(ended);
    });

    it('a ceremony that has been used, or was never begun', async () => {
      const begun = await household.begin(mara);
      await household.finish(mara, begun.session_id, {
        ...honest(begun),
        response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
      });
      const answer = honest(begun);
      expect(await leavesNothing(() => household.finish(mara, begun.session_id, answer))).toMatchObject(ended);
      expect(await leavesNothing(() => household.finish(mara, 'nonsense', answer))).toMatchObject(ended);
    });

    it('doc3 §1.1: no session_id, and names that nobody can read', async () => {
      const begun = await household.begin(mara);
      const answer = honest(begun);
      const without = await mara.post('/api/auth/passkey/register/finish', answer);
      expect(without).toMatchObject({ status: 400, body: { error: 'session_id required' } });
      for (const name of ['x'.repeat(256), '%00', '%0a', 'a&credential_name=b'])
        expect((await household.finish(mara, begun.session_id, answer, `&credential_name=${name}`)).status).toBe(400);
      expect((await household.finish(mara, begun.session_id, answer, '&credential_name=%20')).status).toBe(201);
    });

    it('what an authenticator says of its own make is not judged: none was asked for', async () => {
      const begun = await household.begin(mara);
      const statement = {
        fmt: 'packed',
        attStmt: new Map<string, Cbor>([
          ['alg', -7],
          ['x5c', [Buffer.alloc(40, 1)]],
        ]),
      };
      const answer = new SoftAuthenticator().create(begun.options.publicKey, household.origin, { statement });
      expect((await household.finish(mara, begun.session_id, answer)).status).toBe(201);
    });
  });
});
