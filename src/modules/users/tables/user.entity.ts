import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Role } from '../../../core/access/permissions.js';
import { epochMs } from '../../../core/database/portable-columns.js';
import { LONGEST_NAME } from '../account.js';

/**
 * One account. Ids are never given out again, not even after a deletion. Names are unique in Normalization Form C and otherwise
 * as they were typed: `Ana` and `ana` are two people. Source: doc 3 sections 0 and 9.3, and its decision on passwords.
 */
@Entity({ name: 'users' })
@Index('ux_users_username', ['username'], { unique: true })
export class UserRow {
  @PrimaryGeneratedColumn('increment', { type: 'integer', primaryKeyConstraintName: 'pk_users' })
  id: number;

  @Column({ type: 'varchar', length: LONGEST_NAME })
  username: string;

  /** Argon2id in PHC text form; null while the account has no password. */
  @Column({ name: 'password_hash', type: 'varchar', length: 255, nullable: true })
  passwordHash: string | null;

  @Column({ type: 'varchar', length: 16 })
  role: Role;

  @Column({ name: 'password_enabled', type: 'boolean' })
  passwordEnabled: boolean;

  @Column({ name: 'passkey_enabled', type: 'boolean' })
  passkeyEnabled: boolean;

  @Column({ name: 'ai_shared_enabled', type: 'boolean' })
  aiSharedEnabled: boolean;

  /** Empty while the account has named none. */
  @Column({ name: 'hub_email', type: 'varchar', length: 320 })
  hubEmail: string;

  @Column({ name: 'hub_invited_at', type: 'bigint', transformer: epochMs, nullable: true })
  hubInvitedAt: number | null;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}
