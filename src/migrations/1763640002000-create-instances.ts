import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Configured instances, who may use them, and which ones people prefer. */
export class CreateInstances1763640002000 implements MigrationInterface {
  name = 'CreateInstances1763640002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'service_instances',
        columns: [
          {
            name: 'id',
            type: 'varchar',
            length: '64',
            isPrimary: true,
            primaryKeyConstraintName: 'pk_service_instances',
          },
          { name: 'service_type', type: 'varchar', length: '32' },
          { name: 'name', type: 'varchar', length: '200' },
          { name: 'url', type: 'varchar', length: '2048' },
          { name: 'api_key', type: 'text' },
          { name: 'is_default', type: 'boolean' },
          { name: 'sort_order', type: 'integer' },
          { name: 'auto_add_users', type: 'boolean' },
          { name: 'created_at', type: 'bigint' },
        ],
        indices: [
          {
            name: 'ux_service_instances_default',
            columnNames: ['service_type'],
            isUnique: true,
            where: 'is_default',
          },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'user_instance_grants',
        columns: [
          {
            name: 'user_id',
            type: 'integer',
            isPrimary: true,
            primaryKeyConstraintName: 'pk_user_instance_grants',
          },
          {
            name: 'instance_id',
            type: 'varchar',
            length: '64',
            isPrimary: true,
            primaryKeyConstraintName: 'pk_user_instance_grants',
          },
        ],
        indices: [{ name: 'ix_user_instance_grants_instance', columnNames: ['instance_id'] }],
        foreignKeys: [
          {
            name: 'fk_user_instance_grants_user',
            columnNames: ['user_id'],
            referencedTableName: 'users',
            referencedColumnNames: ['id'],
          },
          {
            name: 'fk_user_instance_grants_instance',
            columnNames: ['instance_id'],
            referencedTableName: 'service_instances',
            referencedColumnNames: ['id'],
          },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'user_default_instances',
        columns: [
          {
            name: 'user_id',
            type: 'integer',
            isPrimary: true,
            primaryKeyConstraintName: 'pk_user_default_instances',
          },
          {
            name: 'service_type',
            type: 'varchar',
            length: '32',
            isPrimary: true,
            primaryKeyConstraintName: 'pk_user_default_instances',
          },
          { name: 'instance_id', type: 'varchar', length: '64' },
        ],
        indices: [{ name: 'ix_user_default_instances_instance', columnNames: ['instance_id'] }],
        foreignKeys: [
          {
            name: 'fk_user_default_instances_user',
            columnNames: ['user_id'],
            referencedTableName: 'users',
            referencedColumnNames: ['id'],
          },
          {
            name: 'fk_user_default_instances_instance',
            columnNames: ['instance_id'],
            referencedTableName: 'service_instances',
            referencedColumnNames: ['id'],
          },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('user_default_instances');
    await runner.dropTable('user_instance_grants');
    await runner.dropTable('service_instances');
  }
}
