import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RESTORE_MARK } from '../../../src/core/backups/unfinished-restore.js';
import { DATABASE_FILE } from '../../../src/app/create-app.js';
import { runReset } from '../../../src/app/reset/reset-command.js';
import { describeOnSqlite } from '../../harness/database-at.js';
import { rowCounts, tableRows } from '../../harness/database-inspection.js';
import { HttpClient, type Answer } from '../../harness/http-client.js';
import { runProgram } from '../../harness/run-program.js';
import { ADMIN_PASSWORD, startApp, type App, type Session } from '../../harness/start-app.js';
import { onPostgres, postgresAt } from '../../harness/test-postgres.js';
import { E2E_BASE_PATH } from '../../harness/under-prefix.js';

const PROGRAM = fileURLToPath(new URL('../../../dist/reset-password.js', import.meta.url));
const KEPT = fileURLToPath(new URL('../../fixtures/databases/connect-links.sqlite', import.meta.url));
const NEXT = 'planted-next-password';
const LINK = /usher:\/\/connect\?token=([0-9a-f]{64})&server=(\S+)/;

describe('npm run reset-password', () => {
  let own: string;
  let dataDir: string;

  beforeEach(() => {
    own = dataDir = mkdtempSync(join(tmpdir(), 'usher-reset-'));
  });

  afterEach(() => rmSync(own, { recursive: true, force: true }));

  async function settings(): Promise<Readonly<Record<string, string>>> {
    const given = { DATA_DIR: dataDir, BASE_PATH: E2E_BASE_PATH };
    return onPostgres ? { ...given, DATABASE_URL: (await postgresAt(join(dataDir, DATABASE_FILE))).reveal() } : given;
  }

  /** What the command said, and how it ended. */
  async function reset(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const lines: string[] = [];
    const code = await runReset({ args, env: { ...(await settings()), ...env }, say: (line) => lines.push(line) });
    return { code, said: lines.join('\n') };
  }

  const tokenIn = (said: string): string => LINK.exec(said)?.[1] ?? '';
  const serverIn = (said: string): string => decodeURIComponent(LINK.exec(said)?.[2] ?? '');

  describe('beside a running server', () => {
    let served: string;
    let app: App;
    let admin: Session;

    beforeAll(async () => {
      served = mkdtempSync(join(tmpdir(), 'usher-reset-'));
      app = await startApp({ dataDir: served });
      app.secrets.plant('next password', NEXT);
      await app.setUpAdmin();
    });

    beforeEach(async () => {
      dataDir = served;
      admin = await app.startOver();
    });

    afterAll(async () => {
      await app.close();
      rmSync(served, { recursive: true, force: true });
    });

    const redeem = (token: string): Promise<Answer> =>
      app.http.post('/api/auth/connect', { token, device_name: 'Phone' });
    const at = (answer: Answer): HttpClient =>
      new HttpClient(app.url, app.secrets, (answer.body as { access_token: string }).access_token);

    it('doc3 Decisions: prints a link with which an administrator who has lost everything sets a new password', async () => {
      const { code, said } = await reset(['admin']);
      expect(code).toBe(0);
      const back = at(await redeem(tokenIn(said)));
      expect((await back.post('/api/auth/password', { password: NEXT })).status).toBe(200);
      expect((await app.login('admin', NEXT)).userId).toBe(admin.userId);
      expect((await app.http.post('/api/auth/login', { username: 'admin', password: ADMIN_PASSWORD })).status).toBe(
        401,
      );
      expect((await admin.get('/api/auth/me')).status).toBe(401);
    });

    it('is a program of its own, whose link the running server takes at once', async () => {
      const { code, said } = await runProgram(PROGRAM, await settings(), ['admin']);
      expect([code, said]).toEqual([0, expect.stringMatching(LINK)]);
      // The clock of the test stands still, and the program has its own.
      await app.clock.leap(Math.max(0, Date.now() - app.clock.now()));
      expect((await redeem(tokenIn(said))).status).toBe(200);
    });

    it('doc3 Decisions: its link has no issuer, and is listed and taken back like any other', async () => {
      const { said } = await reset(['admin']);
      const { body } = await admin.get('/api/admin/connect-tokens');
      expect(body).toEqual([expect.objectContaining({ name: 'admin', created_by: null })]);
      const [row] = body as readonly { readonly id: string }[];
      expect((await admin.delete(`/api/admin/connect-tokens/${row?.id ?? ''}`)).status).toBe(204);
      expect((await redeem(tokenIn(said))).status).toBe(400);
    });

    it('security 32: its link falls with a new password of the account, and stays when devices are revoked', async () => {
      const first = await reset(['admin']);
      await admin.post('/api/auth/password', { password: NEXT, current_password: ADMIN_PASSWORD });
      expect((await redeem(tokenIn(first.said))).status).toBe(400);
      const second = await reset(['admin']);
      await admin.delete(`/api/admin/devices/${admin.deviceId}`);
      expect((await redeem(tokenIn(second.said))).status).toBe(200);
    });

    it('doc3 §1.9: its link takes the place of an earlier one', async () => {
      const { said } = await reset(['admin']);
      const again = await reset(['admin']);
      expect((await redeem(tokenIn(said))).status).toBe(400);
      expect((await redeem(tokenIn(again.said))).status).toBe(200);
    });

    it('doc3 §1.1: says so where the account is not to have a password, and the link signs it in all the same', async () => {
      const ana = await app.invite('ana');
      const { code, said } = await reset(['ana']);
      expect([code, said]).toEqual([0, expect.stringContaining('Sign-in by password is off for this account')]);
      const answer = await redeem(tokenIn(said));
      expect((answer.body as { user: { id: number } }).user.id).toBe(ana.userId);
      expect((await reset(['admin'])).said).not.toContain('Sign-in by password is off');
    });

    it('doc3 §1.9: the link leads to the external address, else to what was given, else to this machine, and says which', async () => {
      const local = await reset(['admin'], { PORT: '7999' });
      expect(serverIn(local.said)).toBe(`http://localhost:7999${E2E_BASE_PATH}`);
      expect(local.said).toContain('No external address is stored');
      const given = await reset(['admin', 'http://192.168.1.5:7676/any/page']);
      expect(serverIn(given.said)).toBe(`http://192.168.1.5:7676${E2E_BASE_PATH}`);
      await admin.put('/api/admin/external-address', { external_url: 'https://usher.example' });
      const external = await reset(['admin', 'http://192.168.1.5:7676']);
      expect(serverIn(external.said)).toBe(`https://usher.example${E2E_BASE_PATH}`);
      expect(external.said).toContain('the external address that is stored');
      expect((await admin.put('/api/admin/external-address', { external_url: '' })).status).toBe(200);
    });

    it('issue 43 A3: takes a name in other case and with blanks for that of the account, as a sign-in does', async () => {
      const { code, said } = await reset([' ADMIN']);
      expect(said).toContain('A link for "admin".');
      expect([code, (await redeem(tokenIn(said))).body]).toMatchObject([0, { user: { username: 'admin' } }]);
    });

    it('an unknown name is refused with those of the administrators, and nothing is written', async () => {
      await app.invite('ana');
      const before = await tableRows(app.databaseFile);
      const { code, said } = await reset(['Adam']);
      expect([code, said]).toEqual([1, expect.stringContaining('There is no account of the name "Adam"')]);
      expect(said).toContain('Administrators: "admin"');
      expect(said).not.toMatch(LINK);
      expect(await tableRows(app.databaseFile)).toEqual(before);
    });
  });

  it.each([[[]], [['']], [['a', 'b', 'c']], [['admin', 'home']], [['admin', 'ftp://home']]])(
    '%j is answered with how it is called, and nothing is looked at',
    async (args) => {
      const { code, said } = await reset(args);
      expect([code, said]).toEqual([1, expect.stringContaining('npm run reset-password -- NAME [ADDRESS]')]);
      expect(readdirSync(dataDir)).toEqual([]);
    },
  );

  it('doc3 Decisions: works while the server is stopped: the link is in the database; not where a restore was broken off', async () => {
    const before = await startApp({ dataDir });
    await before.setUpAdmin();
    await before.close();
    rmSync(join(dataDir, 'in-use.lock'));
    const { code, said } = await reset(['admin']);
    expect([code, said]).toEqual([0, expect.stringMatching(LINK)]);
    // It holds the folder as servers do.
    expect(readdirSync(dataDir)).toContain('in-use.lock');
    expect((await rowCounts(join(dataDir, DATABASE_FILE))).connect_tokens).toBe(1);
    writeFileSync(join(dataDir, RESTORE_MARK), 'before-restore-1');
    expect(await reset(['admin'])).toEqual({ code: 1, said: expect.stringContaining('a restore was broken off') });
  });

  it('wrong settings are named', async () => {
    const { code, said } = await reset(['admin'], { PORT: 'x' });
    expect([code, said]).toEqual([1, expect.stringContaining('PORT')]);
  });

  describeOnSqlite('on a file', () => {
    it('that is not there it makes none', async () => {
      const { code, said } = await reset(['admin']);
      expect([code, said]).toEqual([1, expect.stringContaining('there is no household in DATA_DIR')]);
      expect(readdirSync(dataDir)).toEqual([]);
    });

    it('of an earlier version it writes nothing: bringing it up to date is for the server', async () => {
      const file = join(dataDir, DATABASE_FILE);
      copyFileSync(KEPT, file);
      const before = await rowCounts(file);
      const { code, said } = await reset(['ada']);
      expect([code, said]).toEqual([1, expect.stringContaining('start the server once')]);
      expect(await rowCounts(file)).toEqual(before);
    });
  });
});
