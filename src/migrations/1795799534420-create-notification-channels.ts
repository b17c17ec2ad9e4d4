import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** The channels beside the chat that messages are sent to. */
export class CreateNotificationChannels1795799534420 implements MigrationInterface {
  name = 'CreateNotificationChannels1795799534420';

  async up(runner: QueryRunner): Promise<void> {
    const name = 'notification_channels';
    const table = new Table({
      name,
      columns: [
        { name: 'id', type: 'varchar', length: '36', isPrimary: true, primaryKeyConstraintName: `pk_${name}` },
        { name: 'name', type: 'varchar', length: '60' },
        { name: 'format', type: 'varchar', length: '8' },
        { name: 'url', type: 'text' },
        { name: 'secret', type: 'text' },
        { name: 'enabled', type: 'boolean' },
        { name: 'events', type: 'text' },
        { name: 'place_revision', type: 'integer' },
        { name: 'created_at', type: 'bigint' },
      ],
    });
    await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('notification_channels');
  }
}
