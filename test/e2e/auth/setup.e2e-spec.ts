import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { permissionsOf } from '../../../src/core/access/permissions.js';
import { Database } from '../../../src/core/database/database.js';
import { FirstRunService } from '../../../src/modules/auth/auth.public.js';
import { SettingRow } from '../../../src/modules/settings/setting.entity.js';
import { UserRow } from '../../../src/modules/users/tables/people.entity.js';
import { ADMIN_PASSWORD, SETUP_CODE, startApp, type App } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const FIRST = { username: 'Ruth', password: ADMIN_PASSWORD, setup_code: SETUP_CODE };

/** Makes the server forget everybody, so that it can be set up again. */
async function forgetEverybody(app: App): Promise<void> {
  await app.get(Database).write(async (tx) => {
    await tx.createQueryBuilder().delete().from(UserRow).execute();
    await tx.delete(SettingRow, { key: 'setup_completed' });
  });
  await app.clock.leap(61_000);
}

const usernames = (app: App): Promise<string[]> =>
  app.get(Database).read(async (tx) => (await tx.find(UserRow)).map(({ username }) => username));

describe('first-run setup', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterEach(() => forgetEverybody(app));

  afterAll(() => app.close());

  const setUp = (body: unknown) => app.http.post('/api/auth/setup', body);
  const needsSetup = async (): Promise<unknown> =>
    ((await app.http.get('/api/auth/status')).body as { needs_setup: unknown }).needs_setup;

  it('doc3 §1.1, §1.2: makes an administrator, signs them in with 201, and the server needs no setup any more', async () => {
    expect(await needsSetup()).toBe(true);

    const answer = await setUp({ ...FIRST, device_name: 'Sofa', hardware_id: 'h' });

    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}(?:\.[\w-]+){3}$/),
      device_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user: {
        id: expect.any(Number),
        username: 'Ruth',
        role: 'admin',
        permissions: permissionsOf('admin'),
        password_enabled: true,
        passkey_enabled: true,
        hub_email: '',
        created_at: new Date(app.clock.now()).toISOString(),
        sso_linked: false,
        child: false,
      },
    });
    expect(await needsSetup()).toBe(false);
    expect((await app.http.post('/api/auth/login', FIRST)).status).toBe(200);
  });

  it('doc3 §1.7: the name is kept as typed, blanks and all', async () => {
    expect((await setUp({ ...FIRST, username: ' rúth 家 ' })).body).toMatchObject({ user: { username: ' rúth 家 ' } });
  });

  /** Each is refused, ten a minute, and nobody is there afterwards. */
  async function refused(rows: readonly (readonly [body: unknown, error: string])[]): Promise<void> {
    for (const [n, [body, error]] of rows.entries()) {
      if (n % 10 === 0) await app.clock.leap(61_000);
      const answer = await setUp(body);
      expect([n, answer.status, answer.body]).toEqual([n, 400, refusedWith(error)]);
    }
    expect(await usernames(app)).toEqual([]);
  }

  it('doc3 §1.1: without a name or a password it is 400', async () => {
    const bodies = [
      undefined,
      {},
      { username: 'ruth' },
      { ...FIRST, username: '' },
      { ...FIRST, password: '' },
      { ...FIRST, username: 5 },
      { ...FIRST, password: ['12345678'] },
      { username: null, password: null },
    ];
    await refused(bodies.map((body) => [body, 'username and password required']));
  });

  it('doc3 §1.1: what is no such body is refused with a 400 that says why', () =>
    refused([
      [{ ...FIRST, password: '1234567' }, 'password must be at least 8 characters'],
      [{ ...FIRST, password: 'x'.repeat(1025) }, 'password must be at most 1024 bytes'],
      [{ ...FIRST, username: 'x'.repeat(256) }, 'username must be at most 255 bytes'],
      [{ ...FIRST, username: 'a\u0000b' }, 'username must not contain control characters'],
      [{ ...FIRST, username: 'a\u200bb' }, 'username must not contain invisible characters'],
      [{ ...FIRST, username: '\u0430b' }, 'username must not mix scripts'],
      [{ ...FIRST, username: ' ' }, 'username must not be blank'],
      [{ ...FIRST, device_name: 7 }, 'device_name must be a text of at most 255 characters'],
      [{ ...FIRST, hardware_id: 'x'.repeat(256) }, 'hardware_id must be a text of at most 255 characters'],
      [{ ...FIRST, setup_code: 7 }, 'setup_code must be a text'],
      ['{"username":', 'invalid request body'],
      [[], 'invalid request body'],
    ]));

  it('doc3 §1.1: another setup code, or none, is 403', async () => {
    for (const setup_code of [undefined, null, '', 'wrong', '----', SETUP_CODE.slice(1)]) {
      const answer = await setUp({ ...FIRST, setup_code });
      expect([answer.status, answer.body]).toEqual([403, { error: 'wrong setup code', code: 'wrong_setup_code' }]);
    }
    expect(await needsSetup()).toBe(true);
  });

  it('issue 43 D22: the code in capitals, without its dashes and with blanks around it is the code', async () => {
    const setup_code = ` ${SETUP_CODE.toUpperCase().replaceAll('-', ' ')}\n`;
    expect((await setUp({ ...FIRST, setup_code })).status).toBe(201);
  });

  it('security 27: a second administrator is refused with 409, whatever the code', async () => {
    await setUp(FIRST);
    for (const setup_code of [SETUP_CODE, 'wrong']) {
      const answer = await setUp({ ...FIRST, username: 'Otto', setup_code });
      expect([answer.status, answer.body]).toEqual([
        409,
        { error: 'setup already completed', code: 'setup_completed' },
      ]);
    }
    expect(await usernames(app)).toEqual(['Ruth']);
  });

  it('security 27: of visitors who come at once, one becomes administrator, in every one of 20 rounds', async () => {
    for (let round = 0; round < 20; round += 1) {
      const visitors = ['ana', 'ben', 'mia', 'zoe'];
      const answers = await Promise.all(visitors.map((username) => setUp({ ...FIRST, username })));

      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      const [first] = answers.filter(({ status }) => status === 201);
      expect(await usernames(app)).toEqual([
        (first?.body as { user: { username: string } } | undefined)?.user.username,
      ]);
      await forgetEverybody(app);
    }
  });

  it('doc3 §10: the code is shown until there is an administrator', async () => {
    expect((await app.get(FirstRunService).currentCode())?.reveal()).toBe(SETUP_CODE);
    await setUp(FIRST);
    expect(await app.get(FirstRunService).currentCode()).toBeNull();
  });
});

