import { Table, TableColumn, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Series: which seasons a request is for, which series of a library's catalog that is, and what was searched for. */
export class AddSeriesRequests1763640005000 implements MigrationInterface {
  name = 'AddSeriesRequests1763640005000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns('request_log', seriesColumns());
    await runner.createIndex('request_log', byTitle());
    for (const table of [tvdbCache(), tvMatchOverrides(), seasonSearches()]) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [seasonSearches(), tvMatchOverrides(), tvdbCache()]) await runner.dropTable(table.name);
    await runner.dropIndex('request_log', byTitle());
    await runner.dropColumns('request_log', seriesColumns());
  }
}

function seriesColumns(): TableColumn[] {
  return [
    new TableColumn({ name: 'tvdb_id', type: 'integer', isNullable: true }),
    new TableColumn({ name: 'season_scope', type: 'text', default: "''" }),
    new TableColumn({ name: 'season_map', type: 'text', default: "''" }),
    new TableColumn({ name: 'match_revision', type: 'varchar', length: '24', isNullable: true }),
    new TableColumn({ name: 'match_provenance', type: 'varchar', length: '10', isNullable: true }),
  ];
}

function byTitle(): TableIndex {
  return new TableIndex({ name: 'ix_request_log_title', columnNames: ['tmdb_id', 'media_type', 'user_id'] });
}

function tvdbCache(): Table {
  return new Table({
    name: 'tmdb_tvdb_cache',
    columns: [
      { name: 'tmdb_id', type: 'integer', isPrimary: true, primaryKeyConstraintName: 'pk_tmdb_tvdb_cache' },
      { name: 'tvdb_id', type: 'integer' },
      { name: 'source', type: 'varchar', length: '10' },
      { name: 'cached_at', type: 'bigint' },
    ],
  });
}

function tvMatchOverrides(): Table {
  return new Table({
    name: 'tv_match_overrides',
    columns: [
      { name: 'tmdb_id', type: 'integer', isPrimary: true, primaryKeyConstraintName: 'pk_tv_match_overrides' },
      { name: 'mode', type: 'varchar', length: '10' },
      { name: 'tvdb_id', type: 'integer', isNullable: true },
      { name: 'season_map', type: 'text' },
      { name: 'revision', type: 'varchar', length: '24' },
      { name: 'updated_by', type: 'integer' },
      { name: 'updated_at', type: 'bigint' },
    ],
  });
}

function seasonSearches(): Table {
  const primaryKeyConstraintName = 'pk_request_season_searches';
  return new Table({
    name: 'request_season_searches',
    columns: [
      { name: 'request_id', type: 'integer', isPrimary: true, primaryKeyConstraintName },
      { name: 'season', type: 'integer', isPrimary: true, primaryKeyConstraintName },
      { name: 'search_mark', type: 'bigint', isNullable: true },
      { name: 'sent_at', type: 'bigint', isNullable: true },
    ],
  });
}
