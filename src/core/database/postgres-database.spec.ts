import { afterEach, describe, expect, it } from 'vitest';
import { manualPromise } from '../../../test/harness/manual-promise.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { CreateLedger1700000000000, LedgerDatabases, Movement, Purse } from '../../../test/harness/ledger-database.js';
import { postgresAt } from '../../../test/harness/test-postgres.js';
import { silentLog } from '../logging/log.js';
import { Secret } from '../secrets/secret.js';
import type { Database, WriteTx } from './database.js';
import { openPostgresDatabase, type PostgresDatabaseOptions } from './postgres-database.js';
import { StorageError } from './storage-error.js';

const databases = new LedgerDatabases();
const opened: Database[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  await databases.remove();
});

async function open(options: Partial<PostgresDatabaseOptions> & { file?: string } = {}): Promise<Database> {
  const { file = await databases.newFile(), ...others } = options;
  const url = await postgresAt(file);
  const entities = [Purse, Movement];
  const migrations = [CreateLedger1700000000000];
  const database = await openPostgresDatabase({ url, entities, migrations, log: silentLog, ...others });
  opened.push(database);
  return database;
}

const insertPurse = (database: Database, id: number): Promise<unknown> =>
  database.write((tx) => tx.insert(Purse, { id, name: `purse ${id}`, coins: id }));
const setCoins = (database: Database, coins: number): Promise<unknown> =>
  database.write((tx) => tx.update(Purse, { id: 1 }, { coins }));
const endOwnConnection = (tx: WriteTx): Promise<unknown> => tx.query('SELECT pg_terminate_backend(pg_backend_pid())');

describe('a transaction on PostgreSQL', () => {
  it('that writes is serializable, one that reads keeps to one snapshot and may not write', async () => {
    const database = await open();
    const level = (tx: WriteTx): Promise<unknown> => tx.query('SHOW transaction_isolation');
    expect(await database.write(level)).toEqual([{ transaction_isolation: 'serializable' }]);
    const reading = await database.read(async (tx) => [
      await tx.query('SHOW transaction_isolation'),
      await tx.query('SHOW transaction_read_only'),
    ]);
    expect(reading).toEqual([[{ transaction_isolation: 'repeatable read' }], [{ transaction_read_only: 'on' }]]);
  });

  it('has one connection more than there are readers, however many calls are made', async () => {
    const database = await open({ readers: 2 });
    // The server's own workers look into a database now and then.
    const ours = "datname = current_database() AND backend_type = 'client backend' AND application_name LIKE 'usher%'";
    const connections = `SELECT count(*) AS open FROM pg_stat_activity WHERE ${ours}`;
    const countOpen = (): Promise<number> =>
      database.read(async (tx) => (await tx.query<{ open: number }[]>(connections))[0]?.open ?? NaN);
    // The connection that migrated may be on its way out still.
    while ((await countOpen()) > 1) continue;
    const counts = await Promise.all(
      Array.from({ length: 30 }, async (_, number) => {
        if (number % 3 === 0) await insertPurse(database, number + 1);
        return countOpen();
      }),
    );
    expect(Math.max(...counts)).toBeLessThanOrEqual(3);
  });
});

describe('a write that meets one of another process', () => {
  it('is run again, on what the other has left', async () => {
    const file = await databases.newFile();
    const [one, other] = [await open({ file }), await open({ file })];
    await insertPurse(one, 1);
    let runs = 0;
    await one.write(async (tx) => {
      runs += 1;
      const { coins } = await tx.findOneByOrFail(Purse, { id: 1 });
      if (runs === 1) await setCoins(other, 100);
      await tx.update(Purse, { id: 1 }, { coins: coins + 1 });
    });
    expect(runs).toBe(2);
    expect((await one.read((tx) => tx.findOneByOrFail(Purse, { id: 1 }))).coins).toBe(101);
  });

  it('is run again even where its work makes an error of its own of the conflict', async () => {
    const file = await databases.newFile();
    const [one, other] = [await open({ file }), await open({ file })];
    await insertPurse(one, 1);
    let runs = 0;
    await one.write(async (tx) => {
      runs += 1;
      await tx.count(Purse);
      if (runs === 1) await setCoins(other, 100);
      const failure = await errorOf(tx.update(Purse, { id: 1 }, { coins: 7 }));
      if (failure !== undefined) throw new RangeError('this purse is not for sale');
    });
    expect(runs).toBe(2);
  });

  it('each time it is tried is busy in the end, and nothing of it is kept', async () => {
    const file = await databases.newFile();
    const [one, other] = [await open({ file }), await open({ file })];
    await insertPurse(one, 1);
    let runs = 0;
    const error = await errorOf(
      one.write(async (tx) => {
        runs += 1;
        await tx.count(Purse);
        await setCoins(other, 100 + runs);
        await tx.update(Purse, { id: 1 }, { coins: 7 });
      }),
    );
    expect(error).toBeInstanceOf(StorageError);
    expect(error).toMatchObject({ kind: 'busy', status: 503 });
    expect(runs).toBe(100);
    expect((await one.read((tx) => tx.findOneByOrFail(Purse, { id: 1 }))).coins).toBe(200);
  });
});

describe('the count of commits on PostgreSQL', () => {
  it('counts a write once, however often it was run, and none that was undone or lost before its commit', async () => {
    const file = await databases.newFile();
    const [one, other] = [await open({ file }), await open({ file })];
    await insertPurse(one, 1);
    const before = one.commits;
    let runs = 0;
    await one.write(async (tx) => {
      runs += 1;
      const { coins } = await tx.findOneByOrFail(Purse, { id: 1 });
      if (runs === 1) await setCoins(other, 100);
      await tx.update(Purse, { id: 1 }, { coins: coins + 1 });
    });
    expect([runs, one.commits]).toEqual([2, before + 1]);
    await errorOf(
      one.write((tx) => tx.insert(Purse, { id: 2, name: 'lost', coins: 0 }).then(() => endOwnConnection(tx))),
    );
    await errorOf(insertPurse(one, 1));
    expect(one.commits).toBe(before + 1);
  });
});

