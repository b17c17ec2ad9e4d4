import { createHash } from 'node:crypto';
import pg from 'pg';
import type { MigrationInterface } from 'typeorm';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';

/** Migrations in the form in which a database is opened. */
type Migrations = readonly (new () => MigrationInterface)[];

/** A server on which this process may make and drop databases; `npm run test:second-pass` starts one. */
const SERVER = process.env.TEST_POSTGRES_URL;

/** Do these tests run on PostgreSQL? If not, on SQLite. */
export const onPostgres = SERVER !== undefined;

/** The server doesn't ask for it, so that a test may look for it wherever it must not be. */
export const DATABASE_PASSWORD = 'planted-database-password';

/** How long a connection may take to end, in milliseconds. */
const TERMINATION_MS = 30_000;

const made = new Map<string, Promise<string>>();
let connected: Promise<pg.Client> | undefined;

/**
 * The address of the database that replaces a file, which need not be there. It is made when it is first asked for:
 * empty, or migrated where `migrations` are given.
 */
export async function postgresAt(file: string, migrations?: Migrations): Promise<Secret> {
  const name = `test_${digest(file)}`;
  const database = made.get(name) ?? makeDatabase(name, migrations);
  made.set(name, database);
  return addressOf(await database);
}

/** Ends every connection to the database of a file and refuses new ones, until the function that is answered is called. */
export async function cutOff(file: string): Promise<() => Promise<void>> {
  const name = `test_${digest(file)}`;
  const client = await server();
  await client.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`);
  // The signal alone returns at once, and a connection may take another call before it heeds it.
  const ended = 'SELECT pg_terminate_backend(pid, $2) AS ended FROM pg_stat_activity WHERE datname = $1';
  const { rows } = await client.query<{ readonly ended: boolean }>(ended, [name, TERMINATION_MS]);
  if (!rows.every((row) => row.ended)) throw new Error('a connection to the database goes on');
  return async () => void (await client.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`));
}

/** Drops every database that was made here, no matter who still uses it, and leaves the server. */
export async function dropTestDatabases(): Promise<void> {
  if (connected === undefined) return;
  const client = await connected;
  for (const name of made.keys()) await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  made.clear();
  connected = undefined;
  await client.end();
}

async function makeDatabase(name: string, migrations?: Migrations): Promise<string> {
  const client = await server();
  const template = migrations === undefined ? 'template0' : await migratedTemplate(client, migrations);
  await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  return name;
}

/** A database with these migrations, made once for each list of them, to be copied. */
async function migratedTemplate(client: pg.Client, migrations: Migrations): Promise<string> {
  const name = `template_${digest(migrations.map((migration) => migration.name).join())}`;
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (rowCount !== 0) return name;
  const lock = 7_676;
  await client.query('SELECT pg_advisory_lock($1)', [lock]);
  try {
    const { rowCount: meanwhile } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (meanwhile !== 0) return name;
    const draft = `${name}_draft`;
    await client.query(`DROP DATABASE IF EXISTS "${draft}"`);
    await client.query(`CREATE DATABASE "${draft}" TEMPLATE template0`);
    const { migratePostgres } = await import('../../src/core/database/postgres-migrate.js');
    await migratePostgres({ url: addressOf(draft), entities: [], migrations, log: silentLog });
    await client.query(`ALTER DATABASE "${draft}" RENAME TO "${name}"`);
    return name;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lock]);
  }
}

function server(): Promise<pg.Client> {
  connected ??= (async () => {
    const client = new pg.Client({ connectionString: SERVER });
    await client.connect();
    return client;
  })();
  return connected;
}

function addressOf(name: string): Secret {
  if (SERVER === undefined) throw new Error('TEST_POSTGRES_URL is not set');
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  url.password = DATABASE_PASSWORD;
  return Secret.of(url.href);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
