import type { DataSource, MigrationInterface } from 'typeorm';
import type { Log } from '../../logging/log.js';
import type { Secret } from '../../secrets/secret.js';
import { executePending } from '../pending-migrations.js';
import { postgresFault } from '../postgres-fault.js';
import { enterMigration, MIGRATING, UNHURRIED } from '../postgres-migrate.js';
import { poolOf, postgresSource } from '../postgres-source.js';
import { PostgresTransaction } from '../postgres-transaction.js';
import { PostgresTarget } from './postgres-target.js';
import { SqliteSource, type SourceTable } from './sqlite-source.js';
import { TableContent } from './table-content.js';

/** What {@link moveToPostgres} needs to know. */
export interface Move {
  /** Path of the SQLite file. */
  readonly file: string;
  /** The PostgreSQL database, which is empty. */
  readonly url: Secret;
  readonly entities: readonly (new () => object)[];
  readonly migrations: readonly (new () => MigrationInterface)[];
  readonly log: Log;
  /** Takes a sentence for each step. */
  readonly say: (sentence: string) => void;
}

/**
 * Copies everything from a SQLite file into an empty PostgreSQL database: schema, rows and the next ids. Each table is
 * read back and compared, by its number of rows and a checksum. All of it is one transaction, so that after any failure
 * the target is as empty as before. The source is read only.
 *
 * @throws StorageError; an Error with a sentence for a person when the source is in use or of another version, the
 *   target isn't empty, or a table came out different
 */
export async function moveToPostgres(move: Move): Promise<void> {
  const source = await SqliteSource.open(move.file);
  try {
    await refuseOtherVersions(source, move);
    move.say(`Nobody uses ${move.file}; it is only read.`);
    await intoPostgres(source, move);
  } finally {
    await source.close();
  }
}

async function refuseOtherVersions(source: SqliteSource, { migrations }: Move): Promise<void> {
  const executed = new Set(await source.migrations());
  if (executed.size === migrations.length && migrations.every(({ name }) => executed.has(name))) return;
  throw new Error('the SQLite database is of another version: start this version on it once, stop it, and move then');
}

async function intoPostgres(source: SqliteSource, move: Move): Promise<void> {
  const dataSource = postgresSource({ ...move, connections: 1, patience: UNHURRIED });
  try {
    await dataSource.initialize();
  } catch (error) {
    throw postgresFault(error);
  }
  const client = await poolOf(dataSource).connect();
  const transaction = new PostgresTransaction(dataSource, client);
  try {
    await transaction.run(MIGRATING, () => copyAll(source, dataSource, transaction, move));
  } finally {
    client.release(transaction.isBroken);
    await dataSource.destroy();
  }
}

async function copyAll(
  source: SqliteSource,
  dataSource: DataSource,
  transaction: PostgresTransaction,
  { say }: Move,
): Promise<void> {
  await enterMigration(transaction);
  const target = new PostgresTarget(transaction);
  if (!(await target.isEmpty())) throw new Error('the PostgreSQL database is not empty: move into a new one');
  await executePending(dataSource, transaction);
  const tables = new Map((await source.tables()).map((table) => [table.name, table]));
  let rows = 0;
  for (const name of await target.tables()) {
    const table = tables.get(name);
    if (table === undefined) throw new Error(`the SQLite database has no table ${name}`);
    const content = await copyTable(source, target, table);
    say(`${name}: ${content.rows} rows, checksum ${content.checksum.slice(0, 16)}, the same on both sides.`);
    rows += content.rows;
    tables.delete(name);
  }
  if (tables.size > 0) throw new Error(`PostgreSQL has no table for: ${[...tables.keys()].join(', ')}`);
  say(`All ${rows} rows are copied and compared.`);
}

async function copyTable(source: SqliteSource, target: PostgresTarget, table: SourceTable): Promise<TableContent> {
  const content = new TableContent();
  await target.withoutTriggers(table.name, async () => {
    for await (const rows of source.rows(table)) {
      for (const row of rows) content.add(row);
      await target.insert(table.name, table.columns, rows);
    }
  });
  if (table.lastId !== null) await target.continueIds(table.name, table.lastId);
  const copied = await target.contentOf(table.name, table.columns);
  if (copied.equals(content)) return content;
  throw new Error(`${table.name} came out different: ${content.rows} rows were read, ${copied.rows} arrived`);
}