describe('a connection that is lost', () => {
  it('fails the write as unreachable and undoes it; the next one has a new connection', async () => {
    const database = await open();
    const error = await errorOf(
      database.write(async (tx) => {
        await tx.insert(Purse, { id: 1, name: 'undone', coins: 1 });
        await endOwnConnection(tx);
      }),
    );
    expect(error).toMatchObject({ kind: 'unreachable', status: 503 });
    await insertPurse(database, 2);
    expect(await database.read((tx) => tx.count(Purse))).toBe(1);
  });

  it('during the commit leaves its outcome unknown, and the write is not run again', async () => {
    const database = await open();
    await database.write(async (tx) => {
      await tx.query(
        `CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql
         AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`,
      );
      await tx.query(
        `CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON purses DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION cut()`,
      );
    });
    let runs = 0;
    const error = await errorOf(
      database.write(async (tx) => {
        runs += 1;
        await tx.insert(Purse, { id: 1, name: 'who knows', coins: 1 });
      }),
    );
    expect(error).toMatchObject({ kind: 'unknown', code: 'storage_unknown', status: 503 });
    expect(runs).toBe(1);
    expect(await database.read((tx) => tx.count(Purse))).toBe(0);
  });

  it('during the commit is counted at every look from then on: the server may still make it true', async () => {
    const file = await databases.newFile();
    const [database, other] = [await open({ file, patience: { answerMs: 1_000 } }), await open({ file })];
    await other.write(async (tx) => {
      await tx.query(
        `CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql
         AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$`,
      );
      await tx.query(
        `CREATE CONSTRAINT TRIGGER linger AFTER INSERT ON purses DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION linger()`,
      );
    });
    const [held, looked] = [manualPromise(), manualPromise()];
    const holding = other.write(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(1)');
      held.resolve();
      await looked.promise;
    });
    await held.promise;
    expect(await errorOf(insertPurse(database, 1))).toMatchObject({ kind: 'unknown' });
    const counted = database.commits;
    expect(await database.read((tx) => tx.count(Purse))).toBe(0);
    looked.resolve();
    await holding;
    while ((await other.read((tx) => tx.count(Purse))) === 0) continue;
    expect(database.commits).not.toBe(counted);
    expect(await database.read((tx) => tx.count(Purse))).toBe(1);
  });

  it('while nobody uses it is logged, and nobody notices', async () => {
    const lines: unknown[] = [];
    const file = await databases.newFile();
    const log = { ...silentLog, warn: (...line: unknown[]) => void lines.push(line) };
    const [database, other] = [await open({ file, log, readers: 1 }), await open({ file })];
    await database.read((tx) => tx.count(Purse));
    await other.write((tx) =>
      tx.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      ),
    );
    while (lines.length === 0) await other.read((tx) => tx.count(Purse));
    expect(lines[0]).toEqual(['a connection to the database was lost while nobody used it', { code: '57P01' }]);
    expect(await database.read((tx) => tx.count(Purse))).toBe(0);
  });
});

describe('the patience with a server', () => {
  it('ends a statement that takes too long: busy', async () => {
    const database = await open({ patience: { statementMs: 1_000 } });
    expect(await errorOf(database.read((tx) => tx.query('SELECT pg_sleep(20)')))).toMatchObject({ kind: 'busy' });
    expect(await database.read((tx) => tx.count(Purse))).toBe(0);
  });

  it('ends with a server that says nothing more: unreachable, and its connection is not used again', async () => {
    const database = await open({ patience: { answerMs: 1_000 }, readers: 1 });
    expect(await errorOf(database.read((tx) => tx.query('SELECT pg_sleep(20)')))).toMatchObject({
      kind: 'unreachable',
    });
    expect(await database.read((tx) => tx.count(Purse))).toBe(0);
  });

  it('does not extend to one that is not there, or has no such database', async () => {
    const { href } = new URL((await postgresAt(await databases.newFile())).reveal());
    const nowhere = new URL(href);
    nowhere.search = '?host=/nonexistent';
    const nothing = new URL(href);
    nothing.pathname = '/no_such_database';
    expect(await errorOf(open({ url: Secret.of(nowhere.href) }))).toMatchObject({ kind: 'unreachable' });
    expect(await errorOf(open({ url: Secret.of(nothing.href) }))).toMatchObject({
      kind: 'failed',
      cause: { code: '3D000' },
    });
  });
});

describe('values', () => {
  it('of bigint are numbers, and one that a number can’t hold fails its statement instead of being rounded', async () => {
    const database = await open();
    const asked = (sql: string): Promise<unknown> => database.read((tx) => tx.query(sql));
    expect(await asked('SELECT 9007199254740991::bigint AS n, count(*) AS c FROM purses')).toEqual([
      { n: 9007199254740991, c: 0 },
    ]);
    expect(await errorOf(asked('SELECT 9007199254740992::bigint AS n'))).toMatchObject({ kind: 'failed' });
  });

  it('that hold a NUL are looked for without success, and kept with a mark in its place', async () => {
    const database = await open();
    await database.write((tx) => tx.insert(Purse, { id: 1, name: 'a\0b', coins: 1 }));
    await database.read(async (tx) => {
      expect(await tx.findOneBy(Purse, { name: 'ab' })).toBeNull();
      expect((await tx.findOneByOrFail(Purse, { id: 1 })).name).toBe('a\ufffdb');
    });
  });
});
