import type { MigrationInterface } from 'typeorm';
import type { Log } from '../../logging/log.js';
import type { Secret } from '../../secrets/secret.js';
import type { ReadTx, WriteTx } from '../database.js';
import { executePending } from '../pending-migrations.js';
import { enterMigration, MIGRATING, UNHURRIED } from '../postgres-migrate.js';
import { connectToPostgres } from '../postgres-source.js';
import { inPostgresTransaction, type PostgresTransaction } from '../postgres-transaction.js';
import { PostgresTarget } from './postgres-target.js';
import { SqliteSource, type SourceTable } from './sqlite-source.js';
import { contentDigest, TableContent } from './table-content.js';

/** A row that a move leaves in the target: by it the next one knows that it is done. */
export interface MoveReceipt {
  /** The digest of what was moved into this database; null where no move has left a receipt. */
  read(tx: ReadTx): Promise<string | null>;
  write(tx: WriteTx, content: string): Promise<void>;
}

/** What {@link moveToPostgres} needs to know. */
export interface Move {
  /** Path of the SQLite file. */
  readonly file: string;
  /** The PostgreSQL database, which is empty. */
  readonly url: Secret;
  readonly entities: readonly (new () => object)[];
  readonly migrations: readonly (new () => MigrationInterface)[];
  readonly log: Log;
  readonly receipt: MoveReceipt;
  /** Called when everything is copied and compared, right before the commit. What it throws undoes the copy. */
  readonly beforeCommit: () => void;
  /** Takes a sentence for each step. */
  readonly say: (sentence: string) => void;
}

/**
 * Copies everything from a SQLite file, which is only read, into an empty PostgreSQL database: schema, rows and the next ids. Each table is
 * read back and compared. All of it is one transaction: after a failure the target is empty. A target into which this very content was
 * moved before is left as it is.
 * @returns `before` where it was moved before
 * @throws StorageError; an Error with a sentence for a person when the source is in use or of another version, the target isn't empty, or a
 * table came out different
 */
export async function moveToPostgres(move: Move): Promise<'now' | 'before'> {
  const source = await SqliteSource.open(move.file);
  try {
    move.say(`Nobody uses ${move.file}; it is only read.`);
    return await intoPostgres(source, move);
  } finally {
    await source.close();
  }
}

async function refuseOtherVersions(source: SqliteSource, { migrations }: Move): Promise<void> {
  const executed = new Set(await source.migrations());
  if (executed.size === migrations.length && migrations.every(({ name }) => executed.has(name))) return;
  throw new Error('the SQLite database is of another version: start this version on it once, stop it, and move then');
}

async function intoPostgres(source: SqliteSource, move: Move): Promise<'now' | 'before'> {
  const dataSource = await connectToPostgres({ ...move, connections: 1, patience: UNHURRIED });
  try {
    return await inPostgresTransaction(dataSource, MIGRATING, async (transaction) => {
      await enterMigration(transaction);
      const target = new PostgresTarget(transaction);
      if (await isMovedBefore(source, target, transaction, move)) return 'before';
      await refuseOtherVersions(source, move);
      await executePending(dataSource, transaction);
      const content = await copyAll(source, target, move);
      await move.receipt.write(transaction.manager as WriteTx, content);
      move.beforeCommit();
      return 'now';
    });
  } finally {
    await dataSource.destroy();
  }
}

/** @throws Error when something else is in the target */
async function isMovedBefore(
  source: SqliteSource,
  target: PostgresTarget,
  transaction: PostgresTransaction,
  { receipt }: Move,
): Promise<boolean> {
  if (await target.isEmpty()) return false;
  const moved = await receipt.read(transaction.manager as ReadTx);
  if (moved === null) throw new Error('the PostgreSQL database is not empty: move into a new one');
  if (moved === (await digestOf(source))) return true;
  throw new Error(
    'another household was moved into that PostgreSQL database, or this one before a server used its SQLite database again: ' +
      'move into a new one',
  );
}

async function digestOf(source: SqliteSource): Promise<string> {
  const tables = [];
  for (const table of await source.tables()) {
    const content = new TableContent();
    for await (const rows of source.rows(table)) for (const row of rows) content.add(row);
    tables.push({ ...table, content });
  }
  return contentDigest(tables);
}

/** Answers the digest of what was copied. */
async function copyAll(source: SqliteSource, target: PostgresTarget, { say }: Move): Promise<string> {
  const tables = new Map((await source.tables()).map((table) => [table.name, table]));
  const copied = [];
  for (const name of await target.tables()) {
    const table = tables.get(name);
    if (table === undefined) throw new Error(`the SQLite database has no table ${name}`);
    const content = await copyTable(source, target, table);
    say(`${name}: ${content.rows} rows, checksum ${content.checksum.slice(0, 16)}, the same on both sides.`);
    copied.push({ ...table, content });
    tables.delete(name);
  }
  if (tables.size > 0) throw new Error(`PostgreSQL has no table for: ${[...tables.keys()].join(', ')}`);
  say(`All ${copied.reduce((sum, { content }) => sum + content.rows, 0)} rows are copied and compared.`);
  return contentDigest(copied);
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
