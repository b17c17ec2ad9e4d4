import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Which requests are for this series of a library's catalog? Asked whenever a download of it moves. */
export class FindRequestsBySeries1763640008000 implements MigrationInterface {
  name = 'FindRequestsBySeries1763640008000';

  async up(runner: QueryRunner): Promise<void> {
    const columnNames = ['tvdb_id', 'instance_id'];
    await runner.createIndex('request_log', new TableIndex({ name: 'ix_request_log_series', columnNames }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('request_log', 'ix_request_log_series');
  }
}
