import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** An account that is being made has a lease: of several processes on one database, one works on it at a time. */
export class LeaseAccountIntents1795723421772 implements MigrationInterface {
  name = 'LeaseAccountIntents1795723421772';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns(TABLE, lease());
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns(TABLE, lease());
  }
}

const TABLE = 'media_account_intents';

const lease = (): TableColumn[] => [
  new TableColumn({ name: 'lease_token', type: 'varchar', length: '64', isNullable: true }),
  new TableColumn({ name: 'lease_until', type: 'bigint', isNullable: true }),
];
