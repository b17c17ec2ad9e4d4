import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { Secret } from '../../../src/core/secrets/secret.js';
import { PasswordsService } from '../../../src/modules/auth/passwords/passwords.service.js';
import { UserRow } from '../../../src/modules/users/tables/people.entity.js';
import { ADMIN_PASSWORD, startApp, type App, type Session } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const REFUSED = [401, { error: 'invalid credentials', code: 'invalid_credentials' }];

describe('login', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp();
    admin = await app.setUpAdmin('Ruth');
  });

  beforeEach(async () => {
    await app.clock.advance(61_000);
    admin = await app.login('Ruth', ADMIN_PASSWORD);
  });

  afterAll(() => app.close());

  const logIn = (body: unknown) => app.http.post('/api/auth/login', body);
  const attempt = async (username: string, password: string): Promise<unknown[]> => {
    const { status, body } = await logIn({ username, password });
    return [status, body];
  };
  const change = (username: string, fields: Partial<UserRow>): Promise<unknown> =>
    app.get(Database).write((tx) => tx.update(UserRow, { username }, fields));
  const devices = async (): Promise<{ id: string; device_name: string }[]> =>
    (await admin.get('/api/admin/devices')).body as { id: string; device_name: string }[];

  it('doc3 §1.1: the right password is answered with 200 and a token response', async () => {
    const answer = await logIn({ username: 'Ruth', password: ADMIN_PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatchObject({ user: { username: 'Ruth', role: 'admin' }, device_id: expect.any(String) });
  });

  it('doc3 §1.1: a wrong password and an unknown name are refused with one text', async () => {
    expect(await attempt('Ruth', 'wrong password')).toEqual(REFUSED);
    expect(await attempt('nobody', ADMIN_PASSWORD)).toEqual(REFUSED);
    expect(await attempt('ruth', 'wrong password')).toEqual(REFUSED);
    expect(await attempt('R\u00fath', ADMIN_PASSWORD)).toEqual(REFUSED);
  });

  it('issue 43 A3: case, blanks around and what is not seen don’t matter in a name; the account has its own', async () => {
    for (const username of ['ruth', ' RUTH ', 'Ruth\u200b', '\uff32uth']) {
      const answer = await logIn({ username, password: ADMIN_PASSWORD });
      expect([answer.status, answer.body]).toMatchObject([200, { user: { username: 'Ruth' } }]);
    }
  });

  it('issue 43 A3: an account of before signs in by the name that it has, even one that would be refused now', async () => {
    const { userId } = await app.invite('eve');
    const passwordHash = await app.get(PasswordsService).hash(Secret.of('a good password'));
    await change('eve', { username: 'e\u200bv\u0435', passwordHash, passwordEnabled: true });
    const answer = await logIn({ username: 'e\u200bv\u0435', password: 'a good password' });
    expect([answer.status, answer.body]).toMatchObject([200, { user: { id: userId } }]);
  });

  it('doc3 §1.1: an account whose password sign-in is off is refused like a wrong password', async () => {
    await app.invite('ana');
    const passwordHash = await app.get(PasswordsService).hash(Secret.of('a good password'));
    await change('ana', { passwordHash, passwordEnabled: false });
    expect(await attempt('ana', 'a good password')).toEqual(REFUSED);

    await change('ana', { passwordEnabled: true });
    expect((await attempt('ana', 'a good password'))[0]).toBe(200);
  });

  it('doc3 §1.7: an administrator may sign in by password whatever the flag says', async () => {
    await change('Ruth', { passwordEnabled: false });
    expect((await attempt('Ruth', ADMIN_PASSWORD))[0]).toBe(200);
  });

  it('an account without a password is refused like a wrong password', async () => {
    await app.invite('ben');
    await change('ben', { passwordEnabled: true });
    expect(await attempt('ben', 'anything')).toEqual(REFUSED);
  });

  it('doc3 §0: a stored hash that can’t be read is 503, not a wrong password', async () => {
    await app.invite('mia');
    await change('mia', { passwordHash: 'scrambled', passwordEnabled: true });
    expect(await attempt('mia', 'anything')).toEqual([503, refusedWith('temporarily unavailable, retry shortly')]);
  });

  it.each([{}, { username: 'Ruth' }, { password: 'x' }, { username: '', password: '' }, { username: {}, password: 1 }])(
    'doc3 §1.1: %j is 400 "username and password required"',
    async (body) => {
      const answer = await logIn(body);
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: 'username and password required', code: 'credentials_required' },
      ]);
    },
  );

  it('a password longer than any is 400', async () => {
    expect(await attempt('Ruth', 'x'.repeat(1025))).toEqual([
      400,
      {
        error: 'password must be at most 1024 bytes',
        code: 'too_many_bytes',
        params: { name: 'password', most: 1024 },
      },
    ]);
  });

  it('doc3 §1.5: a known hardware id is the same device again, another one or none is a new one', async () => {
    const body = { username: 'Ruth', password: ADMIN_PASSWORD };
    const deviceId = async (more: object): Promise<unknown> =>
      ((await logIn({ ...body, ...more })).body as { device_id: unknown }).device_id;

    const first = await deviceId({ hardware_id: 'phone', device_name: 'Phone' });
    expect(await deviceId({ hardware_id: 'phone', device_name: 'New name' })).toBe(first);
    expect(await deviceId({ hardware_id: 'tablet' })).not.toBe(first);
    expect(await deviceId({})).not.toBe(await deviceId({ hardware_id: null, device_name: null }));
    expect((await devices()).find(({ id }) => id === first)?.device_name).toBe('New name');
  });

  it('doc3 §1.5: a device without a name is "Unknown Device"', async () => {
    const { body } = await logIn({ username: 'Ruth', password: ADMIN_PASSWORD, device_name: '' });
    const { device_id } = body as { device_id: string };
    expect((await devices()).find(({ id }) => id === device_id)?.device_name).toBe('Unknown Device');
  });

  it('unknown members of the body are ignored', async () => {
    const body = { username: 'Ruth', password: ADMIN_PASSWORD, role: 'admin', __proto__: { x: 1 } };
    expect((await logIn(body)).status).toBe(200);
  });
});
