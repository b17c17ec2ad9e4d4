import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumnsInPlace, dropColumnsInPlace } from '../core/database/columns-in-place.js';

const TABLE = 'tmdb_tvdb_cache';
const SINCE = 'seasons_differ_since';

/** A match that was found notes since when both catalogs have been seen to count the seasons of its series differently. */
export class NoteDifferingSeasons1795916076691 implements MigrationInterface {
  name = 'NoteDifferingSeasons1795916076691';

  async up(runner: QueryRunner): Promise<void> {
    await addColumnsInPlace(runner, TABLE, [{ name: SINCE, type: 'bigint' }]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumnsInPlace(runner, TABLE, [SINCE]);
  }
}
