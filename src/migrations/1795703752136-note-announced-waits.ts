import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { followRows, unfollowRows, type FollowedRows } from '../core/database/followed-rows.js';

/** A delivery job notes the wait of which it was published that it is too long, so that it is published once. */
export class NoteAnnouncedWaits1795703752136 implements MigrationInterface {
  name = 'NoteAnnouncedWaits1795703752136';

  async up(runner: QueryRunner): Promise<void> {
    await unfollowRows(runner, REQUESTS);
    await runner.addColumn('request_dispatch', announcedWait());
    await followRows(runner, REQUESTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await unfollowRows(runner, REQUESTS);
    await runner.dropColumn('request_dispatch', announcedWait());
    await followRows(runner, REQUESTS);
  }
}

const announcedWait = (): TableColumn => new TableColumn({ name: 'announced_wait', type: 'bigint', isNullable: true });

const REQUESTS: FollowedRows = {
  changes: 'request_changes',
  subject: 'request_id',
  tables: [
    { table: 'request_log', subject: 'id' },
    { table: 'request_dispatch', subject: 'request_id' },
  ],
};
