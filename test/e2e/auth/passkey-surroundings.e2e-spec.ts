import { afterEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { SsoOnlyService } from '../../../src/modules/auth/sso-only/sso-only.service.js';
import { SoftAuthenticator } from '../../fakes/authenticator/soft-authenticator.js';
import { PasskeyHousehold } from './passkey-household.js';
import { refusedWith } from '../../harness/refused-with.js';

const FORWARDED = { 'x-forwarded-host': 'media.example:8443', 'x-forwarded-proto': 'https' };
const FINGERPRINT = Array<string>(32).fill('AA').join(':');
const APP = `android:apk-key-hash:${Buffer.alloc(32, 0xaa).toString('base64url')}`;

describe('passkeys and what is around them', () => {
  let household: PasskeyHousehold;

  afterEach(() => household.close());

  const rpIdFor = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
    const { body } = await household.app.http.post('/api/auth/passkey/login/begin', undefined, headers);
    return (body as { options: { publicKey: { rpId: string } } }).options.publicKey.rpId;
  };

  it('doc1 §4 External OIDC: a member’s passkey is refused like an unknown one while single sign-on is required', async () => {
    household = await PasskeyHousehold.open({ isReusable: true });
    const { app } = household;
    const mara = await household.member('mara');
    const [hers, ours] = [await household.register(mara), await household.register(await household.fresh())];
    const required = (on: boolean) => app.get(Database).write((tx) => app.get(SsoOnlyService).set(tx, on));
    await required(true);
    await household.wait();
    const unknown = await household.signIn(new SoftAuthenticator());
    const refused = await household.signIn(hers);
    expect([refused.status, refused.text]).toEqual([401, unknown.text]);
    expect(app.logLines.findLast((line) => line.includes('sign-in refused'))).toContain('"sso_required"');
    expect((await household.signIn(ours)).status).toBe(200);
    await required(false);
    expect((await household.signIn(hers)).status).toBe(200);
  });

  it('doc3 §0: while the storage is away a sign-in is 503, and not refused', async () => {
    household = await PasskeyHousehold.open();
    const passkey = await household.register(await household.fresh());
    const { options, session_id } = await household.beginSignIn();
    await household.app.get(Database).close();
    const answer = await household.finishSignIn(session_id, passkey.get(options.publicKey, household.origin));
    expect([answer.status, answer.body]).toEqual([503, refusedWith('temporarily unavailable, retry shortly')]);
  });

  it('issue 19 §2: behind a trusted proxy host and origin are what it says, and a port belongs to the origin alone', async () => {
    household = await PasskeyHousehold.open({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    expect(await rpIdFor(FORWARDED)).toBe('media.example');
    const admin = await household.fresh();
    const { body } = await admin.post('/api/auth/passkey/setup-link', undefined, FORWARDED);
    expect((body as { link: string }).link).toMatch(/^https:\/\/media\.example:8443\//);
  });

  it('security 24: nobody else can say so', async () => {
    household = await PasskeyHousehold.open({ isReusable: true });
    expect(await rpIdFor(FORWARDED)).toBe('127.0.0.1');
  });

  it('doc3 §1.8: configured origins and the configured Android app may sign in', async () => {
    household = await PasskeyHousehold.open({
      env: { WEBAUTHN_EXTRA_ORIGINS: 'https://app.example', ANDROID_CERT_SHA256_FINGERPRINTS: FINGERPRINT },
    });
    const passkey = await household.register(await household.fresh());
    for (const [origin, status] of [
      ['https://app.example', 200],
      [APP, 200],
      ['https://other.example', 401],
    ] as const) {
      const { options, session_id } = await household.beginSignIn();
      const answer = await household.finishSignIn(session_id, passkey.get(options.publicKey, origin));
      expect([origin, answer.status]).toEqual([origin, status]);
    }
  });
});
