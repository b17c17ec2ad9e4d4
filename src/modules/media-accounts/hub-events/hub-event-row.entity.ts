import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * What people may be told: somebody has named another address at the hub, or was invited to a server there; somebody who has signed
 * in from outside, at the hub or at an OpenID provider, has got an account by that. Source: doc 3 section 9.1, doc 4 section 5.3;
 * issue 43 A1 for the last one.
 */
export type HubEvent = 'hub_access_request' | 'hub_invite_sent' | 'account_made';

/**
 * Something that has happened at the hub, or by a sign-in from outside, and that nobody has taken note of yet. It is written in the write that makes it true, so
 * that a crash loses none, and deleted by the write that takes it.
 */
@Entity({ name: 'hub_events' })
export class HubEventRow {
  @PrimaryGeneratedColumn({ type: 'integer', primaryKeyConstraintName: 'pk_hub_events' })
  id: number;

  @Column({ name: 'event', type: 'varchar', length: 30 })
  event: HubEvent;

  /** Who has named another address, was invited, or has got an account. */
  @Column({ name: 'user_id', type: 'integer' })
  userId: number;

  /** The server to which they were invited; null for anything else. */
  @Column({ name: 'instance_id', type: 'varchar', length: 64, nullable: true })
  instanceId: string | null;
}
