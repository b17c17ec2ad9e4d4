import { Table, TableForeignKey, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Connections to the book catalog, and which instance uses which. */
export class CreateBookcatalog1763640013000 implements MigrationInterface {
  name = 'CreateBookcatalog1763640013000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'bookcatalog_connections',
        columns: [
          {
            name: 'id',
            type: 'varchar',
            length: '36',
            isPrimary: true,
            primaryKeyConstraintName: 'pk_bookcatalog_connections',
          },
          { name: 'method', type: 'varchar', length: '16' },
          { name: 'access_token', type: 'text' },
          { name: 'refresh_token', type: 'text' },
          { name: 'expires_at', type: 'bigint', isNullable: true },
          { name: 'revision', type: 'integer' },
          { name: 'reconnect_required', type: 'boolean' },
          { name: 'created_at', type: 'bigint' },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'bookcatalog_links',
        columns: [
          {
            name: 'instance_id',
            type: 'varchar',
            length: '64',
            isPrimary: true,
            primaryKeyConstraintName: 'pk_bookcatalog_links',
          },
          { name: 'connection_id', type: 'varchar', length: '36', isNullable: true },
          { name: 'revision', type: 'integer' },
        ],
        indices: [{ name: 'ix_bookcatalog_links_connection', columnNames: ['connection_id'] }],
        foreignKeys: [
          new TableForeignKey({
            name: 'fk_bookcatalog_links_instance',
            columnNames: ['instance_id'],
            referencedTableName: 'service_instances',
            referencedColumnNames: ['id'],
          }),
          new TableForeignKey({
            name: 'fk_bookcatalog_links_connection',
            columnNames: ['connection_id'],
            referencedTableName: 'bookcatalog_connections',
            referencedColumnNames: ['id'],
          }),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('bookcatalog_links');
    await runner.dropTable('bookcatalog_connections');
  }
}
