import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** What has happened at the hub that people are still to be told. It begins empty: older history is never told. */
export class CreateHubEvents1795813314502 implements MigrationInterface {
  name = 'CreateHubEvents1795813314502';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: TABLE,
        columns: [
          {
            name: 'id',
            type: 'integer',
            isPrimary: true,
            primaryKeyConstraintName: `pk_${TABLE}`,
            isGenerated: true,
            generationStrategy: 'increment',
          },
          { name: 'event', type: 'varchar', length: '30' },
          { name: 'user_id', type: 'integer' },
          { name: 'instance_id', type: 'varchar', length: '64', isNullable: true },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE);
  }
}

const TABLE = 'hub_events';
