import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** A match that was found notes since when both catalogs have been seen to count the seasons of its series differently. */
export class NoteDifferingSeasons1795902799367 implements MigrationInterface {
  name = 'NoteDifferingSeasons1795902799367';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('tmdb_tvdb_cache', differSince());
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('tmdb_tvdb_cache', differSince());
  }
}

const differSince = (): TableColumn =>
  new TableColumn({ name: 'seasons_differ_since', type: 'bigint', isNullable: true });
