import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Role } from '../../../core/access/permissions.js';
import { epochMs } from '../../../core/database/portable-columns.js';
import { LONGEST_NAME } from '../account.js';

/**
 * One account. Ids are never given out again, not even after a deletion. Names are kept as they were typed, in
 * Normalization Form C, and unique by their key: `Ana` and `ana` are one name. Source: doc 3 sections 0 and 9.3; issue 43 A3.
 */
@Entity({ name: 'users' })
@Index('ux_users_username', ['username'], { unique: true })
@Index('ux_users_name_key', ['nameKey', 'nameTwin'], { unique: true })
export class UserRow {
  @PrimaryGeneratedColumn('increment', { type: 'integer', primaryKeyConstraintName: 'pk_users' })
  id: number;

  @Column({ type: 'varchar', length: LONGEST_NAME })
  username: string;

  /** The name by which it is compared, of `core/text/name-key`. */
  @Column({ name: 'name_key', type: 'varchar', length: LONGEST_NAME, default: '' })
  nameKey: string;

  /** 0; its own id for an account from before names had keys, where an older one has the same key. */
  @Column({ name: 'name_twin', type: 'integer', default: 0 })
  nameTwin: number;

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

  /** Did somebody's own sign-in elsewhere make it, without an administrator? Null for one of before. Source: issue 43 A1. */
  @Column({ name: 'made_by_sign_in', type: 'boolean', nullable: true })
  madeBySignIn: boolean | null;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}
