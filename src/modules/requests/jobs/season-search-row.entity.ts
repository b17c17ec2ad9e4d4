import { Column, Entity, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/** A search that a delivery owes to a season of a series in a library: committed before it is sent. */
@Entity({ name: 'request_season_searches' })
export class SeasonSearchRow {
  @PrimaryColumn({ name: 'request_id', type: 'integer', primaryKeyConstraintName: 'pk_request_season_searches' })
  requestId: number;

  /** The library's number of the season. */
  @PrimaryColumn({ name: 'season', type: 'integer', primaryKeyConstraintName: 'pk_request_season_searches' })
  season: number;

  /** When the season's missing episodes had last been searched for before; null for never. */
  @Column({ name: 'search_mark', type: 'bigint', nullable: true, transformer: epochMs })
  searchMark: number | null;

  /** When the manager answered that it will search; null while that isn't known. */
  @Column({ name: 'sent_at', type: 'bigint', nullable: true, transformer: epochMs })
  sentAt: number | null;
}
