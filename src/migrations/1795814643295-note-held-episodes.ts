import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { followRows, unfollowRows, type FollowedRows } from '../core/database/followed-rows.js';

/** A delivery of a series notes which wanted episodes the library held when it accepted the request: those are not new. */
export class NoteHeldEpisodes1795814643295 implements MigrationInterface {
  name = 'NoteHeldEpisodes1795814643295';

  async up(runner: QueryRunner): Promise<void> {
    await unfollowRows(runner, REQUESTS);
    await runner.addColumn('request_dispatch', heldEpisodes());
    await followRows(runner, REQUESTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await unfollowRows(runner, REQUESTS);
    await runner.dropColumn('request_dispatch', heldEpisodes());
    await followRows(runner, REQUESTS);
  }
}

const heldEpisodes = (): TableColumn => new TableColumn({ name: 'held_episodes', type: 'text', isNullable: true });

const REQUESTS: FollowedRows = {
  changes: 'request_changes',
  subject: 'request_id',
  tables: [
    { table: 'request_log', subject: 'id' },
    { table: 'request_dispatch', subject: 'request_id' },
  ],
};
