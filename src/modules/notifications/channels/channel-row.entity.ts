import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChannelFormatName } from '../../../clients/message-channels/channel-formats.js';
import { epochMs } from '../../../core/database/portable-columns.js';

/** A channel that messages are sent to. Source: issue 24, Channels. */
@Entity({ name: 'notification_channels' })
export class ChannelRow {
  /** UUID v4. */
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_notification_channels' })
  id: string;

  @Column({ type: 'varchar', length: 60 })
  name: string;

  @Column({ type: 'varchar', length: 8 })
  format: ChannelFormatName;

  /** Sealed: whoever has a topic's or a webhook's address may write to it. */
  @Column({ type: 'text' })
  url: string;

  /** Sealed; empty for none. */
  @Column({ type: 'text' })
  secret: string;

  @Column({ type: 'boolean' })
  enabled: boolean;

  /** A switch for each event, as JSON. */
  @Column({ type: 'text' })
  events: string;

  /** Counts the changes of its address, so that a change is seen without opening it. */
  @Column({ name: 'place_revision', type: 'integer' })
  placeRevision: number;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}
