import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { BACKUP_JOB } from '../../../src/app/backups/nightly-backup.job.js';
import { runRestore } from '../../../src/app/backups/restore-command.js';
import { DATABASE_FILE } from '../../../src/app/create-app.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { describeOnSqlite } from '../../harness/database-at.js';
import { errorOf } from '../../harness/error-of.js';
import { losePagesOf } from '../../harness/lost-pages.js';
import { runProgram, type Ran } from '../../harness/run-program.js';
import { ADMIN_PASSWORD, startApp, type App } from '../../harness/start-app.js';

const SCRIPT = fileURLToPath(new URL('../../../scripts/restore.mjs', import.meta.url));
const OTHER_KEY = Buffer.alloc(32, 'another').toString('base64');

describeOnSqlite('npm run restore -- FILE', () => {
  let dataDir: string;
  let file: string;

  /** A household with an administrator and a sealed library key, and a backup of it. Its key lies in DATA_DIR. */
  let given: string;

  beforeAll(async () => {
    given = mkdtempSync(join(tmpdir(), 'usher-restore-'));
    const app = await startApp({ dataDir: given, env: { SECRET_KEY: '' } });
    const admin = await app.setUpAdmin();
    await app.connectRadarr(admin);
    await app.get(JobRunner).runNow(BACKUP_JOB);
    await app.close();
    [file = ''] = readdirSync(join(given, 'backups'));
  });

  afterAll(() => rmSync(given, { recursive: true, force: true }));

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'usher-restore-'));
    cpSync(given, dataDir, { recursive: true });
  });

  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const run = (args: readonly string[]): Promise<Ran> => runProgram(SCRIPT, { DATA_DIR: dataDir }, args);

  /** The command, in this process. */
  async function restore(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Ran> {
    let said = '';
    const say = (line: string): void => void (said += `${line}\n`);
    const code = await runRestore({ args, env: { DATA_DIR: dataDir, ...settings }, folder: dataDir, say });
    return { code, said };
  }

  const start = (): Promise<App> => startApp({ dataDir, env: { SECRET_KEY: '' } });

  const database = (): Buffer => readFileSync(join(dataDir, DATABASE_FILE));

  it('brings a household back whose database has lost pages: the server starts and the administrator signs in; while it runs, says no', async () => {
    await losePagesOf(join(dataDir, DATABASE_FILE), ['users', 'settings', 'migrations']);
    expect(await errorOf(start())).toMatchObject({ kind: 'corrupt' });
    const lock = join(dataDir, 'in-use.lock');
    rmSync(lock, { force: true });

    const { code, said } = await run([file]);
    expect(said).toMatch(
      /^Restored usher-20260101T000000Z\.tar\.gz: everything as it was at 2026-01-01T00:00:00\.000Z\.$/m,
    );
    expect(said).toMatch(/^It was checked first: /m);
    expect(said).toMatch(/^What was in DATA_DIR before is kept in DATA_DIR\/before-restore-\S+\. Nothing reads it; /m);
    expect(said).toMatch(/^The key is restored with it \(DATA_DIR\/secret\.key\)\.$/m);
    expect(said).toMatch(/^Now start the server\./m);
    expect(code).toBe(0);

    // Whatever the shell allows, what it makes is for its own account alone.
    expect(statSync(lock).mode & 0o777).toBe(0o600);
    const app = await start();
    await app.login('admin', ADMIN_PASSWORD);
    expect((await app.http.get('/readyz')).body).toMatchObject({ status: 'ready' });
    // And while that server runs, nothing is restored.
    expect(await restore([file])).toEqual({
      code: 1,
      said: 'Not restored: a server is running on DATA_DIR: stop it first.\nNothing was changed.\n',
    });
    await app.login('admin', ADMIN_PASSWORD);
    await app.close();
    const [kept = ''] = readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'));
    expect(readdirSync(join(dataDir, kept))).toEqual(expect.arrayContaining([DATABASE_FILE, 'secret.key']));
  });

  it('takes a path too, and works where database and key are gone', async () => {
    const path = join(dataDir, 'backups', file);
    rmSync(join(dataDir, DATABASE_FILE));
    rmSync(join(dataDir, 'secret.key'));
    const { code, said } = await restore([path]);
    expect([code, said]).toEqual([0, expect.stringContaining('There was no database in DATA_DIR before.')]);
    expect(database().toString('latin1')).toContain('SQLite format 3');
  });

  it('says no to a DATA_DIR in which it may not write, with what to do', async () => {
    rmSync(join(dataDir, 'in-use.lock'));
    mkdirSync(join(dataDir, 'in-use.lock'));
    const { code, said } = await restore([file]);
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^Not restored: this process.* may not write in DATA_DIR: /),
    ]);
    expect(said).toMatch(/: let its account own that folder and all that is in it\.\nNothing was changed\.\n$/);
  });

  it('says no where DATABASE_URL names the database: a file in DATA_DIR would not be what the server uses', async () => {
    const url = 'postgres://usher:a-password@db.example/usher';
    const bytes = database();
    for (const args of [[file], []]) {
      const { code, said } = await restore(args, { DATABASE_URL: url });
      expect([code, said]).toEqual([1, expect.stringMatching(/^Not restored: DATABASE_URL is set/)]);
      expect(said).toMatch(/docs\/postgresql\.md.*\nNothing was changed\.\n$/);
      expect(said).not.toContain('a-password');
    }
    expect(database().equals(bytes)).toBe(true);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'))).toEqual([]);
  });

  it('says no to a file that is no backup, with the reason and what to do', async () => {
    writeFileSync(join(dataDir, 'backups', file), 'a shopping list');
    const bytes = database();
    expect(await restore([file])).toEqual({
      code: 1,
      said:
        'Not restored: the file is cut off or damaged, or is no backup.\n' +
        'Take another backup.\nNothing was changed.\n',
    });
    expect(database().equals(bytes)).toBe(true);
  });

  it('says no where SECRET_KEY is another key than the backup’s', async () => {
    const { code, said } = await restore([file], { SECRET_KEY: OTHER_KEY });
    expect([code, said]).toEqual([1, expect.stringMatching(/SECRET_KEY is set and is another key/)]);
    expect(said).not.toContain(OTHER_KEY);
  });

  it('says no to a file that is not there, and to settings that are wrong', async () => {
    expect(await restore(['none.tar.gz'])).toEqual({
      code: 1,
      said: 'Not restored: there is no file none.tar.gz.\nNothing was changed.\n',
    });
    expect((await restore([dataDir])).said).toBe(`Not restored: there is no file ${dataDir}.\nNothing was changed.\n`);
    expect(await restore([file], { PORT: 'abc' })).toMatchObject({ code: 1, said: expect.stringMatching(/PORT: /) });
  });

  it('without a FILE says how it is called and which backups there are', async () => {
    const usage = { code: 2, said: expect.stringMatching(/^usage: npm run restore -- FILE$/m) };
    for (const result of [await restore([]), await restore(['']), await restore(['--help'])]) {
      expect(result).toEqual(usage);
      expect(result.said).toContain(`  ${file}\n`);
    }
    expect(existsSync(join(dataDir, DATABASE_FILE))).toBe(true);
  });

  it('that was broken off keeps the server from starting, until it has been run again', async () => {
    writeFileSync(join(dataDir, 'restore-under-way'), 'before-restore-20260101T000000Z\n');
    rmSync(join(dataDir, DATABASE_FILE));
    const fault = await errorOf(start());
    expect(fault).toMatchObject({ message: expect.stringMatching(/^a restore was broken off: run it again/) });
    expect(existsSync(join(dataDir, DATABASE_FILE))).toBe(false);
    expect((await restore([file])).code).toBe(0);
    expect(existsSync(join(dataDir, 'restore-under-way'))).toBe(false);
    expect(existsSync(join(dataDir, DATABASE_FILE))).toBe(true);
  });
});
