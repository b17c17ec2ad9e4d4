import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getMetadataArgsStorage } from 'typeorm';
import type { ColumnMetadataArgs } from 'typeorm/metadata-args/ColumnMetadataArgs.js';
import { createApp, DATABASE_FILE } from '../../../src/app/create-app.js';
import { entities } from '../../../src/app/entities.js';
import { LibraryLeaseRow } from '../../../src/modules/requests/saved/job-rows.js';
import { OutboxDestinationRow } from '../../../src/modules/notifications/message-rows.js';
import { startFailure } from '../../../src/app/start/start-failure.js';
import { readSettings } from '../../../src/core/config/settings.js';
import { silentLog } from '../../../src/core/logging/log.js';
import { SystemClock } from '../../../src/core/time/clock.js';
import { SystemRandom } from '../../../src/core/time/random.js';
import { describeOnSqlite } from '../../harness/database-at.js';
import { inspect, inspectEntities } from '../../harness/database-inspection.js';
import { databaseSettings } from '../../harness/database-settings.js';
import { errorOf } from '../../harness/error-of.js';
import { layMigratedFile } from '../../harness/migrated-file.js';
import { migrations } from '../../../src/migrations/all-migrations.js';
import { ServerProcess } from '../../harness/server-process.js';
import { startApp } from '../../harness/start-app.js';
import { onPostgres } from '../../harness/test-postgres.js';

