import { Table, TableForeignKey, type MigrationInterface, type QueryRunner } from 'typeorm';

/** The passkeys of accounts, and the tokens of the links that register one. */
export class AddPasskeys1795578600000 implements MigrationInterface {
  name = 'AddPasskeys1795578600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'webauthn_credentials',
        columns: [
          {
            name: 'id',
            type: 'varchar',
            length: '2046',
            isPrimary: true,
            primaryKeyConstraintName: 'pk_webauthn_credentials',
          },
          { name: 'user_id', type: 'integer' },
          { name: 'public_key', type: 'text' },
          { name: 'attestation_type', type: 'varchar', length: '32' },
          { name: 'aaguid', type: 'varchar', length: '36' },
          { name: 'sign_count', type: 'bigint' },
          { name: 'backup_eligible', type: 'boolean' },
          { name: 'backup_state', type: 'boolean' },
          { name: 'rp_id', type: 'varchar', length: '255' },
          { name: 'name', type: 'varchar', length: '255' },
          { name: 'created_at', type: 'bigint' },
          { name: 'last_used_at', type: 'bigint', isNullable: true },
        ],
        indices: [{ name: 'ix_webauthn_credentials_user', columnNames: ['user_id', 'rp_id'] }],
        foreignKeys: [owner('fk_webauthn_credentials_user', 'user_id', 'users')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'passkey_setup_tokens',
        columns: [
          {
            name: 'token_hash',
            type: 'varchar',
            length: '64',
            isPrimary: true,
            primaryKeyConstraintName: 'pk_passkey_setup_tokens',
          },
          { name: 'user_id', type: 'integer' },
          { name: 'device_id', type: 'varchar', length: '36' },
          { name: 'created_at', type: 'bigint' },
          { name: 'expires_at', type: 'bigint' },
        ],
        indices: [
          { name: 'ix_passkey_setup_tokens_user', columnNames: ['user_id'] },
          { name: 'ix_passkey_setup_tokens_device', columnNames: ['device_id'] },
          { name: 'ix_passkey_setup_tokens_expiry', columnNames: ['expires_at'] },
        ],
        foreignKeys: [
          owner('fk_passkey_setup_tokens_user', 'user_id', 'users'),
          owner('fk_passkey_setup_tokens_device', 'device_id', 'devices'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('passkey_setup_tokens');
    await runner.dropTable('webauthn_credentials');
  }
}

const owner = (name: string, column: string, table: string): TableForeignKey =>
  new TableForeignKey({
    name,
    columnNames: [column],
    referencedTableName: table,
    referencedColumnNames: ['id'],
    onDelete: 'CASCADE',
  });
