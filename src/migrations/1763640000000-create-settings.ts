import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Stored settings: one JSON value per key. */
export class CreateSettings1763640000000 implements MigrationInterface {
  name = 'CreateSettings1763640000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'settings',
        columns: [
          { name: 'key', type: 'varchar', length: '100', isPrimary: true, primaryKeyConstraintName: 'pk_settings' },
          { name: 'value', type: 'text' },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('settings');
  }
}
