import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const NAME = 'web_push_subscriptions';

/** By which subscriptions browsers are pushed to. */
export class CreateWebPushSubscriptions1795802155972 implements MigrationInterface {
  name = 'CreateWebPushSubscriptions1795802155972';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: NAME,
        columns: [
          { name: 'id', type: 'varchar', length: '36', isPrimary: true, primaryKeyConstraintName: `pk_${NAME}` },
          { name: 'device_id', type: 'varchar', length: '36' },
          { name: 'user_id', type: 'integer' },
          { name: 'subscription', type: 'text' },
          { name: 'endpoint_hash', type: 'varchar', length: '64' },
          { name: 'created_at', type: 'bigint' },
          { name: 'last_seen_at', type: 'bigint' },
          { name: 'paused_until', type: 'bigint', isNullable: true },
        ],
        indices: [
          { name: `ux_${NAME}_device`, columnNames: ['device_id'], isUnique: true },
          { name: `ux_${NAME}_endpoint`, columnNames: ['endpoint_hash'], isUnique: true },
          { name: `ix_${NAME}_user`, columnNames: ['user_id'] },
        ],
        foreignKeys: [
          {
            name: `fk_${NAME}_device`,
            columnNames: ['device_id'],
            referencedTableName: 'devices',
            referencedColumnNames: ['id'],
            onDelete: 'CASCADE',
          },
          {
            name: `fk_${NAME}_user`,
            columnNames: ['user_id'],
            referencedTableName: 'users',
            referencedColumnNames: ['id'],
            onDelete: 'CASCADE',
          },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(NAME);
  }
}
