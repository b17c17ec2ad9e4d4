import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../../src/app/create-app.js';
import { describeOnSqlite } from '../../harness/database-at.js';
import { inspect } from '../../harness/database-inspection.js';
import { databaseSettings } from '../../harness/database-settings.js';
import { ServerProcess } from '../../harness/server-process.js';
import { onPostgres } from '../../harness/test-postgres.js';

const CODE = /^Setup code: ((?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}) \(needed once/m;
const KEY = Buffer.alloc(32, 'one').toString('base64');
const OTHER_KEY = Buffer.alloc(32, 'other').toString('base64');
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

  it('security 26: its folder and what it writes are for its owner alone, though the folder was open to others', async () => {
    chmodSync(dataDir, 0o777);
    const server = start();
    await server.address();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const open = readdirSync(dataDir).filter((file) => (statSync(join(dataDir, file)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
    expect(readdirSync(dataDir)).toContain(onPostgres ? 'secret.key' : DATABASE_FILE);
  });

  it('prints no setup code where SETUP_CODE=off, and asks for none', async () => {
    const server = start({ SETUP_CODE: 'off' });
    expect((await setUp(await server.address())).status).toBe(201);
    expect(await stop(server)).toBe(0);
    expect(server.stdout).not.toMatch(/setup code/i);
  });

  it('takes the setup code from SETUP_CODE', async () => {
    const server = start({ SETUP_CODE: 'chosen-by-hand' });
    const url = await server.address();
    expect((await setUp(url, 'chosen-by-hand')).status).toBe(201);
  });

  it.each([
    ['PORT', 'abc-planted'],
    ['PORT', '70000'],
    ['SECRET_KEY', 'too-short-planted'],
    ['HOST', 'no host at all'],
    ['TRUSTED_PROXIES', 'everybody-planted'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['SETUP_CODE', 'planted'],
    ['METRICS_TOKEN', 'planted'],
    ['LOG_LEVEL', 'loud-planted'],
    ['METADATA_URL', 'ftp://planted.example'],
    ['MEDIA_ROOTS', '/planted/no-such-folder'],
    ['DATABASE_URL', 'mysql://ana:planted@db/usher'],
  ])('%s=%s stops it before anything else, with the name and a reason, and never the value', async (name, value) => {
    const server = start({ [name]: value });
    expect(await server.exit()).toBe(1);
    expect(server.stderr).toMatch(new RegExp(`^the configuration can't be used:\n {2}${name}: \\S.{5,}\n$`));
    expect(server.stdout + server.stderr).not.toContain(value);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('names every wrong setting at once', async () => {
    const server = start({ PORT: 'abc', LOG_FORMAT: 'poem' });
    expect(await server.exit()).toBe(1);
    expect(server.stderr).toMatch(/PORT: [\s\S]*LOG_FORMAT: /);
  });

  it('another key than the database’s stops it, and the message names the key', async () => {
    const first = start({ SECRET_KEY: KEY });
    await first.address();
    await stop(first);
    const second = start({ SECRET_KEY: OTHER_KEY });
    expect(await second.exit()).toBe(1);
    expect(second.stderr).toBe(
      'Usher could not start: SECRET_KEY does not belong to this database: ' +
        'restore the key that DATA_DIR was set up with, or the one that took its place\n',
    );
  });

  it('another key file than the database’s stops it, and the message names the file', async () => {
    const first = start();
    await first.address();
    await stop(first);
    writeFileSync(join(dataDir, 'secret.key'), `${OTHER_KEY}\n`);
    const second = start();
    expect(await second.exit()).toBe(1);
    expect(second.stderr).toMatch(/^Usher could not start: the key in secret\.key does not belong to this database: /);
    expect(second.stderr).not.toContain(OTHER_KEY);
  });

  it('a database of a newer version stops it, and stays as it is', async () => {
    const first = start();
    await first.address();
    await stop(first);
    await inspect(join(dataDir, DATABASE_FILE), (database) =>
      database.query("INSERT INTO migrations (timestamp, name) VALUES (4102444800000, 'FromTheFuture4102444800000')"),
    );
    const second = start();
    expect(await second.exit()).toBe(1);
    expect(second.stderr).toMatch(/^Usher could not start: the database was last used by a newer version: .+\n$/);
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
