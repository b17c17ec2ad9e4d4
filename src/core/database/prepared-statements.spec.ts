import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import sqlite3 from 'sqlite3';
import { PreparedStatements } from './prepared-statements.js';
import { closeHandle, execute } from './sqlite-handle.js';

let handle: sqlite3.Database;
let compiled: string[];
let statements: PreparedStatements;

beforeEach(async () => {
  compiled = [];
  handle = await new Promise((resolve) => {
    const opened = new sqlite3.Database(':memory:', () => resolve(opened));
  });
  await execute(handle, 'CREATE TABLE films (id INTEGER PRIMARY KEY, title TEXT UNIQUE)');
  const prepare = handle.prepare.bind(handle) as (...args: readonly unknown[]) => sqlite3.Statement;
  handle.prepare = (sql: string, ...rest: unknown[]) => {
    compiled.push(sql);
    return prepare(sql, ...rest);
  };
  statements = new PreparedStatements(handle);
});

afterEach(async () => {
  await statements.release();
  await closeHandle(handle);
});

const INSERT = 'INSERT INTO films (title) VALUES (?)';
const SELECT = 'SELECT title FROM films WHERE id >= ? ORDER BY id';

function rowsOf(sql: string, parameters: readonly unknown[] = []): Promise<unknown> {
  return new Promise((resolve, reject) => {
    statements.all(sql, parameters, (error, rows) => (error ? reject(error) : resolve(rows)));
  });
}

function run(sql: string, parameters: readonly unknown[] = []): Promise<unknown> {
  return new Promise((resolve, reject) => {
    statements.run(sql, parameters, function (error) {
      if (error) reject(error);
      else resolve(this);
    });
  });
}

describe('statements of a connection', () => {
  it('are compiled once, and carried out each time with their own values', async () => {
    await run(INSERT, ['one']);
    expect(await run(INSERT, ['two'])).toMatchObject({ lastID: 2, changes: 1 });
    expect(await rowsOf(SELECT, [1])).toEqual([{ title: 'one' }, { title: 'two' }]);
    expect(await rowsOf(SELECT, [2])).toEqual([{ title: 'two' }]);
    expect(compiled).toEqual([INSERT, SELECT]);
  });

  it('that are sent at the same moment share one compilation and keep their own answers', async () => {
    await Promise.all([run(INSERT, ['one']), run(INSERT, ['two']), run(INSERT, ['three'])]);
    const answers = await Promise.all([1, 2, 3, 4].map((id) => rowsOf(SELECT, [id])));
    expect(answers.map((rows) => (rows as unknown[]).length)).toEqual([3, 2, 1, 0]);
    expect(compiled).toEqual([INSERT, SELECT]);
  });

  it('that run once take no place', async () => {
    await rowsOf('SELECT 1');
    await rowsOf(SELECT, [1]);
    expect(compiled).toEqual([]);
  });

  it('may begin with a new line', async () => {
    for (const id of [1, 2, 3]) await rowsOf(`\n  SELECT\n title FROM films WHERE id = ?`, [id]);
    expect(compiled).toHaveLength(1);
  });

  it('that can not be compiled fail as the driver says, every time, and are not kept', async () => {
    for (let time = 0; time < 4; time += 1)
      await expect(rowsOf('SELECT nothing FROM nowhere')).rejects.toMatchObject({ code: 'SQLITE_ERROR' });
    expect(compiled).toHaveLength(2);
  });

  it('that failed are compiled anew, and as good as before', async () => {
    await run(INSERT, ['one']);
    await expect(run(INSERT, ['one'])).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT' });
    await execute(handle, 'BEGIN');
    await run(INSERT, ['two']);
    await expect(run(INSERT, ['two'])).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT' });
    await execute(handle, 'ROLLBACK');
    expect(await rowsOf(SELECT, [1])).toEqual([{ title: 'one' }]);
    expect(compiled).toEqual([INSERT, INSERT]);
  });

  it('see a table as it is now, also when it has changed since they were compiled', async () => {
    const all = 'SELECT * FROM films';
    await run(INSERT, ['one']);
    expect(await rowsOf(all)).toEqual([{ id: 1, title: 'one' }]);
    expect(await rowsOf('PRAGMA table_info(films)')).toHaveLength(2);
    await execute(handle, 'ALTER TABLE films ADD COLUMN year INTEGER');
    expect(await rowsOf(all)).toEqual([{ id: 1, title: 'one', year: null }]);
    expect(await rowsOf('PRAGMA table_info(films)')).toHaveLength(3);
  });

  it('are kept up to a bound, the ones used last', async () => {
    const twice = async (sql: string) => [await rowsOf(sql), await rowsOf(sql)];
    for (let number = 0; number < 128; number += 1) await twice(`SELECT ${number}`);
    await rowsOf('SELECT 0');
    await twice('SELECT 128');
    compiled.length = 0;
    await rowsOf('SELECT 0');
    await twice('SELECT 1');
    expect(compiled).toEqual(['SELECT 1']);
  });

  it('are given back before the connection is closed, which fails otherwise', async () => {
    await rowsOf('SELECT 1');
    await rowsOf('SELECT 1');
    await expect(closeHandle(handle)).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    await statements.release();
    await expect(rowsOf('SELECT 1')).resolves.toEqual([{ 1: 1 }]);
  });
});
