import { Column, Entity, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/** What an administrator has decided about a series: another target, or that nothing of it is delivered for now. */
export type OverrideMode = 'custom' | 'paused';

/** An administrator's word on which series of a library's catalog is meant. */
@Entity({ name: 'tv_match_overrides' })
export class TvMatchOverrideRow {
  @PrimaryColumn({ name: 'tmdb_id', type: 'integer', primaryKeyConstraintName: 'pk_tv_match_overrides' })
  tmdbId: number;

  @Column({ name: 'mode', type: 'varchar', length: 10 })
  mode: OverrideMode;

  /** Null while paused without a target. */
  @Column({ name: 'tvdb_id', type: 'integer', nullable: true })
  tvdbId: number | null;

  /** Seasons of the provider and what they are called in the target, as `encodeSeasonMap` writes them. */
  @Column({ name: 'season_map', type: 'text' })
  seasonMap: string;

  @Column({ name: 'revision', type: 'varchar', length: 24 })
  revision: string;

  @Column({ name: 'updated_by', type: 'integer' })
  updatedBy: number;

  @Column({ name: 'updated_at', type: 'bigint', transformer: epochMs })
  updatedAt: number;
}
