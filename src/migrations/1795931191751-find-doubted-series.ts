import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Which of all series have seasons that differ between the catalogs? Asked before tools are answered, after each write; usually none has. */
export class FindDoubtedSeries1795931191751 implements MigrationInterface {
  name = 'FindDoubtedSeries1795931191751';

  async up(runner: QueryRunner): Promise<void> {
    const columnNames = ['seasons_differ_since'];
    const where = 'seasons_differ_since IS NOT NULL';
    await runner.createIndex(
      'tmdb_tvdb_cache',
      new TableIndex({ name: 'ix_tmdb_tvdb_cache_doubted', columnNames, where }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('tmdb_tvdb_cache', 'ix_tmdb_tvdb_cache_doubted');
  }
}
