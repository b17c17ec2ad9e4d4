import { Table, TableColumn, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { fillColumn } from '../core/database/fill-column.js';
import { followRows, unfollowRows, type FollowedRows } from '../core/database/followed-rows.js';

/**
 * A request is for a work of any media type, and has a delivery job for each format. A book's jobs have the key that
 * keeps two of them from being open, and its subscribers are listed.
 */
export class AddWorks1795692607576 implements MigrationInterface {
  name = 'AddWorks1795692607576';

  async up(runner: QueryRunner): Promise<void> {
    await unfollowRows(runner, REQUESTS);
    await runner.dropIndex('request_log', byTitle());
    await runner.addColumns('request_log', workColumns());
    await fillColumn(runner, { table: 'request_log', column: 'work_key' }, 'CAST("tmdb_id" AS VARCHAR(100))');
    await runner.createIndex('request_log', byWork());
    await runner.addColumns('request_dispatch', jobColumns());
    await runner.createIndex('request_dispatch', byOpenKey());
    await runner.createTable(subscribers());
    await followRows(runner, REQUESTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await unfollowRows(runner, REQUESTS);
    await runner.dropTable('book_request_waiters');
    await runner.dropIndex('request_dispatch', byOpenKey());
    await runner.dropColumns('request_dispatch', jobColumns());
    await runner.dropIndex('request_log', byWork());
    await runner.dropColumns('request_log', workColumns());
    await runner.createIndex('request_log', byTitle());
    await followRows(runner, REQUESTS);
  }
}

const REQUESTS: FollowedRows = {
  changes: 'request_changes',
  subject: 'request_id',
  tables: [
    { table: 'request_log', subject: 'id' },
    { table: 'request_dispatch', subject: 'request_id' },
  ],
};

function workColumns(): TableColumn[] {
  return [
    new TableColumn({ name: 'work_key', type: 'varchar', length: '100', default: "''" }),
    new TableColumn({ name: 'foreign_id', type: 'varchar', length: '100', isNullable: true }),
    new TableColumn({ name: 'book_format', type: 'varchar', length: '10', default: "''" }),
    new TableColumn({ name: 'catalog_provider', type: 'varchar', length: '40', isNullable: true }),
    new TableColumn({ name: 'catalog_id', type: 'varchar', length: '100', isNullable: true }),
    new TableColumn({ name: 'search_term', type: 'text', isNullable: true }),
  ];
}

function jobColumns(): TableColumn[] {
  return [
    new TableColumn({ name: 'open_key', type: 'varchar', length: '200', isNullable: true }),
    new TableColumn({ name: 'record_id', type: 'integer', isNullable: true }),
    new TableColumn({ name: 'canonical_foreign_id', type: 'varchar', length: '100', isNullable: true }),
    new TableColumn({ name: 'waiting_since', type: 'bigint', isNullable: true }),
  ];
}

function byTitle(): TableIndex {
  return new TableIndex({ name: 'ix_request_log_title', columnNames: ['tmdb_id', 'media_type', 'user_id'] });
}

function byWork(): TableIndex {
  return new TableIndex({ name: 'ix_request_log_work', columnNames: ['work_key', 'media_type', 'user_id'] });
}

function byOpenKey(): TableIndex {
  return new TableIndex({ name: 'ux_request_dispatch_open_key', columnNames: ['open_key'], isUnique: true });
}

function subscribers(): Table {
  const primaryKeyConstraintName = 'pk_book_request_waiters';
  return new Table({
    name: 'book_request_waiters',
    columns: [
      { name: 'request_id', type: 'integer', isPrimary: true, primaryKeyConstraintName },
      { name: 'user_id', type: 'integer', isPrimary: true, primaryKeyConstraintName },
      { name: 'username', type: 'varchar', length: '255' },
      { name: 'book_format', type: 'varchar', length: '10' },
      { name: 'joined_at', type: 'bigint' },
    ],
    indices: [{ name: 'ix_book_request_waiters_user', columnNames: ['user_id', 'request_id'] }],
  });
}
