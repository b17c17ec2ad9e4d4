import { Table, TableForeignKey, type MigrationInterface, type QueryRunner } from 'typeorm';

/** People's accounts on media servers: links, accounts that are being made, library policies and choices of apps. */
export class CreateMediaAccounts1795706640945 implements MigrationInterface {
  name = 'CreateMediaAccounts1795706640945';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of [accounts(), suppressions(), policies(), intents(), apps()]) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [apps(), intents(), policies(), suppressions(), accounts()]) await runner.dropTable(name);
  }
}

function accounts(): Table {
  const name = 'user_media_server_accounts';
  return new Table({
    name,
    columns: [
      {
        name: 'id',
        type: 'integer',
        isPrimary: true,
        primaryKeyConstraintName: `pk_${name}`,
        isGenerated: true,
        generationStrategy: 'increment',
      },
      { name: 'user_id', type: 'integer', isNullable: true },
      { name: 'instance_id', type: 'varchar', length: '64' },
      { name: 'remote_user_id', type: 'varchar', length: '320' },
      { name: 'remote_username', type: 'varchar', length: '512' },
      { name: 'hub_email', type: 'varchar', length: '320' },
      { name: 'created_by_us', type: 'boolean' },
      { name: 'manage_access', type: 'boolean' },
      { name: 'manages_libraries', type: 'boolean' },
      { name: 'is_disabled', type: 'boolean' },
      { name: 'is_administrator', type: 'boolean' },
      { name: 'is_pending', type: 'boolean' },
      { name: 'confirmed_access', type: 'varchar', length: '3', isNullable: true },
      { name: 'confirmed_libraries', type: 'text', isNullable: true },
      { name: 'confirmed_limits', type: 'text', isNullable: true },
      { name: 'limits_before', type: 'text', isNullable: true },
      { name: 'attempts', type: 'integer' },
      { name: 'next_attempt_at', type: 'bigint', isNullable: true },
      { name: 'last_error', type: 'text', isNullable: true },
      ...lease(),
      { name: 'created_at', type: 'bigint' },
    ],
    indices: [
      { name: `ux_${name}_user`, columnNames: ['user_id', 'instance_id'], isUnique: true },
      { name: `ux_${name}_remote`, columnNames: ['instance_id', 'remote_user_id'], isUnique: true },
    ],
    foreignKeys: [ofUser(name, 'SET NULL'), ofInstance(name)],
  });
}

function suppressions(): Table {
  const name = 'media_account_suppressions';
  return new Table({ name, columns: userAndInstance(name), foreignKeys: [ofUser(name, 'CASCADE'), ofInstance(name)] });
}

function policies(): Table {
  const name = 'media_library_policies';
  return new Table({
    name,
    columns: [
      ...userAndInstance(name),
      { name: 'mode', type: 'varchar', length: '10' },
      { name: 'library_ids', type: 'text' },
    ],
    foreignKeys: [ofUser(name, 'CASCADE'), ofInstance(name)],
  });
}

function intents(): Table {
  const name = 'media_account_intents';
  return new Table({
    name,
    columns: [
      { name: 'id', type: 'varchar', length: '36', isPrimary: true, primaryKeyConstraintName: `pk_${name}` },
      { name: 'user_id', type: 'integer', isNullable: true },
      { name: 'instance_id', type: 'varchar', length: '64' },
      { name: 'name', type: 'varchar', length: '512' },
      { name: 'name_key', type: 'varchar', length: '512' },
      { name: 'secret', type: 'text' },
      { name: 'remote_user_id', type: 'varchar', length: '320', isNullable: true },
      { name: 'limits_before', type: 'text', isNullable: true },
      { name: 'attempts', type: 'integer' },
      { name: 'next_attempt_at', type: 'bigint' },
      { name: 'created_at', type: 'bigint' },
    ],
    indices: [
      { name: `ux_${name}_user`, columnNames: ['user_id', 'instance_id'], isUnique: true },
      { name: `ux_${name}_name`, columnNames: ['instance_id', 'name_key'], isUnique: true },
      { name: `ix_${name}_due`, columnNames: ['next_attempt_at'] },
    ],
    foreignKeys: [ofUser(name, 'SET NULL'), ofInstance(name)],
  });
}

function apps(): Table {
  const name = 'user_media_apps';
  const choices = ['hub_ios', 'video_server_a_ios', 'video_server_b_ios', 'listening_ios', 'listening_android'];
  return new Table({
    name,
    columns: [
      { name: 'user_id', type: 'integer', isPrimary: true, primaryKeyConstraintName: `pk_${name}` },
      ...choices.map((choice) => ({ name: choice, type: 'varchar', length: '20' })),
    ],
    foreignKeys: [ofUser(name, 'CASCADE')],
  });
}

const lease = () => [
  { name: 'lease_token', type: 'varchar', length: '64', isNullable: true },
  { name: 'lease_until', type: 'bigint', isNullable: true },
];

const userAndInstance = (table: string) => [
  { name: 'user_id', type: 'integer', isPrimary: true, primaryKeyConstraintName: `pk_${table}` },
  { name: 'instance_id', type: 'varchar', length: '64', isPrimary: true, primaryKeyConstraintName: `pk_${table}` },
];

const ofUser = (table: string, onDelete: 'CASCADE' | 'SET NULL'): TableForeignKey =>
  new TableForeignKey({
    name: `fk_${table}_user`,
    columnNames: ['user_id'],
    referencedTableName: 'users',
    referencedColumnNames: ['id'],
    onDelete,
  });

const ofInstance = (table: string): TableForeignKey =>
  new TableForeignKey({
    name: `fk_${table}_instance`,
    columnNames: ['instance_id'],
    referencedTableName: 'service_instances',
    referencedColumnNames: ['id'],
  });
