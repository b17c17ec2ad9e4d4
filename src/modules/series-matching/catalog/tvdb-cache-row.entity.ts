import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/**
 * How an id of the other catalog was found: named by the metadata provider or by metadata of the manager, or by title.
 */
export type TvdbSource = 'metadata' | 'title';

/** A cached finding: the TVDB id of a series of the metadata provider. */
@Entity({ name: 'tmdb_tvdb_cache' })
export class TvdbCacheRow {
  @PrimaryColumn({ name: 'tmdb_id', type: 'integer', primaryKeyConstraintName: 'pk_tmdb_tvdb_cache' })
  tmdbId: number;

  @Column({ name: 'tvdb_id', type: 'integer' })
  tvdbId: number;

  @Column({ name: 'source', type: 'varchar', length: 10 })
  source: TvdbSource;

  @Column({ name: 'cached_at', type: 'bigint', transformer: epochMs })
  cachedAt: number;

  /** When the seasons of both catalogs were first seen to differ, in epoch milliseconds; null while they aren't. */
  @Index('ix_tmdb_tvdb_cache_doubted', { where: 'seasons_differ_since IS NOT NULL' })
  @Column({ name: 'seasons_differ_since', type: 'bigint', nullable: true, transformer: epochMs })
  seasonsDifferSince: number | null;
}
