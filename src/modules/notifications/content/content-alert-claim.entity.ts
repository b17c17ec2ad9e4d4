import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';

/** Whom an alert goes to: each group of receivers has its own limit. */
export type StormScope = 'broadcast' | 'administrators';

/** New content that was told a while ago. Source: doc 3 section 9.3. */
@Entity({ name: 'content_alert_claims' })
@Index('ix_content_alert_claims_scope', ['stormScope', 'claimedAt'])
export class ContentAlertClaimRow {
  /** Category, library and title. */
  @PrimaryColumn({
    name: 'alert_key',
    type: 'varchar',
    length: 255,
    primaryKeyConstraintName: 'pk_content_alert_claims',
  })
  alertKey: string;

  @Column({ name: 'claimed_at', type: 'bigint', transformer: epochMs })
  claimedAt: number;

  @Column({ name: 'storm_scope', type: 'varchar', length: 16 })
  stormScope: StormScope;
}
