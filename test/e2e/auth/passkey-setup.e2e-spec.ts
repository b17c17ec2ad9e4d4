import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SoftAuthenticator } from '../../fakes/authenticator/soft-authenticator.js';
import type { Session } from '../../harness/start-app.js';
import { type Begun, bodyOf, PasskeyHousehold } from './passkey-household.js';
import type { CreationRequest } from '../../fakes/authenticator/soft-authenticator.js';

const TEN_MINUTES = 600_000;
const REFUSED = { error: 'invalid or expired token', code: 'setup_token_refused' };

describe('doc3 §1.1, §1.6: the link that registers one passkey', () => {
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

  const begun = async (token: string) => bodyOf<Begun<CreationRequest>>(await household.beginSetup(token));

  const made = ({ options }: Begun<CreationRequest>, passkey = new SoftAuthenticator()) =>
    passkey.create(options.publicKey, household.origin);

  it('leads to this server, is good for ten minutes, and registers a passkey for its account without a session', async () => {
    const answer = await mara.post('/api/auth/passkey/setup-link');
    const { link, expires_at } = answer.body as { link: string; expires_at: string };
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(link).toMatch(new RegExp(`^${household.app.url}/passkeys/create\\?token=[\\w-]{43}$`));
    expect(Date.parse(expires_at)).toBe(household.app.clock.now() + TEN_MINUTES);
    const token = new URL(link).searchParams.get('token') ?? '';
    const ceremony = await begun(token);
    const passkey = new SoftAuthenticator();
    const finished = await household.finishSetup(token, ceremony.session_id, made(ceremony, passkey));
    expect(finished).toMatchObject({ status: 201, body: { status: 'registered' } });
    expect((await household.signIn(passkey)).body).toMatchObject({ user: { id: mara.userId } });
  });

  it('with an external address it leads there, and not where the request says', async () => {
    const admin = await household.fresh();
    await admin.put('/api/admin/external-address', { external_url: 'https://media.example' });
    const { link } = bodyOf<{ link: string }>(await mara.post('/api/auth/passkey/setup-link'));
    const basePath = new URL(household.app.url).pathname.replace(/^\/$/, '');
    expect(link).toMatch(new RegExp(`^https://media\\.example${basePath}/passkeys/create\\?token=`));
    await admin.put('/api/admin/external-address', { external_url: '' });
  });

  it('is used up by its registration, and by nothing less', async () => {
    const token = await household.setupToken(mara);
    const first = await begun(token);
    const wrong = { ...made(first), type: 'other' };
    expect((await household.finishSetup(token, first.session_id, wrong)).status).toBe(400);
    const second = await begun(token);
    expect((await household.finishSetup(token, second.session_id, made(second))).status).toBe(201);
    expect(await household.beginSetup(token)).toMatchObject({ status: 401, body: REFUSED });
    expect(await household.finishSetup(token, second.session_id, made(second))).toMatchObject({
      status: 400,
      body: REFUSED,
    });
  });

  it('issue 19 §7.4: of two registrations by one link at once one is kept', async () => {
    const token = await household.setupToken(mara);
    const ceremonies = [await begun(token), await begun(token)];
    const answers = await Promise.all(
      ceremonies.map((ceremony) => household.finishSetup(token, ceremony.session_id, made(ceremony))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect((await mara.get('/api/auth/passkeys')).body).toHaveLength(1);
  });

  it('a ceremony of one link is not finished by another', async () => {
    const otto = await household.member(`otto ${count}`);
    const [hers, his] = [await household.setupToken(mara), await household.setupToken(otto)];
    const ceremony = await begun(hers);
    const answer = await household.finishSetup(his, ceremony.session_id, made(ceremony));
    expect(answer).toMatchObject({ status: 400, body: { code: 'ceremony_ended' } });
    expect((await otto.get('/api/auth/passkeys')).body).toEqual([]);
  });

  it('ends after ten minutes, begun or not', async () => {
    const token = await household.setupToken(mara);
    await household.app.clock.leap(TEN_MINUTES - 1);
    const ceremony = await begun(token);
    await household.app.clock.advance(1);
    expect((await household.beginSetup(token)).status).toBe(401);
    expect((await household.finishSetup(token, ceremony.session_id, made(ceremony))).status).toBe(400);
  });

  it('a new one takes the place of the one before of the same device', async () => {
    const first = await household.setupToken(mara);
    const second = await household.setupToken(mara);
    expect((await household.beginSetup(first)).status).toBe(401);
    expect((await household.beginSetup(second)).status).toBe(200);
  });

  it('for an account without passkeys it is made, and opens nothing', async () => {
    const plain = await household.app.invite(`plain ${count}`);
    const token = await household.setupToken(plain);
    expect(await household.beginSetup(token)).toMatchObject({
      status: 403,
      body: { error: 'passkeys are not enabled for this account' },
    });
  });

  it('security 11: opens nothing else, and no other token opens it', async () => {
    const token = await household.setupToken(mara);
    const { http } = household.app;
    const elsewhere = await Promise.all([
      http.get('/api/auth/me', { authorization: `Bearer ${token}` }),
      http.post('/api/auth/refresh', { refresh_token: token }),
      http.post('/api/auth/connect', { token, device_name: 'Phone' }),
    ]);
    expect(elsewhere.map(({ status }) => status)).toEqual([401, 401, 400]);
    for (const other of [mara.token ?? '', mara.refreshToken])
      expect((await household.beginSetup(other)).status).toBe(401);
  });

  it.each([
    ['begin?', 400, 'token required'],
    ['begin?token=nonsense', 401, 'invalid or expired token'],
    ['finish?session_id=x', 400, 'token required'],
    [`finish?token=${'t'.repeat(43)}`, 400, 'session_id required'],
    [`finish?token=${'t'.repeat(43)}&session_id=x`, 400, 'invalid or expired token'],
  ])('setup/%s is %s %s', async (call, status, error) => {
    const answer = made({
      options: { publicKey: { challenge: 'c', rp: { id: 'localhost' }, user: { id: 'AAAAAAAAAAE' } } },
      session_id: '',
    });
    const said = await household.app.http.post(`/api/auth/passkey/setup/${call}`, answer);
    expect(said).toMatchObject({ status, body: { error } });
  });

  it('a device that was revoked makes no link, and registers nothing that it has begun', async () => {
    const ceremony = await household.begin(mara);
    const token = await household.setupToken(mara);
    await (await household.fresh()).delete(`/api/admin/devices/${mara.deviceId}`);
    expect((await household.beginSetup(token)).status).toBe(401);
    expect((await mara.post('/api/auth/passkey/setup-link')).status).toBe(401);
    const again = await household.app.invite(mara.username);
    const finished = await household.finish(again, ceremony.session_id, made(ceremony));
    expect(finished).toMatchObject({ status: 400, body: { code: 'ceremony_ended' } });
  });
});
