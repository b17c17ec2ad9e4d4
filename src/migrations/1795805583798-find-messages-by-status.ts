import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Which message of a destination waits for longest? Asked before each one is sent, of all that were sent in a month; by their
 * destination alone the answer was the dearer the more of them there were.
 */
export class FindMessagesByStatus1795805583798 implements MigrationInterface {
  name = 'FindMessagesByStatus1795805583798';

  async up(runner: QueryRunner): Promise<void> {
    const columnNames = ['destination', 'status', 'id'];
    const index = new TableIndex({ name: 'ix_notification_outbox_status', columnNames });
    await runner.createIndex('notification_outbox', index);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('notification_outbox', 'ix_notification_outbox_status');
  }
}
