import { Table, TableForeignKey, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm';

/** Accounts, the devices they sign in with, and the tokens of both. */
export class CreatePeople1763640001000 implements MigrationInterface {
  name = 'CreatePeople1763640001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'users',
        columns: [
          {
            name: 'id',
            type: 'integer',
            isPrimary: true,
            isGenerated: true,
            generationStrategy: 'increment',
            primaryKeyConstraintName: 'pk_users',
          },
          { name: 'username', type: 'varchar', length: '255' },
          { name: 'password_hash', type: 'varchar', length: '255', isNullable: true },
          { name: 'role', type: 'varchar', length: '16' },
          { name: 'password_enabled', type: 'boolean' },
          { name: 'passkey_enabled', type: 'boolean' },
          { name: 'ai_shared_enabled', type: 'boolean' },
          { name: 'hub_email', type: 'varchar', length: '320' },
          { name: 'hub_invited_at', type: 'bigint', isNullable: true },
          { name: 'created_at', type: 'bigint' },
        ],
        indices: [{ name: 'ux_users_username', columnNames: ['username'], isUnique: true }],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'devices',
        columns: [
          { name: 'id', type: 'varchar', length: '36', isPrimary: true, primaryKeyConstraintName: 'pk_devices' },
          { name: 'user_id', type: 'integer' },
          { name: 'device_name', type: 'varchar', length: '255' },
          { name: 'hardware_id', type: 'varchar', length: '255' },
          { name: 'auth_method', type: 'varchar', length: '16' },
          { name: 'oidc_issuer', type: 'varchar', length: '2048', isNullable: true },
          { name: 'hub_account_id', type: 'varchar', length: '64', isNullable: true },
          { name: 'created_at', type: 'bigint' },
          { name: 'last_seen_at', type: 'bigint' },
          { name: 'revoked_at', type: 'bigint', isNullable: true },
        ],
        indices: [{ name: 'ix_devices_hardware', columnNames: ['user_id', 'hardware_id'] }],
        foreignKeys: [cascade('fk_devices_user', 'user_id', 'users')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'refresh_tokens',
        columns: [
          tokenHash('pk_refresh_tokens'),
          { name: 'device_id', type: 'varchar', length: '36' },
          { name: 'user_id', type: 'integer' },
          { name: 'expires_at', type: 'bigint' },
          { name: 'superseded_at', type: 'bigint', isNullable: true },
          { name: 'created_at', type: 'bigint' },
        ],
        indices: [
          { name: 'ix_refresh_tokens_device', columnNames: ['device_id'] },
          { name: 'ix_refresh_tokens_user', columnNames: ['user_id'] },
          { name: 'ix_refresh_tokens_expiry', columnNames: ['expires_at'] },
        ],
        foreignKeys: [
          cascade('fk_refresh_tokens_device', 'device_id', 'devices'),
          cascade('fk_refresh_tokens_user', 'user_id', 'users'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'access_tokens',
        columns: [
          tokenHash('pk_access_tokens'),
          { name: 'device_id', type: 'varchar', length: '36' },
          { name: 'user_id', type: 'integer' },
          { name: 'expires_at', type: 'bigint' },
          { name: 'created_at', type: 'bigint' },
        ],
        indices: [
          { name: 'ix_access_tokens_device', columnNames: ['device_id'] },
          { name: 'ix_access_tokens_user', columnNames: ['user_id'] },
          { name: 'ix_access_tokens_expiry', columnNames: ['expires_at'] },
        ],
        foreignKeys: [
          cascade('fk_access_tokens_device', 'device_id', 'devices'),
          cascade('fk_access_tokens_user', 'user_id', 'users'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'connect_tokens',
        columns: [
          tokenHash('pk_connect_tokens'),
          { name: 'user_id', type: 'integer' },
          { name: 'created_by', type: 'integer' },
          { name: 'expires_at', type: 'bigint' },
          { name: 'redeemed_at', type: 'bigint', isNullable: true },
        ],
        indices: [
          { name: 'ix_connect_tokens_user', columnNames: ['user_id'] },
          { name: 'ix_connect_tokens_creator', columnNames: ['created_by'] },
          { name: 'ix_connect_tokens_expiry', columnNames: ['expires_at'] },
        ],
        foreignKeys: [
          cascade('fk_connect_tokens_user', 'user_id', 'users'),
          cascade('fk_connect_tokens_creator', 'created_by', 'users'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['connect_tokens', 'access_tokens', 'refresh_tokens', 'devices', 'users']) {
      await runner.dropTable(table);
    }
  }
}

const tokenHash = (primaryKeyConstraintName: string): TableColumnOptions => ({
  name: 'token_hash',
  type: 'varchar',
  length: '64',
  isPrimary: true,
  primaryKeyConstraintName,
});

const cascade = (name: string, column: string, table: string): TableForeignKey =>
  new TableForeignKey({
    name,
    columnNames: [column],
    referencedTableName: table,
    referencedColumnNames: ['id'],
    onDelete: 'CASCADE',
  });