const CODE = /^Setup code: ((?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}) \(needed once/m;
const KEY = Buffer.alloc(32, 'one').toString('base64');
const OTHER_KEY = Buffer.alloc(32, 'other').toString('base64');
/** A column that says when something is free again; every lease has one. */
const isLease =
  (entity: unknown) =>
  ({ target, options }: ColumnMetadataArgs): boolean =>
    target === entity && options.name === 'lease_until';
const ADMIN = { username: 'admin', password: 'a good password' };

describe('the server as a process, at its start', () => {
  let dataDir: string;
  let servers: ServerProcess[];
  let database: Readonly<Record<string, string>>;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'usher-start-'));
    database = await databaseSettings(dataDir);
    servers = [];
  });

  afterEach(async () => {
    await Promise.all(servers.map((server) => server.end()));
    rmSync(dataDir, { recursive: true, force: true });
  });

  function start(settings: Readonly<Record<string, string>> = {}): ServerProcess {
    const server = ServerProcess.start({ DATA_DIR: dataDir, ...database, ...settings });
    servers.push(server);
    return server;
  }

  const setUp = (url: string, setup_code?: string): Promise<Response> =>
    fetch(`${url}/api/auth/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...ADMIN, setup_code }),
    });

  /** Leases of a process that has died. */
  const leaseUntil = Date.now() + 60_000;
  const lease = { leaseToken: 'of a dead process', leaseUntil };
  const left = () =>
    inspectEntities(join(dataDir, DATABASE_FILE), async ({ manager }) => [
      (await manager.findOneByOrFail(OutboxDestinationRow, { name: 'left' })).leaseUntil,
      (await manager.findOneByOrFail(LibraryLeaseRow, { instanceId: 'left' })).leaseUntil,
    ]);

  it('issue 43 E33, security 26: the first start, one after a kill, and one beside that', async () => {
    chmodSync(dataDir, 0o777);
    const first = start();
    const url = await first.address();
    const [, code = ''] = await first.says(CODE);
    expect(first.stdout).toContain(`Usher is listening on ${url}`);
    expect(first.stdout.split(code)).toHaveLength(2);
    // Its folder and what it writes are for its owner alone, though the folder was open to others.
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(readdirSync(dataDir).filter((file) => (statSync(join(dataDir, file)).mode & 0o077) !== 0)).toEqual([]);
    expect(readdirSync(dataDir)).toContain(onPostgres ? 'secret.key' : DATABASE_FILE);
    expect((await setUp(url, 'another code')).status).toBe(403);
    expect((await setUp(url, code)).status).toBe(201);
    first.kill('SIGKILL');
    await first.exit();
    await inspectEntities(join(dataDir, DATABASE_FILE), async ({ manager }) => {
      await manager.insert(OutboxDestinationRow, { name: 'left', error: null, pausedUntil: null, ...lease });
      await manager.insert(LibraryLeaseRow, { instanceId: 'left', ...lease });
    });

    // It has the database alone, so that all leases are those of the dead; and there is an administrator now.
    const alone = start();
    const bundled = await alone.address();
    expect(await left()).toEqual([0, 0]);
    expect(alone.stdout).toContain('is listening on');
    expect([alone.stdout, alone.stderr]).toEqual([expect.not.stringMatching(/setup code/i), '']);

    // What runs beside it, from its modules and not from one bundled file, ends none, and answers the same.
    await inspectEntities(join(dataDir, DATABASE_FILE), ({ manager }) =>
      manager.update(OutboxDestinationRow, { name: 'left' }, lease),
    );
    const beside = await startApp({ dataDir, env: { SECRET_KEY: '', ...database } });
    expect(await left()).toEqual([leaseUntil, 0]);
    await answersTheSame(bundled, beside.url);
    await beside.close();
  });

  /** The same bytes for the description, and each file of the page that shows it. */
  async function answersTheSame(bundled: string, asBuilt: string): Promise<void> {
    const page = await (await fetch(`${bundled}/api/docs`)).text();
    const files = [...page.matchAll(/(?:src|href)="([^"#]+)"/g)].map(
      ([, link = '']) => new URL(link, `${bundled}/api/docs`).href,
    );
    expect(files.length).toBeGreaterThan(1);
    for (const url of [`${bundled}/api/docs`, `${bundled}/api/openapi.json`, ...files]) {
      const [one, other] = await Promise.all([fetch(url), fetch(url.replace(bundled, asBuilt))]);
      expect([url, one.status]).toEqual([url, 200]);
      expect(await one.text()).toBe(await other.text());
    }
  }

  it('issue 43 E33: of all tables these keep leases, each under the name by which a start finds them', () => {
    const named = entities.filter((entity) => getMetadataArgsStorage().columns.some(isLease(entity)));
    expect(named.map(({ name }) => name).sort()).toEqual([
      'AccountIntentRow',
      'DispatchRow',
      'LibraryLeaseRow',
      'MediaAccountRow',
      'OutboxDestinationRow',
    ]);
  });

  it('issue 43 E33: and nothing else keeps one: no stored value has a lease in it, which no start would find', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    expect(sources.length).toBeGreaterThan(1000);
    const withLease = (file: string): boolean => /\blease\w*: z\b/i.test(readFileSync(join('src', file), 'utf8'));
    expect(sources.filter(withLease)).toEqual([]);
  });

  it('wrong settings stop it before anything else, each with its name and a reason, never the value', async () => {
    const wrong = {
      PORT: 'abc-planted',
      SECRET_KEY: 'too-short-planted',
      HOST: 'no host at all',
      TRUSTED_PROXIES: 'everybody-planted',
      SETUP_CODE: 'planted',
      METRICS_TOKEN: 'planted',
      LOG_LEVEL: 'loud-planted',
      LOG_FORMAT: 'poem-planted',
      METADATA_URL: 'ftp://planted.example',
      DATABASE_URL: 'mysql://ana:planted@db/usher',
    };
    const server = start(wrong);
    expect(await server.exit()).toBe(1);
    const [first, ...lines] = server.stderr.trimEnd().split('\n');
    expect(first).toBe("the configuration can't be used:");
    for (const line of lines) expect(line).toMatch(/^ {2}[A-Z_]+: \S.{5,}$/);
    expect(lines.map((line) => line.trim().split(':')[0]).toSorted()).toEqual(Object.keys(wrong).toSorted());
    for (const value of Object.values(wrong)) expect(server.stdout + server.stderr).not.toContain(value);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('a port in use stops it with its number', async () => {
    const occupant: Server = createServer();
    occupant.listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const { port } = occupant.address() as AddressInfo;
    await layMigratedFile(join(dataDir, DATABASE_FILE), migrations);
    const server = start({ PORT: String(port) });
    expect(await server.exit()).toBe(1);
    expect(server.stderr).toBe(`Usher could not start: port ${port} is in use: end what listens there, or set PORT\n`);
    await new Promise((closed) => occupant.close(closed));
  });
});

describe('the server says why it can’t start', () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'usher-start-'));
  });

  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  /** What it would write to the terminal. */
  async function refusal(env: Readonly<Record<string, string>>, folder = dataDir): Promise<string> {
    const given = { HOST: '127.0.0.1', DATA_DIR: folder, ...(await databaseSettings(folder)), ...env };
    const settings = readSettings(given, { readFile: () => '', isTerminal: false });
    const app = { settings, log: silentLog, clock: new SystemClock(), random: new SystemRandom() };
    return startFailure(await errorOf(createApp(app)));
  }

  describe('on a database that was set up with a key', () => {
    let kept: string;

    // None of the starts below gets as far as to change anything.
    beforeAll(async () => {
      kept = mkdtempSync(join(tmpdir(), 'usher-keyed-'));
      await (await startApp({ dataDir: kept, env: { SECRET_KEY: KEY } })).close();
    });

    afterAll(() => rmSync(kept, { recursive: true, force: true }));

    it('another key stops it, and the message names the key', async () => {
      expect(await refusal({ SECRET_KEY: OTHER_KEY }, kept)).toBe(
        'Usher could not start: SECRET_KEY does not belong to this database: ' +
          'restore the key that DATA_DIR was set up with, or the one that took its place',
      );
    });

    it('another key file stops it, and the message names the file', async () => {
      const file = join(kept, 'secret.key');
      writeFileSync(file, `${OTHER_KEY}\n`, { mode: 0o600 });
      const said = await refusal({}, kept);
      rmSync(file);
      expect(said).toMatch(/^Usher could not start: the key in secret\.key does not belong to this database: /);
      expect(said).not.toContain(OTHER_KEY);
    });

    it('a newer version stops it, and the database stays as it is', async () => {
      const name = 'FromTheFuture4102444800000';
      const insert = `INSERT INTO migrations (timestamp, name) VALUES (4102444800000, '${name}')`;
      await inspect(join(kept, DATABASE_FILE), (one) => one.query(insert));
      expect(await refusal({ SECRET_KEY: KEY }, kept)).toMatch(
        /^Usher could not start: the database was last used by a newer version: .+$/,
      );
      await inspect(join(kept, DATABASE_FILE), (one) => one.query(`DELETE FROM migrations WHERE name = '${name}'`));
    });
  });

  describeOnSqlite('with a file', () => {
    it('a file that is no database stops it, and stays as it is', async () => {
      const text = 'a shopping list, and not a short one at that'.repeat(100);
      writeFileSync(join(dataDir, DATABASE_FILE), text);
      expect(await refusal({})).toBe(
        'Usher could not start: the database in DATA_DIR is damaged, or is no database (SQLITE_NOTADB)',
      );
      expect(readFileSync(join(dataDir, DATABASE_FILE), 'utf8')).toBe(text);
    });
  });

  it('a data folder that can’t be made stops it', async () => {
    writeFileSync(join(dataDir, 'file'), '');
    expect(await refusal({}, join(dataDir, 'file', 'data'))).toBe(
      'Usher could not start: the folder that DATA_DIR names can’t be made (ENOTDIR)',
    );
  });

  it('a folder for media that isn’t there stops it', async () => {
    expect(await refusal({ MEDIA_ROOTS: '/planted/no-such-folder' })).toMatch(
      /^the configuration can't be used:\n {2}MEDIA_ROOTS: \S.{5,}$/,
    );
  });

  it('a secret key file that holds no key stops it, and stays as it is', async () => {
    writeFileSync(join(dataDir, 'secret.key'), 'planted', { mode: 0o600 });
    const said = await refusal({});
    expect(said).toMatch(/^Usher could not start: the secret key file \(secret\.key in DATA_DIR\) must hold/);
    expect(said).not.toContain('planted');
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe('planted');
  });
});
