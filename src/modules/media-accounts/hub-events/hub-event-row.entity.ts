import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * What people may be told of the hub: somebody has named another address there, or was invited to a server. Source: doc 3 section
 * 9.1, doc 4 section 5.3.
 */
export type HubEvent = 'hub_access_request' | 'hub_invite_sent';

/**
 * Something that has happened at the hub and that nobody has taken note of yet. It is written in the write that makes it true, so
 * that a crash loses none, and deleted by the write that takes it.
 */
@Entity({ name: 'hub_events' })
export class HubEventRow {
  @PrimaryGeneratedColumn({ type: 'integer', primaryKeyConstraintName: 'pk_hub_events' })
  id: number;

  @Column({ name: 'event', type: 'varchar', length: 30 })
  event: HubEvent;

  /** Who has named another address, or was invited. */
  @Column({ name: 'user_id', type: 'integer' })
  userId: number;

  /** The server to which they were invited; null for another address. */
  @Column({ name: 'instance_id', type: 'varchar', length: 64, nullable: true })
  instanceId: string | null;
}
