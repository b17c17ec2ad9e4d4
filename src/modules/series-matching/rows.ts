import { Column, Entity, PrimaryColumn, Index } from 'typeorm';
import { epochMs } from '../../core/database/portable-columns.js';

/** The kind of a correction: another target, or a pause of all deliveries. */
export type OverrideMode = 'custom' | 'paused';

/** An administrator's correction of a match. */
@Entity({ name: 'tv_match_overrides' })
export class TvMatchOverrideRow {
  @PrimaryColumn({ name: 'tmdb_id', type: 'integer', primaryKeyConstraintName: 'pk_tv_match_overrides' })
  tmdbId: number;

  @Column({ name: 'mode', type: 'varchar', length: 10 })
  mode: OverrideMode;

  /** Null while paused without a target. */
  @Column({ name: 'tvdb_id', type: 'integer', nullable: true })
  tvdbId: number | null;

  /** The map from the provider's seasons to the target's, as `encodeSeasonMap` writes it. */
  @Column({ name: 'season_map', type: 'text' })
  seasonMap: string;

  @Column({ name: 'revision', type: 'varchar', length: 24 })
  revision: string;

  @Column({ name: 'updated_by', type: 'integer' })
  updatedBy: number;

  @Column({ name: 'updated_at', type: 'bigint', transformer: epochMs })
  updatedAt: number;
}

/** Named by the metadata provider or by the manager's metadata, or found by title. */
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

export const seriesMatchingEntities = [TvMatchOverrideRow, TvdbCacheRow] as const;
