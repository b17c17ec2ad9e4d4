import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Transitions of requests that are still to be told. It begins empty: older history is never told. */
export class CreateRequestEvents1795783791966 implements MigrationInterface {
  name = 'CreateRequestEvents1795783791966';

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
          { name: 'request_id', type: 'integer' },
          { name: 'event', type: 'varchar', length: '30' },
          { name: 'format', type: 'varchar', length: '10' },
          { name: 'actor_id', type: 'integer', isNullable: true },
          { name: 'at', type: 'bigint' },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE);
  }
}

const TABLE = 'request_events';
