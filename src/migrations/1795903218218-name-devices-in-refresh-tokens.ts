import { TableColumn, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const TABLE = 'refresh_tokens';
const INDEX = 'ix_refresh_tokens_superseded';

/**
 * Which refresh tokens say in their text whose device they are: rows of those that were used up need not be kept for long. Those of
 * before say nothing, and stay until they expire.
 */
export class NameDevicesInRefreshTokens1795903218218 implements MigrationInterface {
  name = 'NameDevicesInRefreshTokens1795903218218';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(TABLE, new TableColumn({ name: 'names_device', type: 'boolean', isNullable: true }));
    await runner.createIndex(TABLE, new TableIndex({ name: INDEX, columnNames: ['names_device', 'superseded_at'] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex(TABLE, INDEX);
    await runner.dropColumn(TABLE, 'names_device');
  }
}
