import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Cbor } from '../../fakes/authenticator/cbor.js';
import {
  type AssertionJson,
  type AttestationJson,
  type Lies,
  type SignInRequest,
  SoftAuthenticator,
} from '../../fakes/authenticator/soft-authenticator.js';
import type { Answer } from '../../harness/http-client.js';
import type { Session } from '../../harness/start-app.js';
import { type Begun, PasskeyHousehold } from './passkey-household.js';

const PROXY = { TRUSTED_PROXIES: '127.0.0.1' };
const ELSEWHERE = { 'x-forwarded-host': 'other.example' };

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
    /** One of each kind; judge-assertion.spec.ts has the others. */
    const KINDS: readonly (readonly [reason: string, attack: (request: SignInRequest) => unknown])[] = [
      ...(
        [
          ['passkey_wrong_challenge', () => ({ challenge: 'x'.repeat(43) })],
          ['passkey_wrong_type', () => ({ type: 'webauthn.create' })],
          ['passkey_wrong_origin', () => ({ origin: 'http://127.0.0.1:1' })],
          ['passkey_embedded', () => ({ crossOrigin: true })],
          ['passkey_wrong_host', () => ({ rpId: 'evil.example' })],
          ['passkey_no_user_verification', () => ({ flags: 0x01 })],
          ['passkey_backup_flags', () => ({ flags: 0x15 })],
          ['passkey_unreadable', () => ({ clientData: Buffer.from('{') })],
          ['passkey_unverified', () => ({ signature: (bytes) => Buffer.alloc(bytes.length) })],
          ['passkey_unverified', () => ({ credentialId: his.credentialId })],
          ['unknown_passkey', () => ({ credentialId: Buffer.alloc(32, 7) })],
          ['passkey_wrong_handle', () => ({ handle: handleOf(his) })],
          ['passkey_wrong_handle', () => ({ handle: `${handleOf(hers)}=` })],
          ['passkey_wrong_handle', () => ({ handle: '' })],
          ['passkey_wrong_handle', () => ({ handle: null })],
          // The counter of its last use, one that went back, and one that has begun anew.
          ['passkey_counter', () => ({ counter: 2 })],
          ['passkey_counter', () => ({ counter: 1 })],
          ['passkey_counter', () => ({ counter: 0 })],
        ] satisfies readonly (readonly [string, () => Lies])[]
      ).map(
        ([reason, lies]) => [reason, (request: SignInRequest) => hers.get(request, household.origin, lies())] as const,
      ),
      ['passkey_unreadable', () => ({})],
    ];

    const refusal = { status: 401, body: { error: 'passkey authentication failed', code: 'passkey_failed' } };

    it('of each kind, and the log alone says why', async () => {
      const answers: (readonly [Answer, unknown])[] = [];
      const before = await household.left();
      for (const [, attack] of KINDS) {
        await household.wait();
        const { options, session_id } = await household.beginSignIn();
        const answer = await household.finishSignIn(session_id, attack(options.publicKey) as AssertionJson);
        const line = household.app.logLines.findLast((text) => text.includes('sign-in refused')) ?? '{}';
        answers.push([answer, (JSON.parse(line) as { reason?: unknown }).reason]);
      }
      expect(await household.left()).toEqual(before);
      expect(answers.map(([, reason]) => reason)).toEqual(KINDS.map(([reason]) => reason));
      for (const [answer] of answers) expect(answer).toMatchObject(refusal);
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
    /** One of each kind; judge-attestation.spec.ts has the others. */
    const KINDS: readonly (readonly [code: string, lies: () => Lies])[] = [
      ['passkey_wrong_challenge', () => ({ challenge: 'x'.repeat(43) })],
      ['passkey_wrong_type', () => ({ type: 'webauthn.get' })],
      ['passkey_wrong_origin', () => ({ origin: 'https://evil.example' })],
      ['passkey_embedded', () => ({ crossOrigin: true })],
      ['passkey_unreadable', () => ({ clientData: Buffer.from('no') })],
      ['passkey_wrong_host', () => ({ rpId: 'evil.example' })],
      ['passkey_no_user_verification', () => ({ flags: 0x01 })],
      ['passkey_backup_flags', () => ({ flags: 0x15 })],
      ['passkey_unverified', () => ({ appended: Buffer.alloc(3) })],
      ['passkey_unsupported_key', () => ({ coseKey: new SoftAuthenticator().coseKey().set(-1, 2) })],
      ['passkey_in_use', () => ({ credentialId: his.credentialId })],
      ['passkey_in_use', () => ({ credentialId: hers.credentialId })],
      // Ids that are too short and too long are no such body.
      ['invalid_attestation', () => ({ credentialId: Buffer.alloc(8, 1) })],
      ['invalid_attestation', () => ({ credentialId: Buffer.alloc(1_024, 1) })],
    ];

    it('of each kind', async () => {
      const answers: Answer[] = [];
      const before = await household.left();
      for (const [, lies] of KINDS) {
        const { options, session_id } = await household.begin(mara);
        const answer = new SoftAuthenticator().create(options.publicKey, household.origin, lies());
        answers.push(await household.finish(mara, session_id, answer));
      }
      expect(await household.left()).toEqual(before);
      const codes = answers.map(({ status, body }) => [status, (body as { code?: string }).code ?? 'none']);
      expect(codes).toEqual(KINDS.map(([code]) => [400, code]));
    });

    const honest = ({ options }: Awaited<ReturnType<PasskeyHousehold['begin']>>): AttestationJson =>
      new SoftAuthenticator().create(options.publicKey, household.origin);

    it('what is no answer of an authenticator', async () => {
      const begun = await household.begin(mara);
      const { id, rawId, type } = honest(begun);
      for (const answer of [{ id, rawId, type }, {}])
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
