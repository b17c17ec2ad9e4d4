import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

const TABLE = 'notification_outbox';

/** A message may be for one device alone, so that each browser has a receipt of its own. */
export class AddOutboxDevice1795802148677 implements MigrationInterface {
  name = 'AddOutboxDevice1795802148677';

  async up(runner: QueryRunner): Promise<void> {
    const column = { name: 'device_id', type: 'varchar', length: '36', isNullable: true };
    await runner.addColumn(TABLE, new TableColumn(column));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn(TABLE, 'device_id');
  }
}
