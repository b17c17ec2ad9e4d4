import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Requests of which nothing arrives, and since when. */
export class CreateStuckRequests1795802011574 implements MigrationInterface {
  name = 'CreateStuckRequests1795802011574';

  async up(runner: QueryRunner): Promise<void> {
    const name = 'notification_stuck_requests';
    const table = new Table({
      name,
      columns: [
        { name: 'request_id', type: 'integer', isPrimary: true, primaryKeyConstraintName: `pk_${name}` },
        { name: 'since', type: 'bigint' },
        { name: 'told_at', type: 'bigint', isNullable: true },
      ],
    });
    await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('notification_stuck_requests');
  }
}
