import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Column, Entity, type MigrationInterface, PrimaryColumn, type QueryRunner, Table, TableColumn } from 'typeorm';
import type { Database } from '../../src/core/database/database.js';
import { silentLog } from '../../src/core/logging/log.js';
import { databaseAt, type TestDatabaseOptions } from './database-at.js';

/** A sum of money under a name. */
@Entity({ name: 'purses' })
export class Purse {
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'pk_purses' })
  id: number;

  @Column({ type: 'varchar', length: 100 })
  name: string;

  @Column({ type: 'integer' })
  coins: number;
}

/** What was done with a purse; there is none without its purse. */
@Entity({ name: 'movements' })
export class Movement {
  @PrimaryColumn({ type: 'varchar', length: 100, primaryKeyConstraintName: 'pk_movements' })
  id: string;

  @Column({ name: 'purse_id', type: 'integer' })
  purseId: number;
}

/** The tables of the two. */
export class CreateLedger1700000000000 implements MigrationInterface {
  name = 'CreateLedger1700000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'purses',
        columns: [
          { name: 'id', type: 'integer', isPrimary: true, primaryKeyConstraintName: 'pk_purses' },
          { name: 'name', type: 'varchar', length: '100' },
          { name: 'coins', type: 'integer' },
        ],
        indices: [{ name: 'ux_purses_name', columnNames: ['name'], isUnique: true }],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'movements',
        columns: [
          { name: 'id', type: 'varchar', length: '100', isPrimary: true, primaryKeyConstraintName: 'pk_movements' },
          { name: 'purse_id', type: 'integer' },
        ],
        foreignKeys: [
          {
            name: 'fk_movements_purse',
            columnNames: ['purse_id'],
            referencedTableName: 'purses',
            referencedColumnNames: ['id'],
          },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('movements');
    await runner.dropTable('purses');
  }
}

/** A migration to follow: purses may bear a note. */
export class AddNote1700000000001 implements MigrationInterface {
  name = 'AddNote1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('purses', new TableColumn({ name: 'note', type: 'text', isNullable: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('purses', 'note');
  }
}

/** Small real databases on real files, for what is said of the database itself. */
export class LedgerDatabases {
  private readonly folders: string[] = [];
  private readonly opened: Database[] = [];

  /** A path in a folder of its own where there is no file yet. */
  async newFile(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'usher-database-'));
    this.folders.push(folder);
    return join(folder, 'ledger.sqlite');
  }

  /** Opens a database with the ledger's tables; in a new file unless one is named. */
  async open(options: Partial<TestDatabaseOptions> = {}): Promise<Database> {
    const database = await databaseAt({
      fromNothing: true,
      file: options.file ?? (await this.newFile()),
      entities: [Purse, Movement],
      migrations: [CreateLedger1700000000000],
      log: silentLog,
      ...options,
    });
    this.opened.push(database);
    return database;
  }

  /** Closes and removes everything that was opened here. */
  async remove(): Promise<void> {
    await Promise.all(this.opened.splice(0).map((database) => database.close()));
    await Promise.all(this.folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  }
}
