import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { followRows, unfollowRows, type FollowedRows } from '../core/database/followed-rows.js';

/** Lists of requests are read from the requests themselves, so nobody follows any more which of them have changed. */
export class DropRequestChanges1796012730634 implements MigrationInterface {
  name = 'DropRequestChanges1796012730634';

  async up(runner: QueryRunner): Promise<void> {
    await unfollowRows(runner, REQUESTS);
    await runner.dropTable('request_changes');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'request_changes',
        columns: [
          { name: 'request_id', type: 'integer', isPrimary: true, primaryKeyConstraintName: 'pk_request_changes' },
          { name: 'revision', type: 'bigint' },
        ],
        indices: [{ name: 'ux_request_changes_revision', columnNames: ['revision'], isUnique: true }],
      }),
    );
    await followRows(runner, REQUESTS);
  }
}

const REQUESTS: FollowedRows = {
  changes: 'request_changes',
  subject: 'request_id',
  tables: [
    { table: 'request_log', subject: 'id' },
    { table: 'request_dispatch', subject: 'request_id' },
  ],
};
