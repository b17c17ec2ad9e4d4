import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Download clients are opened by a user name and a password, which are sealed as keys are. */
export class AddInstanceAccounts1795766700168 implements MigrationInterface {
  name = 'AddInstanceAccounts1795766700168';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns(TABLE, account());
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns(TABLE, account());
  }
}

const TABLE = 'service_instances';

const account = (): TableColumn[] =>
  ['username', 'password'].map((name) => new TableColumn({ name, type: 'text', default: "''" }));
