import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statusAndBody } from '../../harness/status-and-body.js';
import { EXTERNAL, OidcHousehold, proofIn } from '../../harness/oidc-household.js';
import { E2E_BASE_PATH } from '../../harness/under-prefix.js';
import { refusedWith } from '../../harness/refused-with.js';

const BASE = `${EXTERNAL}${E2E_BASE_PATH}`;

describe('doc3 §12.2: sign-in by an OpenID provider', () => {
  let household: OidcHousehold;

  beforeAll(async () => {
    household = await OidcHousehold.open();
  });

  beforeEach(async () => {
    await household.startOver();
    await household.configure();
  });

  afterAll(() => household.close());

  const accounts = async () => (await household.admin.get('/api/admin/users')).body as readonly { username: string }[];
  const devices = async () =>
    (await household.admin.get('/api/admin/devices')).body as readonly { device_name: string }[];

  /** What a refused sign-in must leave as it was. */
  const traces = async () => [(await accounts()).length, (await devices()).length];

  it('makes a member of the name that the provider gives, and finds them again', async () => {
    household.fake.person = { sub: 'first', claims: { preferred_username: 'vera' } };
    const first = await household.signIn({ device_name: 'Phone', hardware_id: 'h1' });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ user: { username: 'vera', role: 'user', sso_linked: true } });
    const again = await household.signIn({ hardware_id: 'h1' });
    const userId = (first.body as { user: { id: number } }).user.id;
    expect(again.body).toMatchObject({ user: { id: userId } });
    expect((await devices()).map(({ device_name: name }) => name).sort()).toEqual([
      'Phone',
      'Single sign-on',
      'harness',
    ]);
    expect((await household.admin.get(`/api/admin/users/${userId}/oidc`)).body).toMatchObject({
      identities: [{ issuer: household.fake.issuer, subject: 'first' }],
    });
  });

  it('issue 19 §5: leads over the external address and the base path, and not where the Host says, with a cookie of ten minutes', async () => {
    const attempt = await household.begin();
    expect(attempt.startUrl).toBe(`${BASE}/api/auth/oidc/start?flow=${attempt.flow}`);
    const started = await household.browse(attempt.startUrl);
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
    const attempt = await household.begin('/api/auth/oidc/begin', { client });
    const { back, cookie } = await household.visitProvider(attempt);
    const returned = await household.browse(back, cookie);
    expect(returned.headers.get('location')).toMatch(address);
    expect(returned.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(proofIn(returned).flow).toBe(attempt.flow);
  });

  it('security 4: nothing that is secret of a sign-in lies readable in the data folder', async () => {
    const attempt = await household.begin();
    const proof = await household.codeOf(attempt);
    expect((await household.exchange(proof)).status).toBe(200);
    const secrets = [household.fake.clientSecret ?? '', attempt.verifier, proof.code, ...household.fake.handedOut];
    const { dataDir } = household.app;
    for (const file of readdirSync(dataDir).filter((name) => name.startsWith('usher.sqlite'))) {
      const bytes = readFileSync(join(dataDir, file));
      expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
    }
  });

  it('security 13: a code is redeemed once, by its own verifier, within a minute', async () => {
    const proof = await household.codeOf(await household.begin());
    expect((await household.exchange({ ...proof, verifier: 'w'.repeat(43) })).status).toBe(400);
    expect((await household.exchange(proof)).status).toBe(200);
    expect(statusAndBody(await household.exchange(proof))).toEqual([
      400,
      expect.objectContaining({ code: 'attempt_ended' }),
    ]);
    const late = await household.codeOf(await household.begin());
    await household.app.clock.advance(60_000);
    expect((await household.exchange(late)).status).toBe(400);
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
      const attempt = await household.begin();
      const visit = await household.visitProvider(attempt);
      const changed = new URL(visit.back);
      change(changed);
      const brought = cookie === 'TWICE' ? `${visit.cookie}; ${visit.cookie}x` : (cookie ?? visit.cookie);
      page(await household.browse(changed, brought));
      expect(household.fake.calls('POST /token')).toEqual([]);
      expect(await traces()).toEqual(before);
      expect(proofIn(await household.browse(visit.back, visit.cookie)).flow).toBe(attempt.flow);
    });

    it('issue 43 A4: any number of unknown flows and states keeps nobody out, and is no refused sign-in', async () => {
      const since = household.app.logLines.length;
      const attempt = await household.begin();
      for (let n = 0; n < 15; n += 1) {
        page(await household.browse(`${BASE}/api/auth/oidc/start?flow=${n}`));
        page(await household.browse(`${BASE}/api/auth/oidc/callback?state=${n}`));
      }
      expect((await household.app.http.post('/api/auth/login', { username: 'no', password: 'wrong one' })).status).toBe(
        401,
      );
      const refused = household.app.logLines.slice(since).filter((line) => line.includes('"sign-in refused"'));
      expect(refused).toEqual([expect.stringContaining('unknown_account')]);
      expect((await household.browse(attempt.startUrl)).status).toBe(302);
    });

    it('an answer that was brought before, or a start that was made before', async () => {
      const attempt = await household.begin();
      const { back, cookie } = await household.visitProvider(attempt);
      await household.browse(back, cookie);
      page(await household.browse(back, cookie));
      page(await household.browse(attempt.startUrl));
      page(await household.browse(`${BASE}/api/auth/oidc/start`));
      expect(household.fake.calls('POST /token')).toHaveLength(1);
    });

    it.each([
      ['an ID token that lies', { claims: { aud: 'another' } }, {}, 400, 'provider_answer_unfit'],
      ['a mixed-up provider', {}, { iss: 'https://evil.example' }, 400, 'provider_answer_unfit'],
      ['a refusal', {}, { code: undefined, error: 'access_denied' }, 400, 'provider_refused'],
      ['a provider that is out of order', {}, { code: undefined, error: 'server_error' }, 503, 'provider_unavailable'],
    ])('%s: the client learns it at the exchange', async (_, lie, answer, status, code) => {
      const before = await traces();
      Object.assign(household.fake, { lie, answer });
      expect(statusAndBody(await household.signIn())).toEqual([status, expect.objectContaining({ code })]);
      expect(await traces()).toEqual(before);
      expect(household.app.logLines.join('\n')).not.toContain('evil.example');
    });

    it('a configuration that was saved meanwhile, at any step', async () => {
      const begun = await household.begin();
      const sent = await household.begin();
      const visit = await household.visitProvider(sent);
      const proof = await household.codeOf(await household.begin());
      await household.configure();
      page(await household.browse(begun.startUrl));
      page(await household.browse(visit.back, visit.cookie));
      expect((await household.exchange(proof)).status).toBe(400);
    });
  });

  it('security 1: while it is switched off or not set up, no route asks the provider anything', async () => {
    await household.configure({ enabled: false });
    household.fake.forgetCalls();
    const body = { client: 'web', challenge: 'c'.repeat(43) };
    const off = [403, expect.objectContaining({ code: 'sso_off' })];
    expect(statusAndBody(await household.app.http.post('/api/auth/oidc/begin', body))).toEqual(off);
    expect(statusAndBody(await household.admin.post('/api/auth/oidc/link', body))).toEqual(off);
    const mcp = { ...body, client: 'mcp', oauth: {} };
    expect((await household.app.http.post('/api/auth/oidc/mcp/begin', mcp)).status).toBe(403);
    expect(household.fake.calls()).toEqual([]);
  });

  it('issue 19 §4: a warm sign-in asks the provider once, twice with UserInfo', async () => {
    await household.signIn();
    household.fake.forgetCalls();
    await household.signIn();
    const ours = () =>
      household.fake
        .calls()
        .filter(({ path }) => path !== '/authorize')
        .map(({ path }) => path);
    expect(ours()).toEqual(['/token']);
    household.fake.person = { sub: 'sub-mara', userInfo: { name: 'Mara' } };
    household.fake.forgetCalls();
    await household.signIn();
    expect(ours()).toEqual(['/token', '/userinfo']);
  });

  it('doc3 §12.2: somebody without an allowed group is refused with the cause, others by the exact name', async () => {
    await household.configure({ allowed_groups: ['media'] });
    const missing = [403, expect.objectContaining({ code: 'groups_missing' })];
    for (const groups of [undefined, [], ['Media'], 'media', { media: true }, ['media ']]) {
      await household.app.clock.advance(61_000);
      household.fake.person = { sub: 's-groups', claims: { name: 'gil', groups } };
      expect(statusAndBody(await household.signIn())).toEqual(missing);
    }
    household.fake.person = { sub: 's-groups', claims: { name: 'gil', groups: ['admins', 'media'], role: 'admin' } };
    expect((await household.signIn()).body).toMatchObject({ user: { username: 'gil', role: 'user' } });
  });

  it('security 13: an equal name or address links nobody; without new accounts it is refused', async () => {
    household.fake.person = { sub: 'twin', claims: { preferred_username: 'admin', email: 'admin@example.org' } };
    const twin = await household.signIn();
    expect((twin.body as { user: { username: string } }).user.username).toMatch(/^admin-/);
    await household.configure({ auto_create: false });
    household.fake.person = { sub: 'nobody-here', claims: { preferred_username: 'admin' } };
    const before = await traces();
    expect(statusAndBody(await household.signIn())).toEqual([
      403,
      expect.objectContaining({ code: 'account_creation_off' }),
    ]);
    expect(await traces()).toEqual(before);
    household.fake.person = { sub: 'twin' };
    expect((await household.signIn()).status).toBe(200);
  });

  describe('an invitation', () => {
    const invite = async (name: string): Promise<string> => {
      const minted = await household.admin.post('/api/admin/connect-token', { name, server_url: household.app.url });
      return new URL((minted.body as { link: string }).link).searchParams.get('token') ?? '';
    };

    it('gives its account to who brings it, once, even where no accounts are made', async () => {
      await household.configure({ auto_create: false });
      const invitation = await invite('ida');
      household.fake.person = { sub: 'ida-there', claims: { name: 'Somebody' } };
      expect((await household.signIn({ invitation })).body).toMatchObject({
        user: { username: 'ida', sso_linked: true },
      });
      household.fake.person = { sub: 'other-there' };
      expect(statusAndBody(await household.signIn({ invitation }))).toEqual([
        400,
        { error: 'this link has already been used', code: 'connect_link_used' },
      ]);
    });

    it('of another account than the linked one is refused and stays good', async () => {
      household.fake.person = { sub: 'jon-there', claims: { name: 'jon' } };
      await household.signIn();
      const invitation = await invite('kim');
      expect(statusAndBody(await household.signIn({ invitation }))).toEqual([
        400,
        expect.objectContaining({ code: 'identity_conflict' }),
      ]);
      household.fake.person = { sub: 'kim-there' };
      expect((await household.signIn({ invitation })).body).toMatchObject({ user: { username: 'kim' } });
    });

    it.each([
      ['unknown', 'connect token not found', 0],
      ['expired', 'this link has expired', 7 * 24 * 60 * 60_000],
    ])('that is %s is refused in its own words', async (which, error, ms) => {
      const invitation = which === 'unknown' ? 'f'.repeat(64) : await invite('lea');
      await household.app.clock.leap(ms);
      expect(statusAndBody(await household.signIn({ invitation }))).toEqual([400, refusedWith(error)]);
    });
  });
});
