import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

const TABLES = ['access_tokens', 'refresh_tokens'];

/** When a session was opened by a connect link: on its tokens, since one device may have several sessions. */
export class NoteLinkRedemptions1795435699899 implements MigrationInterface {
  name = 'NoteLinkRedemptions1795435699899';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.addColumn(table, new TableColumn({ name: 'link_redeemed_at', type: 'bigint', isNullable: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.dropColumn(table, 'link_redeemed_at');
  }
}
