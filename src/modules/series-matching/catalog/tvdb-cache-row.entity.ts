import { Column, Entity, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/** How an id of the other catalog was found: the metadata provider named it, or a title was found there. */
export type TvdbSource = 'metadata' | 'title';

/** Which series of the library managers' catalog a series of the metadata provider is, as found some time ago. */
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
}
