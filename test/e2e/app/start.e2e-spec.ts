import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getMetadataArgsStorage } from 'typeorm';
import type { ColumnMetadataArgs } from 'typeorm/metadata-args/ColumnMetadataArgs.js';
import { DATABASE_FILE } from '../../../src/app/create-app.js';
import { entities } from '../../../src/app/entities.js';
import { OutboxDestinationRow } from '../../../src/modules/notifications/outbox/outbox-destination-row.entity.js';
import { LibraryLeaseRow } from '../../../src/modules/requests/jobs/library-lease-row.entity.js';
import { describeOnSqlite } from '../../harness/database-at.js';
import { inspect } from '../../harness/database-inspection.js';
import { databaseSettings } from '../../harness/database-settings.js';
import { ServerProcess } from '../../harness/server-process.js';
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

  function start(settings: Readonly<Record<string, string>> = {}, run = ServerProcess.start): ServerProcess {
    const server = run({ DATA_DIR: dataDir, ...database, ...settings });
    servers.push(server);
    return server;
  }

  async function stop(server: ServerProcess): Promise<number | NodeJS.Signals> {
    server.kill('SIGTERM');
    return server.exit();
  }

  const setUp = (url: string, setup_code?: string): Promise<Response> =>
    fetch(`${url}/api/auth/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...ADMIN, setup_code }),
    });

  it('as built, prints its address and the setup code until an administrator exists, and not afterwards', async () => {
    const first = start({}, ServerProcess.startAsBuilt);
    const url = await first.address();
    const [, code = ''] = await first.says(CODE);
    expect(first.stdout).toContain(`Usher is listening on ${url}`);
    expect(first.stdout.split(code)).toHaveLength(2);
    expect((await setUp(url, 'another code')).status).toBe(403);
    expect((await setUp(url, code)).status).toBe(201);
    expect(await stop(first)).toBe(0);

    const second = start();
    await second.address();
    expect(await stop(second)).toBe(0);
    expect(second.stdout).toContain('is listening on');
    expect(second.stdout).not.toMatch(/setup code/i);
  });

  it('issue 43 E33: after a kill a process that has the database alone ends all leases that stand there; a second one beside it ends none', async () => {
    const file = join(dataDir, DATABASE_FILE);
    const leaseUntil = Date.now() + 60_000;
    const lease = { leaseToken: 'of a dead process', leaseUntil };
    const left = () =>
      inspect(file, async ({ manager }) => [
        (await manager.findOneByOrFail(OutboxDestinationRow, { name: 'left' })).leaseUntil,
        (await manager.findOneByOrFail(LibraryLeaseRow, { instanceId: 'left' })).leaseUntil,
      ]);
    const killed = start();
    await killed.address();
    killed.kill('SIGKILL');
    await killed.exit();
    await inspect(file, async ({ manager }) => {
      await manager.insert(OutboxDestinationRow, { name: 'left', error: '', pausedUntil: null, ...lease });
      await manager.insert(LibraryLeaseRow, { instanceId: 'left', ...lease });
    });

    const alone = start();
    await alone.address();
    expect(await left()).toEqual([0, 0]);

    await inspect(file, ({ manager }) => manager.update(OutboxDestinationRow, { name: 'left' }, lease));
    const beside = start();
    await beside.address();
    expect(await left()).toEqual([leaseUntil, 0]);
  });

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

  it('prints no setup code where SETUP_CODE=off, and asks for none', async () => {
    const server = start({ SETUP_CODE: 'off' });
    expect((await setUp(await server.address())).status).toBe(201);
    expect(await stop(server)).toBe(0);
    expect(server.stdout).not.toMatch(/setup code/i);
  });

  it('security 26: its folder and what it writes are for its owner alone, though the folder was open to others; and it takes the setup code from SETUP_CODE', async () => {
    chmodSync(dataDir, 0o777);
    const server = start({ SETUP_CODE: 'chosen-by-hand' });
    const url = await server.address();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const open = readdirSync(dataDir).filter((file) => (statSync(join(dataDir, file)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
    expect(readdirSync(dataDir)).toContain(onPostgres ? 'secret.key' : DATABASE_FILE);
    expect((await setUp(url, 'chosen-by-hand')).status).toBe(201);
  });

  it.each<Readonly<Record<string, string>>>([
    {
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
    },
    { TRUSTED_PROXIES: '0.0.0.0/0', PORT: '70000' },
    { MEDIA_ROOTS: '/planted/no-such-folder' },
  ])(
    'wrong settings stop it before anything else, each with its name and a reason, never the value: %j',
    async (wrong) => {
      const server = start(wrong);
      expect(await server.exit()).toBe(1);
      const [first, ...lines] = server.stderr.trimEnd().split('\n');
      expect(first).toBe("the configuration can't be used:");
      for (const line of lines) expect(line).toMatch(/^ {2}[A-Z_]+: \S.{5,}$/);
      expect(lines.map((line) => line.trim().split(':')[0]).toSorted()).toEqual(Object.keys(wrong).toSorted());
      for (const value of Object.values(wrong)) expect(server.stdout + server.stderr).not.toContain(value);
      expect(readdirSync(dataDir)).toEqual([]);
    },
  );

  describe('on a database that was set up with a key', () => {
    let kept: string;
    let settings: Readonly<Record<string, string>>;

    // None of the starts below gets as far as to change anything.
    beforeAll(async () => {
      kept = mkdtempSync(join(tmpdir(), 'usher-keyed-'));
      settings = { DATA_DIR: kept, ...(await databaseSettings(kept)) };
      const first = ServerProcess.start({ ...settings, SECRET_KEY: KEY });
      await first.address();
      first.kill('SIGTERM');
      expect(await first.exit()).toBe(0);
    });

    afterAll(() => rmSync(kept, { recursive: true, force: true }));

    async function refusal(more: Readonly<Record<string, string>> = {}): Promise<string> {
      const server = start({ ...settings, ...more });
      expect(await server.exit()).toBe(1);
      return server.stderr;
    }

    it('another key stops it, and the message names the key', async () => {
      expect(await refusal({ SECRET_KEY: OTHER_KEY })).toBe(
        'Usher could not start: SECRET_KEY does not belong to this database: ' +
          'restore the key that DATA_DIR was set up with, or the one that took its place\n',
      );
    });

    it('another key file stops it, and the message names the file', async () => {
      const file = join(kept, 'secret.key');
      writeFileSync(file, `${OTHER_KEY}\n`, { mode: 0o600 });
      const said = await refusal();
      rmSync(file);
      expect(said).toMatch(/^Usher could not start: the key in secret\.key does not belong to this database: /);
      expect(said).not.toContain(OTHER_KEY);
    });

    it('a newer version stops it, and the database stays as it is', async () => {
      await inspect(join(kept, DATABASE_FILE), (one) =>
        one.query("INSERT INTO migrations (timestamp, name) VALUES (4102444800000, 'FromTheFuture4102444800000')"),
      );
      expect(await refusal({ SECRET_KEY: KEY })).toMatch(
        /^Usher could not start: the database was last used by a newer version: .+\n$/,
      );
    });
  });

  describeOnSqlite('with a file', () => {
    it('a file that is no database stops it, and stays as it is', async () => {
      writeFileSync(join(dataDir, DATABASE_FILE), 'a shopping list, and not a short one at that'.repeat(100));
      const server = start();
      expect(await server.exit()).toBe(1);
      expect(server.stderr).toBe(
        'Usher could not start: the database in DATA_DIR is damaged, or is no database (SQLITE_NOTADB)\n',
      );
    });
  });

  it('a data folder that can’t be made stops it', async () => {
    writeFileSync(join(dataDir, 'file'), '');
    const server = start({ DATA_DIR: join(dataDir, 'file', 'data') });
    expect(await server.exit()).toBe(1);
    expect(server.stderr).toBe('Usher could not start: the folder that DATA_DIR names can’t be made (ENOTDIR)\n');
  });

  it('a secret key file that holds no key stops it, and stays as it is', async () => {
    writeFileSync(join(dataDir, 'secret.key'), 'planted');
    chmodSync(join(dataDir, 'secret.key'), 0o600);
    const server = start();
    expect(await server.exit()).toBe(1);
    expect(server.stderr).toMatch(/^Usher could not start: the secret key file \(secret\.key in DATA_DIR\) must hold/);
    expect(server.stderr).not.toContain('planted');
  });

  it('a port in use stops it with its number', async () => {
    const occupant: Server = createServer();
    occupant.listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const { port } = occupant.address() as AddressInfo;
    const server = start({ PORT: String(port) });
    expect(await server.exit()).toBe(1);
    expect(server.stderr).toBe(`Usher could not start: port ${port} is in use: end what listens there, or set PORT\n`);
    await new Promise((closed) => occupant.close(closed));
  });
});