describe('first-run setup with other settings', () => {
  it('doc3 §10: SETUP_CODE=off asks for no code', async () => {
    const app = await startApp({ env: { SETUP_CODE: 'off' } });
    expect(await app.get(FirstRunService).currentCode()).toBeNull();
    expect((await app.http.post('/api/auth/setup', { username: 'ruth', password: ADMIN_PASSWORD })).status).toBe(201);
    await app.close();
  });

  it('doc3 §10: without SETUP_CODE a code is made at the start', async () => {
    const app = await startApp({ env: { SETUP_CODE: '' } });
    const code = await app.get(FirstRunService).currentCode();
    expect(code?.reveal()).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
    expect((await app.http.post('/api/auth/setup', { ...FIRST, setup_code: '' })).status).toBe(403);
    expect((await app.http.post('/api/auth/setup', { ...FIRST, setup_code: code?.reveal() })).status).toBe(201);
    await app.close();
  });
});

describe('the upgrade of a server that has accounts', () => {
  it('doc3 §1.7: the missing flag is added at the start, and nobody is asked to set it up', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'usher-upgrade-'));
    const before = await startApp({ dataDir });
    await before.setUpAdmin();
    await before.get(Database).write((tx) => tx.delete(SettingRow, { key: 'setup_completed' }));
    await before.close();

    const after = await startApp({ dataDir });
    expect((await after.http.get('/api/auth/status')).body).toMatchObject({ needs_setup: false });
    expect((await after.http.post('/api/auth/setup', FIRST)).status).toBe(409);
    await after.close();
    await rm(dataDir, { recursive: true, force: true });
  });
});
