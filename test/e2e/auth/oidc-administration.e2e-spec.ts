import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { SettingRow } from '../../../src/modules/settings/setting.entity.js';
import { OidcFake } from '../../fakes/oidc/oidc-fake.js';
import { limitContent } from '../../harness/kids-policy.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { EXTERNAL, OidcHousehold } from '../../harness/oidc-household.js';
import type { Session } from '../../harness/start-app.js';
import { E2E_BASE_PATH } from '../../harness/under-prefix.js';

const PASSWORD = 'planted-member-password';

describe('doc3 §12.2: the administration of single sign-on', () => {
  let household: OidcHousehold;

  beforeAll(async () => {
    household = await OidcHousehold.open();
    household.app.secrets.plant('member password', PASSWORD);
  });

  beforeEach(async () => {
    await household.startOver();
    await household.admin.put('/api/admin/external-address', { external_url: EXTERNAL });
    await household.configure({ sso_only: false });
  });

  afterAll(() => household.close());

  const read = async () => (await household.admin.get('/api/admin/oidc')).body as Record<string, unknown>;
  const status = async () => (await household.app.http.get('/api/auth/status')).body as Record<string, unknown>;

  it('is read back without the secret, with the exact callback and the defaults of what was left out', async () => {
    expect(await read()).toEqual({
      enabled: true,
      label: 'Single sign-on',
      issuer: household.fake.url,
      client_id: household.fake.clientId,
      additional_scopes: [],
      allowed_groups: [],
      group_claim: 'groups',
      auto_create: true,
      sso_only: false,
      use_proxy: false,
      has_secret: true,
      callback_url: `${EXTERNAL}${E2E_BASE_PATH}/api/auth/oidc/callback`,
      tested: false,
    });
  });

  it('400 for what oidc.body.spec.ts refuses, and nothing is changed', async () => {
    const before = await read();
    for (const fields of [{ label: 'l'.repeat(81) }, { issuer: 'http://id.example' }, { client_id: '' }])
      expect((await household.configure(fields)).status).toBe(400);
    expect(await read()).toEqual(before);
  });

  it('takes what is just within its limits', async () => {
    const fields = {
      label: 'l'.repeat(80),
      additional_scopes: Array.from({ length: 30 }, (_, n) => `scope:${n}`),
      allowed_groups: Array.from({ length: 100 }, (_, n) => `group ${n}`),
      group_claim: 'https://claims.example/groups',
    };
    expect((await household.configure(fields)).body).toMatchObject(fields);
  });

  it('security 33: the stored secret stays for its own origin, goes to no other, and is removed by an empty one', async () => {
    const keep = { client_secret: undefined };
    expect((await household.configure({ ...keep, issuer: `${household.fake.url}/realm` })).body).toMatchObject({
      has_secret: true,
    });
    for (const issuer of [
      'https://evil.example',
      household.fake.url.replace('127.0.0.1', 'localhost'),
      'http://127.0.0.1:1',
    ]) {
      expect((await household.configure({ ...keep, issuer })).status).toBe(400);
    }
    expect((await household.configure({ client_secret: '', issuer: 'https://new.example' })).body).toMatchObject({
      has_secret: false,
    });
    expect((await household.configure({ ...keep })).status).toBe(200);
  });

  it.each(['', 'http://usher.example'])(
    '503 with the external address "%s", but for switching it off',
    async (external_url) => {
      await household.admin.put('/api/admin/external-address', { external_url });
      const missing = [503, expect.objectContaining({ code: 'external_address_missing' })];
      const begin = { client: 'web', challenge: 'c'.repeat(43) };
      expect(statusAndBody(await household.app.http.post('/api/auth/oidc/begin', begin))).toEqual(missing);
      expect(statusAndBody(await household.admin.post('/api/admin/oidc/test', begin))).toEqual(missing);
      expect(statusAndBody(await household.configure())).toEqual(missing);
      expect(await status()).toMatchObject({
        sso_available: true,
        sso_error: 'single sign-on needs an external address',
      });
      expect((await household.configure({ enabled: false })).body).toMatchObject({ callback_url: '' });
    },
  );

  it('doc3 §1.3: the status says what a client needs, and nothing while it is off', async () => {
    await household.configure({ label: 'House key' });
    expect(await status()).toMatchObject({ sso_available: true, sso_provider: 'House key', sso_origin: EXTERNAL });
    await household.configure({ enabled: false });
    expect(Object.keys(await status()).filter((name) => name.startsWith('sso_'))).toEqual([]);
  });

  it('doc3 §1.3: settings that can not be read are an error of the status; nobody gets in by them', async () => {
    await household.app
      .get(Database)
      .write((tx) => tx.update(SettingRow, { key: 'oidc_config' }, { value: '{"enabled":1}' }));
    expect(await status()).toMatchObject({ sso_error: 'the settings of single sign-on can not be read' });
    const begin = { client: 'web', challenge: 'c'.repeat(43) };
    expect((await household.app.http.post('/api/auth/oidc/begin', begin)).status).toBe(503);
    await household.app.get(Database).write((tx) => tx.delete(SettingRow, { key: 'oidc_config' }));
  });

  describe('validation names the step that failed', () => {
    const validate = () => household.admin.post('/api/admin/oidc/validate');

    it('or says that the provider answers', async () => {
      expect(statusAndBody(await validate())).toEqual([
        200,
        {
          status: 'valid',
          message: 'the provider answers; it signs by RS256, ES256, PS256',
          sentence: { code: 'oidc_answers', params: { algorithms: 'RS256, ES256, PS256' } },
        },
      ]);
      await household.configure({ issuer: `${household.fake.url}/` });
      expect((await validate()).text).toContain(`which spells itself ${household.fake.url};`);
    });

    it.each([
      ['the name', 'https://nobody.invalid', 503, /the discovery document: could not reach server: name/],
      ['the connection', 'http://127.0.0.1:1', 503, 'could not reach server: connection refused'],
    ])('%s', async (_, issuer, code, text) => {
      await household.configure({ issuer, client_secret: 'another' });
      const answer = await validate();
      expect(answer.status).toBe(code);
      expect((answer.body as { error: string }).error).toMatch(text);
    });

    it.each([
      [
        'the status',
        () => household.fake.fail('GET /.well-known/openid-configuration', 500),
        503,
        'provider returned status 500',
      ],
      ['the keys', () => household.fake.fail('GET /jwks', 404), 503, 'the keys: provider returned status 404'],
      [
        'a missing endpoint',
        () => void (household.fake.document = { token_endpoint: undefined }),
        503,
        'has no token_endpoint',
      ],
      [
        'both spellings of the issuer',
        () => void (household.fake.document = { issuer: 'https://other.example' }),
        400,
        'calls itself https://other.example',
      ],
      [
        'a proof of the client that is unknown',
        () => void (household.fake.document = { token_endpoint_auth_methods_supported: ['tls_client_auth'] }),
        503,
        'client secret',
      ],
    ])('%s', async (_, lie, code, text) => {
      lie();
      const answer = await validate();
      expect(answer.status).toBe(code);
      expect((answer.body as { error: string }).error).toContain(text);
    });

    it('or that nothing is saved', async () => {
      await household.configure({ enabled: false, issuer: '', client_id: '', client_secret: '' });
      expect((await validate()).status).toBe(400);
    });
  });

  describe('a test', () => {
    it('says as whom somebody would come in and which groups were seen, changes no account, and works while it is off', async () => {
      await household.configure({ enabled: false });
      const before = (await household.admin.get('/api/admin/users')).text;
      household.fake.person = { sub: 'test-1', claims: { name: 'Noor', groups: ['media', 'family'] } };
      const tested = await household.test();
      expect(tested.body).toEqual({
        status: 'tested',
        message: 'this person, Noor there, would get a new account; groups seen: media, family',
        sentence: {
          code: 'oidc_new_account',
          params: {
            name: 'Noor',
            groups: { code: 'oidc_groups', params: { groups: 'media, family' }, text: 'groups seen: media, family' },
          },
        },
      });
      expect((await household.admin.get('/api/admin/users')).text).toBe(before);
      expect(await read()).toMatchObject({ tested: true, enabled: false });
    });

    it('issue 19 §4: is of issuer, client, secret, scopes, groups, claim and path; the rest may change', async () => {
      household.fake.person = { sub: 'test-2', claims: { name: 'Noor', groups: ['media'] } };
      await household.test();
      for (const fields of [{ label: 'Other' }, { enabled: false }, { auto_create: false }]) {
        await household.configure(fields);
        expect(await read()).toMatchObject({ tested: true });
      }
      const others = [
        { issuer: `${household.fake.url}/` },
        { client_id: 'another' },
        { client_secret: 'another' },
        { additional_scopes: ['more'] },
        { allowed_groups: ['media'] },
        { group_claim: 'roles' },
        { use_proxy: true },
      ];
      for (const fields of others) {
        await household.configure(fields);
        expect([fields, (await read())['tested']]).toEqual([fields, false]);
      }
      await household.configure();
      expect(await read()).toMatchObject({ tested: true });
    });

    it('of somebody in no allowed group fails, and names the groups that were seen', async () => {
      await household.configure({ allowed_groups: ['media'] });
      household.fake.person = { sub: 'test-3', claims: { name: 'Noor', groups: ['others'] } };
      expect(statusAndBody(await household.test())).toEqual([
        403,
        {
          error: expect.stringContaining('groups seen: others') as string,
          code: 'groups_missing',
          params: { seen: { code: 'oidc_groups', params: { groups: 'others' }, text: 'groups seen: others' } },
        },
      ]);
      expect(await read()).toMatchObject({ tested: false });
    });

    it('ends with the session of its administrator', async () => {
      await household.configure({ group_claim: 'untested-1' });
      const other = await household.app.invite('olga');
      await household.admin.patch(`/api/admin/users/${other.userId}`, { role: 'admin' });
      const proof = await household.codeOf(await household.begin('/api/admin/oidc/test', {}, other));
      await household.admin.patch(`/api/admin/users/${other.userId}`, { role: 'user' });
      expect(statusAndBody(await household.exchange(proof))).toEqual([
        403,
        expect.objectContaining({ code: 'session_ended' }),
      ]);
      expect(await read()).toMatchObject({ tested: false });
    });
  });

  describe('required single sign-on', () => {
    /** A member with a password, signed in by a link. */
    async function member(name: string): Promise<Session> {
      const session = await household.app.invite(name);
      await household.admin.patch(`/api/admin/users/${session.userId}/auth-methods`, { password_enabled: true });
      await session.post('/api/auth/password', { password: PASSWORD });
      return session;
    }

    it('needs a passed test of the same settings, and needs to be enabled', async () => {
      const settings = { group_claim: 'untested-2' };
      const untested = [400, expect.objectContaining({ code: 'sso_test_required' })];
      expect(statusAndBody(await household.configure({ ...settings, sso_only: true }))).toEqual(untested);
      await household.test();
      expect((await household.configure({ sso_only: true, group_claim: 'roles' })).status).toBe(400);
      expect((await household.configure({ sso_only: true, enabled: false })).status).toBe(400);
      expect(await read()).toMatchObject({ sso_only: false });
    });

    it('signs members out who came by local ways, and nobody else; what single sign-on opened stays', async () => {
      const pia = await member('pia');
      const live = await household.app.live(pia);
      household.fake.person = { sub: 'quinn-there', claims: { name: 'quinn' } };
      const quinn = (await household.signIn()).body as { access_token: string };
      await household.test();
      expect((await household.configure({ sso_only: true })).body).toMatchObject({ sso_only: true, tested: true });
      await live.closed;
      expect((await pia.get('/api/auth/me')).status).toBe(401);
      expect((await household.admin.get('/api/auth/me')).status).toBe(200);
      const bearer = { authorization: `Bearer ${quinn.access_token}` };
      expect((await household.app.http.get('/api/auth/me', bearer)).status).toBe(200);
      expect(await status()).toMatchObject({ sso_only: true });
      expect((await household.configure({ enabled: false })).body).toMatchObject({ sso_only: false });
    });
  });

  describe('linking', () => {
    const link = async (by: Session, sub: string) => {
      household.fake.person = { sub };
      return household.exchange(await household.codeOf(await household.begin('/api/auth/oidc/link', {}, by)));
    };

    it('links the caller, once more changes nothing; another’s identity and a second one are 409', async () => {
      const [rob, sue] = [await household.app.invite('rob'), await household.app.invite('sue')];
      expect((await link(rob, 'rob-there')).body).toEqual({ status: 'linked' });
      expect((await link(rob, 'rob-there')).body).toEqual({ status: 'linked' });
      const conflict = [409, expect.objectContaining({ code: 'identity_conflict' })];
      expect(statusAndBody(await link(sue, 'rob-there'))).toEqual(conflict);
      expect(statusAndBody(await link(rob, 'second-there'))).toEqual(conflict);
      household.fake.person = { sub: 'rob-there' };
      expect((await household.signIn()).body).toMatchObject({ user: { id: rob.userId } });
      expect((await rob.get('/api/auth/me')).body).toMatchObject({ sso_linked: true });
    });

    it('doc1 §5.6: after the session has ended it is 403, never 401', async () => {
      const tom = await household.app.invite('tom');
      household.fake.person = { sub: 'tom-there' };
      const proof = await household.codeOf(await household.begin('/api/auth/oidc/link', {}, tom));
      await tom.post('/api/auth/logout');
      expect(statusAndBody(await household.exchange(proof))).toEqual([
        403,
        expect.objectContaining({ code: 'session_ended' }),
      ]);
      expect((await household.admin.get(`/api/admin/users/${tom.userId}/oidc`)).body).toEqual({ identities: [] });
    });

    it('issue 19 §5: the last way in stays linked; with a password it may go, and its sessions go with it', async () => {
      const ute = await household.app.invite('ute');
      await link(ute, 'ute-there');
      const issuer = household.fake.issuer;
      const bySso = (await household.signIn()).body as { access_token: string };
      expect(statusAndBody(await ute.delete('/api/auth/oidc/identities', { issuer }))).toEqual([
        409,
        expect.objectContaining({ code: 'last_sign_in_method' }),
      ]);
      await household.admin.patch(`/api/admin/users/${ute.userId}/auth-methods`, { password_enabled: true });
      expect((await ute.delete('/api/auth/oidc/identities', { issuer })).status).toBe(409);
      await ute.post('/api/auth/password', { password: PASSWORD });
      expect((await ute.delete('/api/auth/oidc/identities', { issuer: `${issuer}/` })).status).toBe(200);
      expect((await ute.get('/api/auth/oidc/identities')).body).toMatchObject({
        identities: [{ subject: 'ute-there' }],
      });
      expect((await ute.delete('/api/auth/oidc/identities', { issuer })).body).toEqual({ status: 'unlinked' });
      const bearer = { authorization: `Bearer ${bySso.access_token}` };
      expect((await household.app.http.get('/api/auth/me', bearer)).status).toBe(401);
      expect((await ute.get('/api/auth/me')).body).toMatchObject({ sso_linked: false });
    });

    it('security 12: unlinked by an administrator, what signed in by it has ended', async () => {
      household.fake.person = { sub: 'vic-there', claims: { name: 'vic' } };
      const { access_token: token, user } = (await household.signIn()).body as {
        access_token: string;
        user: { id: number };
      };
      const path = `/api/admin/users/${user.id}/oidc`;
      expect((await household.admin.delete(path, { issuer: household.fake.issuer })).body).toEqual({
        status: 'unlinked',
      });
      expect((await household.app.http.get('/api/auth/me', { authorization: `Bearer ${token}` })).status).toBe(401);
    });
  });

  describe('issue 43 A1, security 37: who had an account gets no other one by themselves', () => {
    const KNOWN = [403, expect.objectContaining({ code: 'identity_known', error: expect.stringContaining('ask') })];
    const accounts = async () =>
      (await household.admin.get('/api/admin/users')).body as readonly { username: string }[];
    let number = 0;

    /** Somebody with an account that auto_create has made, and a password. */
    const newcomer = async (): Promise<Session> => {
      number += 1;
      household.fake.person = { sub: `newcomer-${number}`, claims: { name: `newcomer ${number}` } };
      const session = household.app.sessionOf(await household.signIn());
      await household.admin.patch(`/api/admin/users/${session.userId}/auth-methods`, { password_enabled: true });
      expect((await session.post('/api/auth/password', { password: PASSWORD })).status).toBe(200);
      return session;
    };
    const byAdministrator = ({ userId }: Session) =>
      household.admin.delete(`/api/admin/users/${userId}/oidc`, { issuer: household.fake.issuer });

    it.each<readonly [string, (person: Session) => Promise<unknown>]>([
      [
        'once they have unlinked it',
        (one) => one.delete('/api/auth/oidc/identities', { issuer: household.fake.issuer }),
      ],
      ['once an administrator has unlinked it', byAdministrator],
      ['once their account is deleted', ({ userId }) => household.admin.delete(`/api/admin/users/${userId}`)],
      [
        'where it was a child’s, which an administrator has unlinked and deleted',
        async (one) => {
          await limitContent(household.admin, one);
          await byAdministrator(one);
          await household.admin.delete(`/api/admin/users/${one.userId}`);
        },
      ],
    ])('%s: 403 until an invitation is redeemed at the provider', async (_, end) => {
      await end(await newcomer());
      const before = (await accounts()).length;
      expect(statusAndBody(await household.signIn())).toEqual(KNOWN);
      expect((await household.test()).body).toMatchObject({ message: expect.stringContaining('invitation') });
      expect(await accounts()).toHaveLength(before);
      const name = `invited ${number}`;
      const minted = await household.admin.post('/api/admin/connect-token', { name, server_url: household.app.url });
      const invitation = new URL((minted.body as { link: string }).link).searchParams.get('token') ?? '';
      expect((await household.signIn({ invitation })).body).toMatchObject({ user: { username: name } });
      expect((await household.signIn()).body).toMatchObject({ user: { username: name } });
    });

    it('issue 43 A1: administrators see which accounts a sign-in made, and that no invitation did', async () => {
      const made = await newcomer();
      const invited = await household.app.invite(`invited here ${number}`);
      const { body } = await household.admin.get('/api/admin/users');
      const saysOf = ({ userId }: Session) =>
        (body as readonly { id: number; made_by_sign_in?: true }[]).find(({ id }) => id === userId)?.made_by_sign_in;
      expect([saysOf(made), saysOf(invited), saysOf(household.admin)]).toEqual([true, undefined, undefined]);
    });

    it('says so too where no accounts are made, and while a client is authorized', async () => {
      await byAdministrator(await newcomer());
      await household.configure({ auto_create: false });
      expect(statusAndBody(await household.signIn())).toEqual(KNOWN);
    });

    it('a child can not unlink its own', async () => {
      const child = await newcomer();
      await limitContent(household.admin, child);
      const refused = await child.delete('/api/auth/oidc/identities', { issuer: household.fake.issuer });
      expect(refused.status).toBe(403);
      expect((await household.signIn()).body).toMatchObject({ user: { id: child.userId, child: true } });
      await household.admin.delete(`/api/admin/users/${child.userId}`);
    });

    it('saving auto_create while there are children’s accounts, and giving limits while it is on, say what remains possible', async () => {
      const child = await newcomer();
      const policy = `/api/admin/users/${child.userId}/content-policy`;
      expect((await household.configure()).body).not.toHaveProperty('warning');
      const warning = expect.stringContaining('without limits');
      const limits = { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' };
      expect((await household.admin.put(policy, limits)).body).toMatchObject({ warning });
      expect((await household.admin.get(policy)).body).toMatchObject({ warning });
      expect((await household.configure()).body).toMatchObject({ warning });
      expect((await household.configure({ auto_create: false })).body).not.toHaveProperty('warning');
      expect((await household.admin.put(policy, limits)).body).not.toHaveProperty('warning');
      await household.admin.delete(`/api/admin/users/${child.userId}`);
    });
  });

  it('issue 19 §5: switching it off ends attempts, not sessions', async () => {
    household.fake.person = { sub: 'wil-there', claims: { name: 'wil' } };
    const { access_token: token } = (await household.signIn()).body as { access_token: string };
    const proof = await household.codeOf(await household.begin());
    await household.configure({ enabled: false });
    expect((await household.exchange(proof)).status).toBe(400);
    expect((await household.app.http.get('/api/auth/me', { authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it('security 13: another provider with the same subject is another person', async () => {
    const other = await new OidcFake(() => household.app.clock.now()).start();
    household.fake.person = { sub: 'same', claims: { name: 'xia' } };
    const first = (await household.signIn()).body as { user: { id: number } };
    other.person = { sub: 'same', claims: { name: 'xia' } };
    await household.configure({ issuer: other.url });
    const second = (await household.signIn()).body as { user: { id: number } };
    expect(second.user.id).not.toBe(first.user.id);
    await other.stop();
  });
});
