import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Messages that wait to be sent, and the destinations that take them. */
export class CreateNotificationOutbox1795784585359 implements MigrationInterface {
  name = 'CreateNotificationOutbox1795784585359';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of [messages(), destinations()]) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [destinations(), messages()]) await runner.dropTable(name);
  }
}

function messages(): Table {
  const name = 'notification_outbox';
  return new Table({
    name,
    columns: [
      {
        name: 'id',
        type: 'integer',
        isPrimary: true,
        primaryKeyConstraintName: `pk_${name}`,
        isGenerated: true,
        generationStrategy: 'increment',
      },
      { name: 'destination', type: 'varchar', length: '40' },
      { name: 'event', type: 'varchar', length: '40' },
      { name: 'subject', type: 'text' },
      { name: 'actor_id', type: 'integer', isNullable: true },
      { name: 'collect_key', type: 'varchar', length: '200', isNullable: true },
      { name: 'accounts', type: 'text', isNullable: true },
      { name: 'status', type: 'varchar', length: '12' },
      { name: 'detail', type: 'text' },
      { name: 'attempts', type: 'integer' },
      { name: 'created_at', type: 'bigint' },
      { name: 'updated_at', type: 'bigint' },
      { name: 'next_attempt_at', type: 'bigint', isNullable: true },
      { name: 'attempt_token', type: 'varchar', length: '64', isNullable: true },
      { name: 'remote_id', type: 'varchar', length: '64' },
    ],
    indices: [
      { name: `ix_${name}_due`, columnNames: ['status', 'next_attempt_at', 'destination'] },
      { name: `ix_${name}_destination`, columnNames: ['destination', 'id'] },
      { name: `ix_${name}_updated`, columnNames: ['updated_at'] },
      { name: `ix_${name}_collected`, columnNames: ['collect_key', 'status'] },
    ],
  });
}

function destinations(): Table {
  const name = 'notification_destinations';
  return new Table({
    name,
    columns: [
      { name: 'name', type: 'varchar', length: '40', isPrimary: true, primaryKeyConstraintName: `pk_${name}` },
      { name: 'paused_until', type: 'bigint', isNullable: true },
      { name: 'error', type: 'text' },
      { name: 'lease_token', type: 'varchar', length: '64', isNullable: true },
      { name: 'lease_until', type: 'bigint', isNullable: true },
    ],
  });
}
