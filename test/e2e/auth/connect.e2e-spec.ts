import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { permissionsOf } from '../../../src/core/access/permissions.js';
import { Database } from '../../../src/core/database/database.js';
import { InvitationsService } from '../../../src/modules/auth/connect-links/invitations.service.js';
import { ConnectTokenRow } from '../../../src/modules/users/tables/sign-in.entity.js';
import { UserRow } from '../../../src/modules/users/tables/people.entity.js';
import { AccountsRepository, DevicesRepository } from '../../../src/modules/users/users.public.js';
import { HELD_RIGHT } from '../../harness/acting-administrator.js';
import { ADMIN_PASSWORD, startApp, type App, type Session } from '../../harness/start-app.js';
import { E2E_BASE_PATH } from '../../harness/under-prefix.js';
import { refusedWith } from '../../harness/refused-with.js';

const DAY = 24 * 60 * 60_000;
const SERVER = 'http://nas.local:7676';

describe('invitation by a connect link', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    await app.setUpAdmin();
  });

  beforeEach(async () => {
    await app.clock.advance(61_000);
    admin = await app.login('admin', ADMIN_PASSWORD);
  });

  afterAll(() => app.close());

  const invite = (body: unknown, by: Session = admin) => by.post('/api/admin/connect-token', body);
  const tokenFor = async (name: string): Promise<string> => {
    const { body } = await invite({ name, server_url: SERVER });
    return new URL((body as { link: string }).link).searchParams.get('token') ?? '';
  };
  const connect = (token: unknown, more: object = { device_name: 'Phone' }) =>
    app.http.post('/api/auth/connect', { token, ...more });
  const refusal = async (token: string): Promise<unknown[]> => {
    const { status, body } = await connect(token);
    return [status, body];
  };
  const usersCalled = (username: string): Promise<UserRow[]> =>
    app.get(Database).read((tx) => tx.findBy(UserRow, { username }));

  it('doc3 §1.9: the link is answered with 201, its expiry and where its address came from', async () => {
    const answer = await invite({ name: 'ana', server_url: 'http://NAS.local:7676/admin/users?tab=1#top' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const server = encodeURIComponent(`http://nas.local:7676${E2E_BASE_PATH}`);
    expect(answer.body).toEqual({
      link: expect.stringMatching(new RegExp(`^usher://connect\\?token=[0-9a-f]{64}&server=${server}$`)),
      expires_at: new Date(app.clock.now() + 7 * DAY).toISOString(),
      origin_source: 'app',
      existing: false,
    });
  });

  it.each(['Admin', ' admin', 'admin ', '\u0430dmin', 'ad\u200bmin', '\u{1d41a}dmin'])(
    'issue 43 A3: %j is no account, people take it for admin, and it becomes none',
    async (name) => {
      const refused = await invite({ name, server_url: SERVER });
      expect([refused.status, await usersCalled(name)]).toEqual([400, []]);
    },
  );

  it('issue 43 A3: the refusal names the account whose name people take this one for', async () => {
    const refused = await invite({ name: 'ADMIN', server_url: SERVER });
    const error = 'another account has a name like this one';
    expect([refused.status, refused.body]).toEqual([400, { error, code: 'user_failed', user_id: admin.userId }]);
  });

  it('issue 43 A3: somebody who is there gets a link by exactly their name, even one that would be refused now', async () => {
    await tokenFor('uma');
    const now = { username: 'um\u0430' };
    await app.get(Database).write((tx) => tx.update(UserRow, { username: 'uma' }, now));
    const answer = await invite({ name: 'um\u0430', server_url: SERVER });
    expect([answer.status, answer.body]).toMatchObject([201, { existing: true }]);
  });

  it('issue 43 A2: the answer says whether the account was there', async () => {
    expect((await invite({ name: 'ruby', server_url: SERVER })).body).toMatchObject({ existing: false });
    expect((await invite({ name: 'ruby', server_url: SERVER, new_only: false })).body).toMatchObject({
      existing: true,
    });
    expect((await invite({ name: 'admin', server_url: SERVER })).body).toMatchObject({ existing: true });
  });

  it('issue 43 A2: who wants a new account is refused one that is there: its link stays and no other is made', async () => {
    expect((await invite({ name: 'rosa', server_url: SERVER, new_only: true })).status).toBe(201);
    const token = await tokenFor('rosa');
    const [rosa] = await usersCalled('rosa');
    const refused = await invite({ name: 'rosa', server_url: SERVER, new_only: true });
    const error = 'there is an account of this name already';
    expect([refused.status, refused.body]).toEqual([409, { error, code: 'account_exists', user_id: rosa?.id }]);
    expect((await connect(token)).status).toBe(200);
  });

  it('doc3 §1.7, §1.9: a name that nobody has becomes a regular account without password and passkeys', async () => {
    await tokenFor('Zoë ');
    expect(await usersCalled('Zoë ')).toMatchObject([
      { role: 'user', passwordHash: null, passwordEnabled: false, passkeyEnabled: false, aiSharedEnabled: false },
    ]);
  });

  it('doc3 §1.9: an account of exactly this name gets another link and stays one account', async () => {
    await tokenFor('mia');
    await tokenFor('mia');
    expect(await usersCalled('mia')).toHaveLength(1);
    await tokenFor('admin');
    expect(await usersCalled('admin')).toMatchObject([{ role: 'admin' }]);
  });

  it.each([
    [{ server_url: SERVER }, 'name required'],
    [{ name: '', server_url: SERVER }, 'name required'],
    [{ name: '  ', server_url: SERVER }, 'name required'],
    [{ name: 7, server_url: SERVER }, 'name required'],
    [{ name: 'x'.repeat(256), server_url: SERVER }, 'name must be at most 255 bytes'],
    [{ name: 'a\u0007', server_url: SERVER }, 'name must not contain control characters'],
    [{ name: 'ad\u200bb', server_url: SERVER }, 'name must not contain invisible characters'],
    [{ name: '\u0430db', server_url: SERVER }, 'name must not mix scripts'],
    [{ name: 'new', server_url: SERVER, new_only: 'yes' }, 'new_only must be a boolean'],
    [{ name: 'new' }, 'server_url required'],
    [{ name: 'new', server_url: '' }, 'server_url required'],
    [{ name: 'new', server_url: null }, 'server_url required'],
    [{ name: 'new', server_url: 'nas.local' }, 'server_url must be an http or https address'],
    [{ name: 'new', server_url: 'javascript:alert(1)' }, 'server_url must be an http or https address'],
    [{ name: 'new', server_url: 5 }, 'server_url must be an http or https address'],
  ])('doc3 §1.9: %j is 400 and makes nobody', async (body, error) => {
    const answer = await invite(body);
    expect([answer.status, answer.body]).toEqual([400, refusedWith(error)]);
    expect(await usersCalled('new')).toEqual([]);
  });

  it('doc3 §1.10: only administrators invite', async () => {
    const ben = await app.invite('ben');
    const refused = await invite({ name: 'new', server_url: SERVER }, ben);
    expect([refused.status, refused.body]).toEqual([403, refusedWith('permission denied')]);
    expect((await app.http.post('/api/admin/connect-token', { name: 'new', server_url: SERVER })).status).toBe(401);
    expect(await usersCalled('new')).toEqual([]);
  });

  it('doc3 §1.1: redeeming it signs the account in, with 200 and a token response', async () => {
    const answer = await connect(await tokenFor('otto'));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}(?:\.[\w-]+){3}$/),
      device_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user: {
        id: expect.any(Number),
        username: 'otto',
        role: 'user',
        permissions: permissionsOf('user'),
        password_enabled: false,
        passkey_enabled: false,
        hub_email: '',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        sso_linked: false,
        child: false,
      },
    });
  });

  it('doc3 §1.1: token and device_name are required', async () => {
    const token = await tokenFor('ida');
    const bodies = [
      {},
      { token },
      { device_name: 'Phone' },
      { token, device_name: '' },
      { token: '', device_name: 'Phone' },
      { token: 5, device_name: 'Phone' },
      { token, device_name: ['Phone'] },
    ];
    for (const body of bodies) {
      const answer = await app.http.post('/api/auth/connect', body);
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: 'token and device_name required', code: 'token_and_device_name_required' },
      ]);
    }
    expect((await connect(token)).status).toBe(200);
  });

  it('doc3 §1.1: a link can be used once', async () => {
    const token = await tokenFor('lea');
    expect((await connect(token)).status).toBe(200);
    expect(await refusal(token)).toEqual([
      400,
      { error: 'this link has already been used', code: 'connect_link_used' },
    ]);
  });

  it('doc3 §1.6: of many who use a link at once, one gets in', async () => {
    const token = await tokenFor('max');
    const answers = await Promise.all(Array.from({ length: 8 }, () => connect(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
    const { body } = await admin.get('/api/admin/devices');
    expect((body as { username: string }[]).filter(({ username }) => username === 'max')).toHaveLength(1);
  });

  it('doc3 §1.6: a link is good for 7 days', async () => {
    const [early, late] = [await tokenFor('eva'), await tokenFor('uwe')];
    await app.clock.leap(7 * DAY - 1);
    expect((await connect(early)).status).toBe(200);
    await app.clock.advance(1);
    expect(await refusal(late)).toEqual([400, { error: 'this link has expired', code: 'connect_link_expired' }]);
  });

  it('doc3 §1.9: a new link voids the one before, for this account alone', async () => {
    const other = await tokenFor('kai');
    const [first, second] = [await tokenFor('pia'), await tokenFor('pia')];
    expect(await refusal(first)).toEqual([400, refusedWith('connect token not found')]);
    expect((await connect(second)).status).toBe(200);
    expect((await connect(other)).status).toBe(200);
  });

  it.each(['x', 'f'.repeat(64), "' OR 1=1 --"])(
    'doc3 §1.1: %s, never given to anybody, is not found',
    async (token) => {
      expect(await refusal(token)).toEqual([400, refusedWith('connect token not found')]);
    },
  );

  it('doc3 §1.6: only the hash of a token is kept', async () => {
    const token = await tokenFor('tom');
    const kept = await app.get(Database).read(async (tx) => JSON.stringify(await tx.find(ConnectTokenRow)));
    expect(kept).not.toContain(token);
  });

  it('doc3 §1.5: a known hardware id is the same device again', async () => {
    const phone = { device_name: 'Phone', hardware_id: 'phone' };
    const first = (await connect(await tokenFor('liv'), phone)).body as { device_id: string };
    const second = (await connect(await tokenFor('liv'), phone)).body as { device_id: string };
    expect(second.device_id).toBe(first.device_id);
  });
});

describe('invitation to a server under a path', () => {
  it('doc3 §10: the link carries BASE_PATH behind the origin', async () => {
    const app = await startApp({ env: { BASE_PATH: '/usher' } });
    const ruth = await app.get(Database).write(async (tx) => {
      const { id: userId } = await app.get(AccountsRepository).create(tx, { username: 'ruth', role: 'admin' });
      return {
        userId,
        ...HELD_RIGHT,
        deviceId: await app.get(DevicesRepository).bind(tx, userId, { name: '', hardwareId: '' }),
      };
    });
    const invitation = { name: 'ana', serverUrl: 'https://home.example/anything', isNewOnly: false };
    const { link } = await app.get(InvitationsService).invite(invitation, ruth);
    expect(link.reveal()).toMatch(/&server=https%3A%2F%2Fhome\.example%2Fusher$/);
    await app.close();
  });
});
