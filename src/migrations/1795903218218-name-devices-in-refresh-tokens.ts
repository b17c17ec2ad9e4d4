import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { addColumnsInPlace, dropColumnsInPlace } from '../core/database/columns-in-place.js';

const TABLE = 'refresh_tokens';
const INDEX = 'ix_refresh_tokens_superseded';

/**
 * Which refresh tokens say in their text whose device they are: rows of those that were used up need not be kept for long. Those of
 * before say nothing, and stay until they expire.
 */
export class NameDevicesInRefreshTokens1795903218218 implements MigrationInterface {
  name = 'NameDevicesInRefreshTokens1795903218218';

  async up(runner: QueryRunner): Promise<void> {
    await addColumnsInPlace(runner, TABLE, [{ name: 'names_device', type: 'boolean' }]);
    await runner.createIndex(TABLE, new TableIndex({ name: INDEX, columnNames: ['names_device', 'superseded_at'] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex(TABLE, INDEX);
    await dropColumnsInPlace(runner, TABLE, ['names_device']);
  }
}
