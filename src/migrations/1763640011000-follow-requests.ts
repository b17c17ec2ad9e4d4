import { Table, TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { followRows, unfollowRows, type FollowedRows } from '../core/database/followed-rows.js';

/**
 * Which requests have changed since somebody looked? And requests that were forgotten: their requesters have them no more,
 * and the history keeps them.
 */
export class FollowRequests1763640011000 implements MigrationInterface {
  name = 'FollowRequests1763640011000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('request_log', forgottenAt());
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

  async down(runner: QueryRunner): Promise<void> {
    await unfollowRows(runner, REQUESTS);
    await runner.dropTable('request_changes');
    await runner.dropColumn('request_log', 'forgotten_at');
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

const forgottenAt = (): TableColumn => new TableColumn({ name: 'forgotten_at', type: 'bigint', isNullable: true });
