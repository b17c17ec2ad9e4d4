import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../../src/app/create-app.js';
import { Database } from '../../../src/core/database/database.js';
import { StorageError } from '../../../src/core/database/storage-error.js';
import { describeOnSqlite } from '../../harness/database-at.js';
import { errorOf } from '../../harness/error-of.js';
import { whileLocked } from '../../harness/held-lock.js';
import { losePagesOf } from '../../harness/lost-pages.js';
import { refuseUpdates } from '../../harness/refused-updates.js';
import { ADMIN_PASSWORD, type App, type Session, startApp } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const SECOND = 1_000;
const UNAVAILABLE = { status: 503, body: refusedWith('temporarily unavailable, retry shortly') };

/** What readyz answers: its status, and which checks fail. */
async function readiness(app: App): Promise<readonly [number, ...string[]]> {
  const { status, body } = await app.http.get('/readyz');
  const { checks } = body as { checks: Readonly<Record<string, string>> };
  return [status, ...Object.keys(checks).filter((name) => checks[name] !== 'ok')];
}

/** Asks as a supervisor does, every ten seconds. Answers after how many seconds it was ready, a minute at most. */
async function readyAfter(app: App): Promise<number | null> {
  for (let seconds = 0; seconds <= 60; seconds += 10) {
    if ((await readiness(app))[0] === 200) return seconds;
    await app.clock.advance(10 * SECOND);
  }
  return null;
}

/** It goes on as before after each test. */
let app: App;
let admin: Session;

beforeAll(async () => {
  app = await startApp();
  admin = await app.setUpAdmin();
});

beforeEach(async () => {
  await app.clock.leap(61 * SECOND);
  admin = await app.refresh(admin);
  expect(await readiness(app)).toEqual([200]);
});

afterAll(() => app.close());

describe('readyz, where the database takes no writes', () => {
  const statement = (sql: string): Promise<unknown> => app.get(Database).write((tx) => tx.query(sql));

  it('finds out although nobody writes, and is ready again within a minute although nobody writes', async () => {
    const before = app.logLines.length;
    const logged = (text: string): unknown[] =>
      app.logLines
        .slice(before)
        .filter((line) => line.includes(text))
        .map((line) => JSON.parse(line) as unknown);
    const allow = await refuseUpdates(statement, 'settings', 'value');
    await app.clock.advance(10 * SECOND);
    expect(await readiness(app)).toEqual([503, 'writes']);
    expect((await app.http.get('/api/health')).status).toBe(200);
    await app.clock.advance(60 * SECOND);
    expect(await readiness(app)).toEqual([503, 'writes']);
    await allow();
    expect(await readyAfter(app)).not.toBeNull();
    expect(logged('the database is out of order')).toMatchObject([{ level: 'error', check: 'writes' }]);
    expect(logged('the database is in order again')).toMatchObject([{ level: 'info', check: 'writes' }]);
  });

  it('writes once for however many ask, and not again within ten seconds', async () => {
    await app.clock.advance(10 * SECOND);
    const { commits } = app.get(Database);
    await Promise.all(Array.from({ length: 50 }, () => readiness(app)));
    await app.clock.advance(9 * SECOND);
    expect(await readiness(app)).toEqual([200]);
    expect(app.get(Database).commits).toBe(commits + 1);
  });

  it('answers within four seconds where a write hangs, and says no', async () => {
    await app.clock.advance(10 * SECOND);
    await whileLocked(app.databaseFile, async () => {
      const answer = readiness(app);
      let waits = true;
      void answer.finally(() => (waits = false));
      while (waits) await app.clock.advance(SECOND);
      expect(await answer).toEqual(expect.arrayContaining([503, 'writes']));
    });
    expect(await readyAfter(app)).not.toBeNull();
  });
});

describeOnSqlite('readyz, on a full disk', () => {
  let guests = 0;
  const invite = () => admin.post('/api/admin/connect-token', { name: `guest${++guests}`, server_url: app.url });

  it('is 503 from the first write on that found the disk full, and ready again within a minute of space being freed', async () => {
    await app.get(Database).write((tx) => tx.query('PRAGMA max_page_count = 1'));
    let answer = await invite();
    while (answer.status === 201) answer = await invite();
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(await readiness(app)).toEqual([503, 'writes']);
    expect(await readyAfter(app)).toBeNull();

    await app.get(Database).write((tx) => tx.query('PRAGMA max_page_count = 100000'));
    expect(await readyAfter(app)).not.toBeNull();
    expect((await invite()).status).toBe(201);
  });

  it('is 503 where the operating system lets a file grow no more, and ready again after a write that went well', async () => {
    await app.clock.advance(10 * SECOND);
    const mayGrowTo = (bytes: number | 'unlimited') =>
      execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`]);
    try {
      mayGrowTo(1);
      expect(await readiness(app)).toEqual([503, 'writes']);
      expect(await invite()).toMatchObject(UNAVAILABLE);
    } finally {
      mayGrowTo('unlimited');
    }
    expect((await invite()).status).toBe(201);
    expect(await readiness(app)).toEqual([200]);
  });
});

describeOnSqlite('readyz, where pages of the database are lost', () => {
  /** The data folder of a household that has stopped. */
  let given: string;

  beforeAll(async () => {
    given = mkdtempSync(join(tmpdir(), 'usher-damaged-'));
    const household = await startApp({ dataDir: given });
    await household.setUpAdmin();
    await household.close();
  });

  afterAll(() => rmSync(given, { recursive: true }));

  /** Starts on a copy that has lost a table. */
  async function without(table: string, look: (damaged: App) => Promise<void>): Promise<void> {
    const dataDir = mkdtempSync(join(tmpdir(), 'usher-damaged-'));
    cpSync(given, dataDir, { recursive: true });
    await losePagesOf(join(dataDir, DATABASE_FILE), [table]);
    const damaged = await startApp({ dataDir });
    await look(damaged);
    await damaged.close();
    rmSync(dataDir, { recursive: true });
  }

  it.each(['users', 'access_tokens'])('of %s, is 503 although nobody signs in: nobody could', async (table) => {
    await without(table, async (damaged) => {
      expect(await readiness(damaged)).toEqual([503, 'database']);
      const credentials = { username: 'admin', password: ADMIN_PASSWORD, device_name: 'd' };
      expect(await damaged.http.post('/api/auth/login', credentials)).toMatchObject(UNAVAILABLE);
    });
  });

  it('of another table, is 503 once somebody has met the damage, and stays so', async () => {
    await without('request_log', async (damaged) => {
      expect(await readiness(damaged)).toEqual([200]);
      const session = await damaged.login('admin', ADMIN_PASSWORD);
      expect(await session.get('/api/admin/requests')).toMatchObject(UNAVAILABLE);
      expect(await readiness(damaged)).toEqual([503, 'database']);
      expect(await readyAfter(damaged)).toBeNull();
    });
  });

  it('is ready again within a minute where everything can be read after all', async () => {
    const database = app.get(Database);
    const damage = new StorageError('corrupt');
    await errorOf(database.read(() => Promise.reject(damage)));
    expect(await readiness(app)).toEqual([200]);
    await errorOf(database.read(() => Promise.reject(damage)));
    expect(await readiness(app)).toEqual([503, 'database']);
    expect(await readyAfter(app)).not.toBeNull();
  });
});
