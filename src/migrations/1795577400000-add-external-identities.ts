import { Table, TableForeignKey, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Which accounts at an OpenID provider and at the hub sign in which accounts of ours. */
export class AddExternalIdentities1795577400000 implements MigrationInterface {
  name = 'AddExternalIdentities1795577400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'oidc_identities',
        columns: [
          {
            name: 'issuer',
            type: 'varchar',
            length: '2048',
            isPrimary: true,
            primaryKeyConstraintName: 'pk_oidc_identities',
          },
          {
            name: 'subject',
            type: 'varchar',
            length: '255',
            isPrimary: true,
            primaryKeyConstraintName: 'pk_oidc_identities',
          },
          { name: 'user_id', type: 'integer' },
          { name: 'created_at', type: 'bigint' },
        ],
        indices: [{ name: 'ix_oidc_identities_user', columnNames: ['user_id'] }],
        foreignKeys: [ofUser('fk_oidc_identities_user')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'hub_identities',
        columns: [
          {
            name: 'hub_account_id',
            type: 'varchar',
            length: '64',
            isPrimary: true,
            primaryKeyConstraintName: 'pk_hub_identities',
          },
          { name: 'user_id', type: 'integer' },
          { name: 'email', type: 'varchar', length: '320' },
          { name: 'username', type: 'varchar', length: '255' },
          { name: 'created_at', type: 'bigint' },
        ],
        indices: [{ name: 'ux_hub_identities_user', columnNames: ['user_id'], isUnique: true }],
        foreignKeys: [ofUser('fk_hub_identities_user')],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('hub_identities');
    await runner.dropTable('oidc_identities');
  }
}

const ofUser = (name: string): TableForeignKey =>
  new TableForeignKey({
    name,
    columnNames: ['user_id'],
    referencedTableName: 'users',
    referencedColumnNames: ['id'],
    onDelete: 'CASCADE',
  });
