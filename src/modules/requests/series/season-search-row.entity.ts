import { Column, Entity, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/** A search for a season of a series in a library, committed before it is sent. */
@Entity({ name: 'request_season_searches' })
export class SeasonSearchRow {
  @PrimaryColumn({ name: 'request_id', type: 'integer', primaryKeyConstraintName: 'pk_request_season_searches' })
  requestId: number;

  /** The library's number of the season. */
  @PrimaryColumn({ name: 'season', type: 'integer', primaryKeyConstraintName: 'pk_request_season_searches' })
  season: number;

  /** When the season's missing episodes were last searched for before it; null for never. */
  @Column({ name: 'search_mark', type: 'bigint', nullable: true, transformer: epochMs })
  searchMark: number | null;

  /** When the manager confirmed the search; null while that is unknown. */
  @Column({ name: 'sent_at', type: 'bigint', nullable: true, transformer: epochMs })
  sentAt: number | null;
}
