import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** The titles that people want to be told of without having asked for them. */
export class CreateNotificationFollows1795801003374 implements MigrationInterface {
  name = 'CreateNotificationFollows1795801003374';

  async up(runner: QueryRunner): Promise<void> {
    const name = 'notification_follows';
    const key = { isPrimary: true, primaryKeyConstraintName: `pk_${name}` };
    const table = new Table({
      name,
      columns: [
        { name: 'user_id', type: 'integer', ...key },
        { name: 'media_type', type: 'varchar', length: '5', ...key },
        { name: 'tmdb_id', type: 'integer', ...key },
        { name: 'instance_id', type: 'varchar', length: '64', ...key },
        { name: 'created_at', type: 'bigint' },
      ],
      indices: [
        { name: `ix_${name}_title`, columnNames: ['tmdb_id', 'media_type', 'instance_id'] },
        { name: `ix_${name}_instance`, columnNames: ['instance_id'] },
      ],
      foreignKeys: [
        {
          name: `fk_${name}_user`,
          columnNames: ['user_id'],
          referencedTableName: 'users',
          referencedColumnNames: ['id'],
          onDelete: 'CASCADE',
        },
        {
          name: `fk_${name}_instance`,
          columnNames: ['instance_id'],
          referencedTableName: 'service_instances',
          referencedColumnNames: ['id'],
          onDelete: 'CASCADE',
        },
      ],
    });
    await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('notification_follows');
  }
}
