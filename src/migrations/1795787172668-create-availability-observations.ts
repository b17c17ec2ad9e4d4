import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** What was last observed of each request, and since when each destination tells what has become available. */
export class CreateAvailabilityObservations1795787172668 implements MigrationInterface {
  name = 'CreateAvailabilityObservations1795787172668';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of [observations(), baselines()]) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [baselines(), observations()]) await runner.dropTable(name);
  }
}

function observations(): Table {
  const name = 'notification_observations';
  const key = { isPrimary: true, primaryKeyConstraintName: `pk_${name}` };
  return new Table({
    name,
    columns: [
      { name: 'request_id', type: 'integer', ...key },
      { name: 'format', type: 'varchar', length: '10', ...key },
      { name: 'target', type: 'varchar', length: '64' },
      { name: 'seen', type: 'text' },
      { name: 'baseline', type: 'integer' },
      { name: 'changed_at', type: 'bigint' },
    ],
  });
}

function baselines(): Table {
  const name = 'notification_baselines';
  return new Table({
    name,
    columns: [
      { name: 'destination', type: 'varchar', length: '40', isPrimary: true, primaryKeyConstraintName: `pk_${name}` },
      { name: 'revision', type: 'integer' },
      { name: 'newest_request_id', type: 'integer' },
    ],
  });
}
