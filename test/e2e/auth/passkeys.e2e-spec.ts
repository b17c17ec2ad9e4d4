import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { WebauthnCredentialRow } from '../../../src/modules/users/tables/sign-in.entity.js';
import type { Cbor } from '../../fakes/authenticator/cbor.js';
import { type Algorithm, SoftAuthenticator } from '../../fakes/authenticator/soft-authenticator.js';
import type { Session } from '../../harness/start-app.js';
import { PasskeyHousehold } from './passkey-household.js';

const FIVE_MINUTES = 300_000;

describe('doc3 §1.1, §1.8: passkeys', () => {
  let household: PasskeyHousehold;
  let mara: Session;
  let count = 0;

  beforeAll(async () => {
    household = await PasskeyHousehold.open({ isReusable: true });
  });

  beforeEach(async () => {
    count += 1;
    await household.wait();
    mara = await household.member(`mara ${count}`);
  });

  afterAll(() => household.close());

  const stored = (id: string) => household.app.get(Database).read((tx) => tx.findOneBy(WebauthnCredentialRow, { id }));

  it('options ask for a discoverable passkey that verifies its user, with ES256, RS256 and EdDSA, and no attestation', async () => {
    const answer = await mara.post('/api/auth/passkey/register/begin');
    const { userId, username } = mara;
    const handle = Buffer.alloc(8);
    handle.writeUInt32BE(userId, 4);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.body).toEqual({
      session_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/) as string,
      options: {
        publicKey: {
          rp: { id: '127.0.0.1', name: 'Usher' },
          user: { id: handle.toString('base64url'), name: username, displayName: username },
          challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
          pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
          timeout: FIVE_MINUTES,
          excludeCredentials: [],
          authenticatorSelection: {
            residentKey: 'required',
            requireResidentKey: true,
            userVerification: 'required',
          },
          attestation: 'none',
        },
      },
    });
  });

  it('a sign-in names no passkey, so that the person chooses one', async () => {
    const { options, session_id } = await household.beginSignIn();
    expect(session_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(options.publicKey).toEqual({
      rpId: '127.0.0.1',
      challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      timeout: FIVE_MINUTES,
      userVerification: 'required',
    });
  });

  it.each([-7, -8, -257] satisfies Algorithm[])(
    'a passkey of algorithm %s is registered, and signs its owner in on the device that asks',
    async (algorithm) => {
      const passkey = await household.register(mara, new SoftAuthenticator({ algorithm }), 'Her phone');
      const answer = await household.signIn(passkey, '&device_name=Phone&hardware_id=h1');
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
      const { user, device_id, access_token } = answer.body as {
        user: unknown;
        device_id: string;
        access_token: string;
      };
      expect(user).toMatchObject({ id: mara.userId, username: mara.username, passkey_enabled: true });
      const me = await household.app.http.get('/api/auth/me', { authorization: `Bearer ${access_token}` });
      expect(me.status).toBe(200);
      const { body } = await (await household.fresh()).get('/api/admin/devices');
      expect(body).toContainEqual(expect.objectContaining({ id: device_id, device_name: 'Phone' }));
    },
  );

  it('what is stored of a passkey is what doc 3 §9.3 lists, and a use advances its counter', async () => {
    const passkey = await household.register(mara, new SoftAuthenticator({ flags: 0x0d }), 'Her phone');
    const createdAt = household.app.clock.now();
    expect(await stored(passkey.id)).toEqual({
      id: passkey.id,
      userId: mara.userId,
      publicKey: expect.stringMatching(/^[\w-]+$/) as string,
      attestationType: 'none',
      aaguid: '00000000-0000-0000-0000-000000000000',
      signCount: 1,
      backupEligible: true,
      backupState: false,
      rpId: '127.0.0.1',
      name: 'Her phone',
      createdAt,
      lastUsedAt: null,
    });
    await household.app.clock.advance(1_000);
    expect((await household.signIn(passkey)).status).toBe(200);
    expect(await stored(passkey.id)).toMatchObject({ signCount: 2, lastUsedAt: createdAt + 1_000 });
  });

  it.each([
    ['begins', 0x05, { backupEligible: true, backupState: true }],
    ['stops', 0x1d, { backupEligible: false, backupState: false }],
  ])(
    'issue 43 C17: a passkey whose provider %s to copy it signs in, and what it says now is stored',
    async (_, before, now) => {
      const passkey = await household.register(mara, new SoftAuthenticator({ flags: before }));
      const { options, session_id } = await household.beginSignIn();
      const answer = passkey.get(options.publicKey, household.origin, { flags: now.backupEligible ? 0x1d : 0x05 });
      expect((await household.finishSignIn(session_id, answer)).status).toBe(200);
      expect(await stored(passkey.id)).toMatchObject(now);
    },
  );

  it('issue 43 E32: an attestation with certificates, of more than 8 KiB, is taken; a body of more than 64 KiB is 413', async () => {
    const { options, session_id } = await household.begin(mara);
    const x5c = Array.from({ length: 4 }, () => Buffer.alloc(3_000));
    const statement = {
      fmt: 'packed',
      attStmt: new Map<string, Cbor>([
        ['alg', -7],
        ['sig', Buffer.alloc(70)],
        ['x5c', x5c],
      ]),
    };
    const made = new SoftAuthenticator().create(options.publicKey, household.origin, { statement });
    const padded = { ...made, more: 'x'.repeat(64 * 1_024) };
    expect((await household.finish(mara, session_id, padded)).status).toBe(413);
    expect((await household.finish(mara, session_id, made)).status).toBe(201);
  });

  it('lists the own ones of this host, the newest first, with their last use; excludes them from the next registration', async () => {
    const first = await household.register(mara);
    await household.app.clock.advance(1_000);
    const second = await household.register(mara, new SoftAuthenticator(), 'Key');
    await household.signIn(second);
    const now = household.app.clock.now();
    const otto = await household.member(`otto ${count}`);
    await household.register(otto);
    const { body } = await mara.get('/api/auth/passkeys');
    expect(body).toEqual([
      {
        id: second.id,
        name: 'Key',
        created_at: new Date(now).toISOString(),
        last_used_at: new Date(now).toISOString(),
      },
      { id: first.id, name: 'Passkey', created_at: new Date(now - 1_000).toISOString() },
    ]);
    const { options } = (await mara.post('/api/auth/passkey/register/begin')).body as {
      options: { publicKey: { excludeCredentials: unknown } };
    };
    expect(options.publicKey.excludeCredentials).toEqual(
      [second, first].map(({ credentialId }) => ({ type: 'public-key', id: credentialId.toString('base64url') })),
    );
  });

  it('an own one can be deleted, and signs in no more; another’s can’t, and neither can one that isn’t there', async () => {
    const passkey = await household.register(mara);
    const otto = await household.member(`otto ${count}`);
    const path = `/api/auth/passkeys/${passkey.id}`;
    expect(await otto.delete(path)).toMatchObject({ status: 404, body: { error: 'passkey not found' } });
    expect(await mara.delete(path)).toMatchObject({ status: 200, body: { status: 'deleted' } });
    expect(await mara.delete(path)).toMatchObject({ status: 404, body: { error: 'passkey not found' } });
    expect((await household.signIn(passkey)).status).toBe(401);
  });

  it('doc3 §5.2: switched off for an account, its passkeys are gone and no new one is begun; sessions stay', async () => {
    const passkey = await household.register(mara);
    const begun = await household.begin(mara);
    const path = `/api/admin/users/${mara.userId}/auth-methods`;
    await (await household.fresh()).patch(path, { passkey_enabled: false });
    const refusal = {
      status: 403,
      body: { error: 'passkeys are not enabled for this account', code: 'passkeys_not_enabled' },
    };
    expect(await mara.post('/api/auth/passkey/register/begin')).toMatchObject(refusal);
    const made = new SoftAuthenticator().create(begun.options.publicKey, household.origin);
    expect(await household.finish(mara, begun.session_id, made)).toMatchObject(refusal);
    expect((await mara.get('/api/auth/passkeys')).body).toEqual([]);
    await (await household.fresh()).patch(path, { passkey_enabled: true });
    expect((await household.signIn(passkey)).status).toBe(401);
    expect((await mara.get('/api/auth/me')).status).toBe(200);
  });

  it('doc3 §1.7: an administrator may use them though the flag is unset, and a member only while it is set', async () => {
    const passkey = await household.register(await household.fresh());
    expect((await household.signIn(passkey)).status).toBe(200);
    const plain = await household.app.invite(`plain ${count}`);
    expect((await plain.post('/api/auth/passkey/register/begin')).status).toBe(403);
  });

  it('issue 19 §2: an authenticator that keeps no counter signs in again and again', async () => {
    const passkey = await household.register(mara, new SoftAuthenticator({ counts: false }));
    expect((await household.signIn(passkey)).status).toBe(200);
    expect((await household.signIn(passkey)).status).toBe(200);
  });

  it('issue 19 §2: of two answers with one counter exactly one gets in', async () => {
    const passkey = await household.register(mara);
    const begun = [await household.beginSignIn(), await household.beginSignIn()];
    const answers = await Promise.all(
      begun.map(({ options, session_id }) =>
        household.finishSignIn(session_id, passkey.get(options.publicKey, household.origin, { counter: 7 })),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('issue 19 §2: an answer counts once: of six who bring it at once one gets in', async () => {
    const passkey = await household.register(mara, new SoftAuthenticator({ counts: false }));
    const { options, session_id } = await household.beginSignIn();
    const answer = passkey.get(options.publicKey, household.origin);
    const answers = await Promise.all(Array.from({ length: 6 }, () => household.finishSignIn(session_id, answer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
  });

  it('doc3 §1.6: a ceremony ends after five minutes', async () => {
    const passkey = await household.register(mara);
    const late = await household.beginSignIn();
    await household.app.clock.leap(FIVE_MINUTES - 1);
    const still = await household.beginSignIn();
    await household.app.clock.advance(1);
    const answer = (begun: typeof late) =>
      household.finishSignIn(begun.session_id, passkey.get(begun.options.publicKey, household.origin));
    expect([(await answer(late)).status, (await answer(still)).status]).toEqual([401, 200]);
  });
});
