import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hash } from '@node-rs/argon2';
import { Database } from '../../../src/core/database/database.js';
import { UserRow } from '../../../src/modules/users/tables/people.entity.js';
import { SETUP_CODE, startApp, type App } from '../../harness/start-app.js';

/** The same texts, as two keyboards type them. */
const NAME = { composed: 'Ren\u00e9e', apart: 'Rene\u0301e' };
const PASSWORD = { composed: 'planted-cr\u00e8me-br\u00fbl\u00e9e', apart: 'planted-cre\u0300me-bru\u0302le\u0301e' };

describe('doc3 decisions, Passwords: one account, whatever keyboard', () => {
  let app: App;

  beforeEach(async () => {
    app = await startApp();
    for (const password of Object.values(PASSWORD)) app.secrets.plant('password', password);
  });

  afterEach(() => app.close());

  const setUp = (username: string, password: string) =>
    app.http.post('/api/auth/setup', { username, password, setup_code: SETUP_CODE });

  const statusOfLogin = async (username: string, password: string): Promise<number> =>
    (await app.http.post('/api/auth/login', { username, password })).status;

  const ALL_WAYS = [NAME.composed, NAME.apart].flatMap((username) =>
    [PASSWORD.composed, PASSWORD.apart].map((password) => [username, password] as const),
  );

  it.each([
    [NAME.composed, PASSWORD.composed],
    [NAME.apart, PASSWORD.apart],
  ])(
    'a person who sets up with %j and %j signs in by any of them, and changes it by its other form',
    async (username, password) => {
      const made = await setUp(username, password);
      expect([made.status, made.body]).toMatchObject([201, { user: { username: NAME.composed } }]);
      for (const way of ALL_WAYS) expect(await statusOfLogin(...way)).toBe(200);
      expect(await statusOfLogin('Renee', PASSWORD.composed)).toBe(401);
      expect(await statusOfLogin(NAME.composed, 'planted-creme-brulee')).toBe(401);

      await app.clock.leap(61_000);
      const admin = await app.login(NAME.apart, PASSWORD.composed);
      const change = { password: 'planted-other-password', current_password: PASSWORD.composed };
      expect((await admin.post('/api/auth/password', change)).status).toBe(200);
      const back = { password: PASSWORD.apart, current_password: 'planted-other-password' };
      expect((await admin.post('/api/auth/password', back)).status).toBe(200);
      expect(await statusOfLogin(NAME.composed, PASSWORD.composed)).toBe(200);
    },
  );

  it('doc3 §1.9: an invitation in the other form is for the account that there is', async () => {
    await app.setUpAdmin();
    const [one, other] = [await app.invite(NAME.apart), await app.invite(NAME.composed)];
    expect([other.userId, one.username, other.username]).toEqual([one.userId, NAME.composed, NAME.composed]);
  });

  it('a password that was stored as it was typed lets its owner in by that form and by the composed one', async () => {
    await setUp(NAME.composed, 'planted-first-password');
    const passwordHash = await hash(PASSWORD.apart);
    await app.get(Database).write((tx) => tx.update(UserRow, { username: NAME.composed }, { passwordHash }));
    expect(await statusOfLogin(NAME.apart, PASSWORD.apart)).toBe(200);
    expect(await statusOfLogin(NAME.composed, PASSWORD.composed)).toBe(200);
    expect(await statusOfLogin(NAME.composed, 'planted-first-password')).toBe(401);
  });
});
