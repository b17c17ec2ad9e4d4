import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataSource } from 'typeorm';
import { BACKUP_JOB } from '../../../src/app/backups/nightly-backup.job.js';
import { DATABASE_FILE } from '../../../src/app/create-app.js';
import { moveDatabase } from '../../../src/app/move/move-database.js';
import { readSettings } from '../../../src/core/config/settings.js';
import { MovedMark } from '../../../src/core/database/move/moved-mark.js';
import { quietSqlite3 } from '../../../src/core/database/sqlite-handle.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { errorOf } from '../../harness/error-of.js';
import { runProgram } from '../../harness/run-program.js';
import { ADMIN_PASSWORD, type App, startApp } from '../../harness/start-app.js';
import { DATABASE_PASSWORD, postgresAt } from '../../harness/test-postgres.js';

/** The name of a server's socket in its folder. */
const SOCKET = '.s.PGSQL.5432';
const METRICS_TOKEN = 'planted-metrics-token';
const FILM = { id: 990_101, title: 'Harbor Lights', release_date: '2024-05-10' };

const PROGRAM = fileURLToPath(new URL('../../../dist/move-database.js', import.meta.url));

describe('npm run move-database', () => {
  let dataDir: string;
  let file: string;
  let said: string[];
  let made: ReturnType<typeof makeHousehold> | undefined;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'usher-move-'));
    file = join(dataDir, DATABASE_FILE);
    said = [];
    await postgresAt(file);
  });

  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));
  afterAll(async () => rmSync((await made)?.folder ?? dataDir, { recursive: true, force: true }));

  const startOnSqlite = (): Promise<App> => startApp({ dataDir, env: { DATABASE_URL: '' } });
  const refusalOnSqlite = async (): Promise<unknown> => ((await errorOf(startOnSqlite())) as Error).message;

  /** A household on SQLite, at rest: a copy of one that is made once. Answers what an administrator sees of it. */
  async function household(): Promise<unknown> {
    made ??= makeHousehold();
    const { seen, folder } = await made;
    cpSync(folder, dataDir, { recursive: true });
    return seen;
  }

  async function makeHousehold(): Promise<{ readonly seen: unknown; readonly folder: string }> {
    const folder = mkdtempSync(join(tmpdir(), 'usher-moved-'));
    const app = await startApp({ dataDir: folder, env: { DATABASE_URL: '' } });
    app.tmdb.given.film(FILM);
    app.radarr.given.catalog([{ tmdbId: FILM.id, title: FILM.title, year: 2024 }]);
    const admin = await app.setUpAdmin();
    await app.connectRadarr(admin);
    const ana = await app.invite('ana');
    await admin.put('/api/admin/request-settings', { require_approval: true });
    expect((await ana.post('/api/requests', { media_type: 'movie', tmdb_id: FILM.id })).status).toBe(200);
    const seen = await looksLike(app);
    await app.close();
    return { seen, folder };
  }

  async function looksLike(app: App): Promise<unknown> {
    const admin = await app.login('admin', ADMIN_PASSWORD);
    const requests = (await admin.get('/api/admin/requests')).body as Record<string, unknown>[];
    // What a library or the metadata provider adds is not kept here.
    const kept = requests.map(({ id, title, username, requested_at }) => ({ id, title, username, requested_at }));
    return { instances: (await admin.get('/api/instances')).body, requests: kept };
  }

  const backupIn = async (app: App): Promise<unknown> =>
    ((await app.http.get('/readyz')).body as { backup: unknown }).backup;

  async function move(through?: string): Promise<string | null> {
    const url = new URL((await postgresAt(file)).reveal());
    if (through !== undefined) url.searchParams.set('host', through);
    const env = { DATA_DIR: dataDir, DATABASE_URL: url.href };
    const surroundings = { readFile: () => '', isTerminal: false };
    return moveDatabase(readSettings(env, surroundings), (sentence) => said.push(sentence));
  }

  /** Puts a way to the server into DATA_DIR that breaks off with a COMMIT or with its answer. Answers the server of that way. */
  async function wayThatLoses(lost: 'commits' | 'their answers'): Promise<Server> {
    const socket = join(new URL((await postgresAt(file)).reveal()).searchParams.get('host') ?? '', SOCKET);
    const way = createServer((near) => {
      const far = connect(socket);
      far.on('data', (answer: Buffer) => {
        if (lost === 'their answers' && answer.includes('COMMIT\0')) near.destroy();
        else near.write(answer);
      });
      near.on('data', (sent: Buffer) => {
        if (lost === 'commits' && sent.includes('COMMIT\0')) near.destroy();
        else far.write(sent);
      });
      near.on('close', () => far.destroy());
    });
    await once(way.listen(join(dataDir, SOCKET)), 'listening');
    return way;
  }

  async function inTarget<T>(look: (target: DataSource) => Promise<T>): Promise<T> {
    const target = new DataSource({ type: 'postgres', url: (await postgresAt(file)).reveal(), logging: false });
    await target.initialize();
    try {
      return await look(target);
    } finally {
      await target.destroy();
    }
  }

  async function fromSource(sql: string): Promise<unknown> {
    const source = new DataSource({ type: 'sqlite', driver: quietSqlite3, database: file, logging: false });
    await source.initialize();
    try {
      return await source.query(sql);
    } finally {
      await source.destroy();
    }
  }

  async function inSource(sql: string): Promise<void> {
    await fromSource(sql);
  }

  const digest = (): string => createHash('sha256').update(readFileSync(file)).digest('hex');
  const tablesOfTarget = (): Promise<unknown[]> =>
    inTarget((target) => target.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"));

  it('moves a household whole: the server goes on with it, and the source keeps every byte', async () => {
    const before = await household();
    const bytes = digest();
    expect(await move()).toBeNull();
    expect(digest()).toBe(bytes);
    expect(said).toContainEqual(
      expect.stringMatching(/^users: 2 rows, checksum [0-9a-f]{16}, the same on both sides\.$/),
    );
    expect(said.join('\n')).not.toContain(DATABASE_PASSWORD);
    expect(said.at(-1)).toMatch(/^usher\.sqlite is as it was, .* delete usher\.sqlite\.moved in DATA_DIR\.$/);
    expect(await refusalOnSqlite()).toMatch(
      /^the household in usher\.sqlite was moved to PostgreSQL: set DATABASE_URL /,
    );

    const app = await startApp({ dataDir });
    expect(await looksLike(app)).toEqual(before);
    const admin = await app.login('admin', ADMIN_PASSWORD);
    const invitation = { name: 'ben', server_url: app.url };
    expect((await admin.post('/api/admin/connect-token', invitation)).status).toBe(201);
    expect((await admin.get('/api/admin/users')).body).toMatchObject([
      { id: 1 },
      { id: 2 },
      { id: 3, username: 'ben' },
    ]);
    await app.close();
  });

  it('goes on giving out ids where SQLite would have, also where the newest rows are gone', async () => {
    await household();
    await inSource('DELETE FROM request_log');
    expect(await move()).toBeNull();
    const next = await inTarget((target) => target.query("SELECT nextval('request_log_id_seq') AS id"));
    expect(next).toEqual([{ id: '2' }]);
  });

  it('moves a household straight after its setup, in which tables never had a row', async () => {
    const app = await startOnSqlite();
    await app.setUpAdmin();
    await app.close();
    expect(await move()).toBeNull();
    const next = await inTarget((target) => target.query("SELECT nextval('request_log_id_seq') AS id"));
    expect(next).toEqual([{ id: '1' }]);
  });

  it('leaves behind what was known of backups of the file: none is made of the new database', async () => {
    const before = await startOnSqlite();
    await before.setUpAdmin();
    await before.get(JobRunner).runNow(BACKUP_JOB);
    expect(await backupIn(before)).toMatchObject({ made_here: true, last_proven_restore: expect.any(String) });
    await before.close();
    expect(await move()).toBeNull();

    const app = await startApp({ dataDir, env: { METRICS_TOKEN } });
    expect(await backupIn(app)).toEqual({ made_here: false, last_proven_restore: null, failing: null });
    const figures = await app.http.get('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` });
    expect(figures.text).toMatch(/^usher_backup_last_proven_timestamp_seconds 0$/m);
    await app.close();
  });

  it('is refused while a server uses the source, which goes on', async () => {
    const app = await startOnSqlite();
    expect(await move()).toMatch(/^Nothing was moved, .*a server is running on DATA_DIR: stop it first\.$/);
    expect((await app.http.get('/readyz')).status).toBe(200);
    await app.close();
    expect(await tablesOfTarget()).toEqual([]);
  });

  it('is refused into a database that holds anything, which stays as it is', async () => {
    await household();
    await inTarget((target) => target.query('CREATE TABLE mine (id integer)'));
    expect(await move()).toMatch(/the PostgreSQL database is not empty: move into a new one\.$/);
    expect(await tablesOfTarget()).toEqual([{ tablename: 'mine' }]);
  });

  it('leaves the target empty and the source untouched when it fails half way', async () => {
    await household();
    await inSource(`UPDATE users SET username = '${'long'.repeat(100)}' WHERE username = 'ana'`);
    const bytes = digest();
    expect(await move()).toMatch(/^Nothing was moved, and both databases are as they were: .*\(22001\)\.$/);
    expect(await tablesOfTarget()).toEqual([]);
    expect(digest()).toBe(bytes);
  });

  it('says that its outcome is unknown when the connection is lost during the commit, and how to find out', async () => {
    await household();
    const way = await wayThatLoses('commits');
    const output = await move(dataDir);
    way.close();
    expect(output).toMatch(
      /^Whether the household was moved is not known: .* Run this again with the same DATABASE_URL: /,
    );
    expect(output).not.toMatch(/nothing was moved/i);
    expect(await tablesOfTarget()).toEqual([]);
    expect(await refusalOnSqlite()).toMatch(/^a move to PostgreSQL was broken off at its very end: /);
    expect(await move()).toBeNull();
    expect(said).toContain('The household is moved.');
  });

  it('finds out with another run that everything was moved, where the connection was lost after the commit', async () => {
    const before = await household();
    const way = await wayThatLoses('their answers');
    expect(await move(dataDir)).toMatch(/^Whether the household was moved is not known: /);
    way.close();
    expect(await refusalOnSqlite()).toMatch(/^a move to PostgreSQL was broken off at its very end: /);
    expect(await move()).toBeNull();
    expect(said).toContainEqual(
      expect.stringMatching(/^The household was moved into this database before, all of it\./),
    );
    expect(await refusalOnSqlite()).toMatch(
      /^the household in usher\.sqlite was moved to PostgreSQL: set DATABASE_URL /,
    );
    const app = await startApp({ dataDir });
    expect(await looksLike(app)).toEqual(before);
    await app.close();
  });

  it('is done when it is run again later, and leaves what has come to the new database since', async () => {
    await household();
    expect(await move()).toBeNull();
    const app = await startApp({ dataDir });
    const admin = await app.login('admin', ADMIN_PASSWORD);
    expect((await admin.post('/api/admin/connect-token', { name: 'ben', server_url: app.url })).status).toBe(201);
    await app.close();
    expect(await move()).toBeNull();
    expect(await inTarget((target) => target.query('SELECT username FROM users ORDER BY id'))).toContainEqual({
      username: 'ben',
    });
  });

  it('is refused where a server has used the old file since: neither side has everything', async () => {
    await household();
    expect(await move()).toBeNull();
    await inSource("UPDATE request_log SET title = 'Another'");
    const output = await move();
    expect(output).toMatch(
      /^Nothing was moved by this run, .* or this one before a server used its SQLite database again: /,
    );
    expect(output).toMatch(/An earlier run has moved the household, and usher\.sqlite is kept as it was then\.$/);
    expect(new MovedMark(file).state()).toBe('moved');
  });

  it('doesn’t say that nothing was moved while an earlier run may have, when it can’t find out', async () => {
    await household();
    new MovedMark(file).prepare();
    const output = await move(join(dataDir, 'nowhere'));
    expect(output).toMatch(
      /^Nothing was moved by this run, .* Whether an earlier run has moved the household is not known: /,
    );
    expect(new MovedMark(file).state()).toBe('committing');
  });

  it('leaves the old file to the server when PostgreSQL refuses the commit itself', async () => {
    await household();
    await inTarget(async (target) => {
      await target.query("CREATE FUNCTION no_commit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no''; END'");
      // What is made at the first table refuses the last row at the commit.
      await target.query(`CREATE FUNCTION arm() RETURNS event_trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF to_regclass('settings') IS NOT NULL AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'no_commit') THEN
            CREATE CONSTRAINT TRIGGER no_commit AFTER INSERT ON settings DEFERRABLE INITIALLY DEFERRED
              FOR EACH ROW EXECUTE FUNCTION no_commit();
          END IF;
        END $$`);
      await target.query(
        "CREATE EVENT TRIGGER arm ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION arm()",
      );
    });
    expect(await move()).toMatch(/^Nothing was moved, and both databases are as they were: .*\(P0001\)\.$/);
    expect(await tablesOfTarget()).toEqual([]);
    expect(new MovedMark(file).state()).toBeNull();
    await (await startOnSqlite()).close();
  });

  it('is refused while a restore is broken off: DATA_DIR may hold half of each', async () => {
    await household();
    writeFileSync(join(dataDir, 'restore-under-way'), 'before-restore-20260101T000000Z\n');
    expect(await move()).toMatch(/^Nothing was moved, .*a restore was broken off: run it again/);
    expect(await tablesOfTarget()).toEqual([]);
  });

  it('is refused for a source of another version, and for none at all', async () => {
    expect(await move()).toMatch(/there is no SQLite database in DATA_DIR\.$/);
    await household();
    await inSource("DELETE FROM migrations WHERE name LIKE 'AddMedia%'");
    expect(await move()).toMatch(/of another version: start this version on it once, stop it, and move then\.$/);
  });

  it('is a program of the build too, for a container: it says why not, and leaves nothing that others can read', async () => {
    const wrong = await runProgram(PROGRAM, { DATA_DIR: dataDir, DATABASE_URL: 'mysql://planted@db/usher' });
    expect(wrong).toEqual({
      code: 1,
      said:
        "the configuration can't be used:\n" +
        '  DATABASE_URL: must be a postgres:// address with the name of a database\n',
    });
    const nothingThere = await runProgram(PROGRAM, {
      DATA_DIR: dataDir,
      DATABASE_URL: (await postgresAt(file)).reveal(),
    });
    expect(nothingThere).toEqual({
      code: 1,
      said: 'Nothing was moved, and both databases are as they were: there is no SQLite database in DATA_DIR.\n',
    });
    expect(statSync(join(dataDir, 'in-use.lock')).mode & 0o777).toBe(0o600);
  });

  it('asks for DATABASE_URL where it is not set', async () => {
    const settings = readSettings({ DATA_DIR: dataDir }, { readFile: () => '', isTerminal: false });
    expect(await moveDatabase(settings, (sentence) => said.push(sentence))).toMatch(/set DATABASE_URL/);
    expect(said).toEqual([]);
  });
});
