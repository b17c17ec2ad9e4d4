import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcome } from '../../harness/outcome.js';
import { EXTERNAL, OidcHousehold, proofIn } from '../../harness/oidc-household.js';
import { E2E_BASE_PATH } from '../../harness/under-prefix.js';

const BASE = `${EXTERNAL}${E2E_BASE_PATH}`;

describe('doc3 §12.2: sign-in by an OpenID provider', () => {
  let house: OidcHousehold;

  beforeAll(async () => {
    house = await OidcHousehold.open();
  });

  beforeEach(async () => {
    await house.startOver();
    await house.configure();
  });

  afterAll(() => house.close());

  const accounts = async () => (await house.admin.get('/api/admin/users')).body as readonly { username: string }[];
  const devices = async () => (await house.admin.get('/api/admin/devices')).body as readonly { device_name: string }[];

  /** What a refused sign-in must leave as it was. */
  const traces = async () => [(await accounts()).length, (await devices()).length];

  it('makes a member of the name that the provider gives, and finds them again', async () => {
    house.fake.person = { sub: 'first', claims: { preferred_username: 'vera' } };
    const first = await house.signIn({ device_name: 'Phone', hardware_id: 'h1' });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ user: { username: 'vera', role: 'user', sso_linked: true } });
    const again = await house.signIn({ hardware_id: 'h1' });
    const userId = (first.body as { user: { id: number } }).user.id;
    expect(again.body).toMatchObject({ user: { id: userId } });
    expect((await devices()).map(({ device_name: name }) => name).sort()).toEqual([
      'Phone',
      'Single sign-on',
      'harness',
    ]);
    expect((await house.admin.get(`/api/admin/users/${userId}/oidc`)).body).toMatchObject({
      identities: [{ issuer: house.fake.issuer, subject: 'first' }],
    });
  });

  it('issue 19 §5: leads over the external address and the base path, whatever the Host says, with a cookie of ten minutes', async () => {
    const attempt = await house.begin();
    expect(attempt.startUrl).toBe(`${BASE}/api/auth/oidc/start?flow=${attempt.flow}`);
    const started = await house.browse(attempt.startUrl);
    expect(started.headers.get('set-cookie')).toMatch(
      new RegExp(
        `^usher_oidc_[0-9a-f]{16}=[\\w-]{43}; Path=${E2E_BASE_PATH}/api/auth/oidc; Max-Age=600; HttpOnly; SameSite=Lax; Secure$`,
      ),
    );
    const asked = new URL(started.headers.get('location') ?? '').searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: `${BASE}/api/auth/oidc/callback`,
      code_challenge_method: 'S256',
    });
    expect(started.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['web', `${BASE}/#/oidc/return?code=`],
    ['mobile', 'usher://oidc?code='],
  ])('brings the code of a %s client to %s', async (client, address) => {
    const attempt = await house.begin('/api/auth/oidc/begin', { client });
    const { back, cookie } = await house.visitProvider(attempt);
    const returned = await house.browse(back, cookie);
    expect(returned.headers.get('location')).toMatch(address);
    expect(returned.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(proofIn(returned).flow).toBe(attempt.flow);
  });

  it('security 13: a code is redeemed once, by its own verifier, within a minute', async () => {
    const proof = await house.codeOf(await house.begin());
    expect((await house.exchange({ ...proof, verifier: 'w'.repeat(43) })).status).toBe(400);
    expect((await house.exchange(proof)).status).toBe(200);
    expect(outcome(await house.exchange(proof))).toEqual([400, expect.objectContaining({ code: 'attempt_ended' })]);
    const late = await house.codeOf(await house.begin());
    await house.app.clock.advance(60_000);
    expect((await house.exchange(late)).status).toBe(400);
  });

  describe('security 13: nobody comes in by', () => {
    const page = (answer: { status: number; headers: Headers; text: string }) => {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
      expect(answer.headers.get('location')).toBeNull();
      expect(answer.text).toContain(answer.headers.get('x-request-id'));
      expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
      expect(answer.text).not.toMatch(/<script|\sstyle=|\son[a-z]+=/i);
    };

    it.each([
      ['no state', (back: URL) => back.searchParams.delete('state'), undefined],
      ['another state', (back: URL) => back.searchParams.set('state', 'f'.repeat(64)), undefined],
      ['two states', (back: URL) => back.searchParams.append('state', 'x'), undefined],
      ['no cookie', () => undefined, ''],
      ['another cookie', () => undefined, 'usher_oidc_0000000000000000=x'],
      ['two cookies of the name', () => undefined, 'TWICE'],
    ])('%s: a page says so, and the true browser may still come', async (_, change, cookie) => {
      const before = await traces();
      const attempt = await house.begin();
      const visit = await house.visitProvider(attempt);
      const changed = new URL(visit.back);
      change(changed);
      const brought = cookie === 'TWICE' ? `${visit.cookie}; ${visit.cookie}x` : (cookie ?? visit.cookie);
      page(await house.browse(changed, brought));
      expect(house.fake.calls('POST /token')).toEqual([]);
      expect(await traces()).toEqual(before);
      expect(proofIn(await house.browse(visit.back, visit.cookie)).flow).toBe(attempt.flow);
    });

    it('an answer that was brought before, or a start that was made before', async () => {
      const attempt = await house.begin();
      const { back, cookie } = await house.visitProvider(attempt);
      await house.browse(back, cookie);
      page(await house.browse(back, cookie));
      page(await house.browse(attempt.startUrl));
      page(await house.browse(`${BASE}/api/auth/oidc/start`));
      expect(house.fake.calls('POST /token')).toHaveLength(1);
    });

    it.each([
      ['an ID token that lies', { claims: { aud: 'another' } }, {}, 400, 'provider_answer_unfit'],
      ['a mixed-up provider', {}, { iss: 'https://evil.example' }, 400, 'provider_answer_unfit'],
      ['a refusal', {}, { code: undefined, error: 'access_denied' }, 400, 'provider_refused'],
      ['a provider that is out of order', {}, { code: undefined, error: 'server_error' }, 503, 'provider_unavailable'],
    ])('%s: the client learns it at the exchange', async (_, lie, answer, status, code) => {
      const before = await traces();
      Object.assign(house.fake, { lie, answer });
      expect(outcome(await house.signIn())).toEqual([status, expect.objectContaining({ code })]);
      expect(await traces()).toEqual(before);
      expect(house.app.logLines.join('\n')).not.toContain('evil.example');
    });

    it('a configuration that was saved meanwhile, at any step', async () => {
      const begun = await house.begin();
      const sent = await house.begin();
      const visit = await house.visitProvider(sent);
      const proof = await house.codeOf(await house.begin());
      await house.configure();
      page(await house.browse(begun.startUrl));
      page(await house.browse(visit.back, visit.cookie));
      expect((await house.exchange(proof)).status).toBe(400);
    });
  });

  it('security 1: while it is switched off or not set up, no route asks the provider anything', async () => {
    await house.configure({ enabled: false });
    house.fake.forgetCalls();
    const body = { client: 'web', challenge: 'c'.repeat(43) };
    const off = [403, expect.objectContaining({ code: 'sso_off' })];
    expect(outcome(await house.app.http.post('/api/auth/oidc/begin', body))).toEqual(off);
    expect(outcome(await house.admin.post('/api/auth/oidc/link', body))).toEqual(off);
    const mcp = { ...body, client: 'mcp', oauth: {} };
    expect((await house.app.http.post('/api/auth/oidc/mcp/begin', mcp)).status).toBe(400);
    expect(house.fake.calls()).toEqual([]);
  });

  it('issue 19 §4: a warm sign-in asks the provider once, twice with UserInfo', async () => {
    await house.signIn();
    house.fake.forgetCalls();
    await house.signIn();
    const ours = () =>
      house.fake
        .calls()
        .filter(({ path }) => path !== '/authorize')
        .map(({ path }) => path);
    expect(ours()).toEqual(['/token']);
    house.fake.person = { sub: 'sub-mara', userInfo: { name: 'Mara' } };
    house.fake.forgetCalls();
    await house.signIn();
    expect(ours()).toEqual(['/token', '/userinfo']);
  });

  it('doc3 §12.2: somebody without an allowed group is refused with the cause, others by the exact name', async () => {
    await house.configure({ allowed_groups: ['media'] });
    const missing = [403, expect.objectContaining({ code: 'groups_missing' })];
    for (const groups of [undefined, [], ['Media'], 'media', { media: true }, ['media ']]) {
      await house.app.clock.advance(61_000);
      house.fake.person = { sub: 's-groups', claims: { name: 'gil', groups } };
      expect(outcome(await house.signIn())).toEqual(missing);
    }
    house.fake.person = { sub: 's-groups', claims: { name: 'gil', groups: ['admins', 'media'], role: 'admin' } };
    expect((await house.signIn()).body).toMatchObject({ user: { username: 'gil', role: 'user' } });
  });

  it('security 13: an equal name or address links nobody; without new accounts it is refused', async () => {
    house.fake.person = { sub: 'twin', claims: { preferred_username: 'admin', email: 'admin@example.org' } };
    const twin = await house.signIn();
    expect((twin.body as { user: { username: string } }).user.username).toMatch(/^admin-/);
    await house.configure({ auto_create: false });
    house.fake.person = { sub: 'nobody-here', claims: { preferred_username: 'admin' } };
    const before = await traces();
    expect(outcome(await house.signIn())).toEqual([403, expect.objectContaining({ code: 'account_creation_off' })]);
    expect(await traces()).toEqual(before);
    house.fake.person = { sub: 'twin' };
    expect((await house.signIn()).status).toBe(200);
  });

  describe('an invitation', () => {
    const invite = async (name: string): Promise<string> => {
      const minted = await house.admin.post('/api/admin/connect-token', { name, server_url: house.app.url });
      return new URL((minted.body as { link: string }).link).searchParams.get('token') ?? '';
    };

    it('gives its account to who brings it, once, even where no accounts are made', async () => {
      await house.configure({ auto_create: false });
      const invitation = await invite('ida');
      house.fake.person = { sub: 'ida-there', claims: { name: 'Somebody' } };
      expect((await house.signIn({ invitation })).body).toMatchObject({ user: { username: 'ida', sso_linked: true } });
      house.fake.person = { sub: 'other-there' };
      expect(outcome(await house.signIn({ invitation }))).toEqual([400, { error: 'this link has already been used' }]);
    });

    it('of another account than the linked one is refused and stays good', async () => {
      house.fake.person = { sub: 'jon-there', claims: { name: 'jon' } };
      await house.signIn();
      const invitation = await invite('kim');
      expect(outcome(await house.signIn({ invitation }))).toEqual([
        400,
        expect.objectContaining({ code: 'identity_conflict' }),
      ]);
      house.fake.person = { sub: 'kim-there' };
      expect((await house.signIn({ invitation })).body).toMatchObject({ user: { username: 'kim' } });
    });

    it.each([
      ['unknown', 'connect token not found', 0],
      ['expired', 'this link has expired', 7 * 24 * 60 * 60_000],
    ])('that is %s is refused in its own words', async (which, error, ms) => {
      const invitation = which === 'unknown' ? 'f'.repeat(64) : await invite('lea');
      await house.app.clock.leap(ms);
      expect(outcome(await house.signIn({ invitation }))).toEqual([400, { error }]);
    });
  });
});
