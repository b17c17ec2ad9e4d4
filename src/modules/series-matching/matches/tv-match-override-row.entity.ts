import { Column, Entity, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

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
