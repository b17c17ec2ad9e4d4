import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Accounts outside this server that were ever linked with one here: none of them becomes a new account by itself. */
export class CreateKnownIdentities1795901649904 implements MigrationInterface {
  name = 'CreateKnownIdentities1795901649904';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: TABLE,
        columns: [
          {
            name: 'hash',
            type: 'varchar',
            length: '64',
            isPrimary: true,
            primaryKeyConstraintName: `pk_${TABLE}`,
          },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE);
  }
}

const TABLE = 'known_identities';
