import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { Role } from '../../../core/access/permissions.js';
import { epochMs } from '../../../core/database/portable-columns.js';
import { LONGEST_NAME } from '../account.js';

/** One account. Ids are never given out again. Names are as typed, in Normalization Form C, and unique by key: `Ana` and `ana` are one. */
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

  @Column({ name: 'hub_email', type: 'varchar', length: 320 })
  hubEmail: string;

  @Column({ name: 'hub_invited_at', type: 'bigint', transformer: epochMs, nullable: true })
  hubInvitedAt: number | null;

  /** Did somebody's own sign-in elsewhere make it, without an administrator? Null for one of before. */
  @Column({ name: 'made_by_sign_in', type: 'boolean', nullable: true })
  madeBySignIn: boolean | null;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}

/** How the session of a device began. */
export type AuthMethod = 'local' | 'hub' | 'oidc';

/** A device that an account has signed in with. Revoked ones stay, so that their end is on record. */
@Entity({ name: 'devices' })
@Index('ix_devices_hardware', ['userId', 'hardwareId'])
export class DeviceRow {
  /** UUID v4. */
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_devices' })
  id: string;

  @Column({ name: 'user_id', type: 'integer' })
  @ForeignKey(() => UserRow, { name: 'fk_devices_user', onDelete: 'CASCADE' })
  userId: number;

  @Column({ name: 'device_name', type: 'varchar', length: 255 })
  deviceName: string;

  /** What the client calls its hardware; empty when it doesn't say. */
  @Column({ name: 'hardware_id', type: 'varchar', length: 255 })
  hardwareId: string;

  @Column({ name: 'auth_method', type: 'varchar', length: 16 })
  authMethod: AuthMethod;

  @Column({ name: 'oidc_issuer', type: 'varchar', length: 2048, nullable: true })
  oidcIssuer: string | null;

  @Column({ name: 'hub_account_id', type: 'varchar', length: 64, nullable: true })
  hubAccountId: string | null;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;

  @Column({ name: 'last_seen_at', type: 'bigint', transformer: epochMs })
  lastSeenAt: number;

  @Column({ name: 'revoked_at', type: 'bigint', transformer: epochMs, nullable: true })
  revokedAt: number | null;
}

/** What a kids account may see. The row makes the account a kids account. */
@Entity({ name: 'user_content_policies' })
export class UserContentPolicyRow {
  @PrimaryColumn({ name: 'user_id', type: 'integer', primaryKeyConstraintName: 'pk_user_content_policies' })
  @ForeignKey(() => UserRow, { name: 'fk_user_content_policies_user', onDelete: 'CASCADE' })
  userId: number;

  @Column({ name: 'max_movie_rating', type: 'varchar', length: 64 })
  maxMovieRating: string;

  @Column({ name: 'max_tv_rating', type: 'varchar', length: 64 })
  maxTvRating: string;

  /** ISO 3166-1 alpha-2, upper case. */
  @Column({ name: 'rating_region', type: 'varchar', length: 2 })
  ratingRegion: string;

  @Column({ name: 'block_unrated', type: 'boolean' })
  blockUnrated: boolean;

  /** JSON array of genre ids of the metadata provider. */
  @Column({ name: 'blocked_movie_genres', type: 'text' })
  blockedMovieGenres: string;

  /** JSON array of genre ids of the metadata provider. */
  @Column({ name: 'blocked_tv_genres', type: 'text' })
  blockedTvGenres: string;
}

export const LONGEST_ISSUER = 2048;

/** The most characters of a subject. Source: OpenID Connect Core 1.0 section 2, `sub`. */
export const LONGEST_SUBJECT = 255;

/** An account at an OpenID provider that signs in an account of ours. Both texts are compared character by character. */
@Entity({ name: 'oidc_identities' })
export class OidcIdentityRow {
  @PrimaryColumn({ type: 'varchar', length: LONGEST_ISSUER, primaryKeyConstraintName: 'pk_oidc_identities' })
  issuer: string;

  @PrimaryColumn({ type: 'varchar', length: LONGEST_SUBJECT, primaryKeyConstraintName: 'pk_oidc_identities' })
  subject: string;

  @Column({ name: 'user_id', type: 'integer' })
  @ForeignKey(() => UserRow, { name: 'fk_oidc_identities_user', onDelete: 'CASCADE' })
  @Index('ix_oidc_identities_user')
  userId: number;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}

/** An account at the hub that signs in an account of ours: one for each, on both sides. */
@Entity({ name: 'hub_identities' })
@Index('ux_hub_identities_user', ['userId'], { unique: true })
export class HubIdentityRow {
  @PrimaryColumn({
    name: 'hub_account_id',
    type: 'varchar',
    length: 64,
    primaryKeyConstraintName: 'pk_hub_identities',
  })
  hubAccountId: string;

  @Column({ name: 'user_id', type: 'integer' })
  @ForeignKey(() => UserRow, { name: 'fk_hub_identities_user', onDelete: 'CASCADE' })
  userId: number;

  /** Empty for managed accounts of a home, which have none. */
  @Column({ type: 'varchar', length: 320 })
  email: string;

  @Column({ type: 'varchar', length: 255 })
  username: string;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;
}

/** An account outside that was ever linked with one here. */
@Entity({ name: 'known_identities' })
export class KnownIdentityRow {
  /** SHA-256 of where it is and which one it is, hex. */
  @PrimaryColumn({
    name: 'hash',
    type: 'varchar',
    length: 64,
    primaryKeyConstraintName: 'pk_known_identities',
  })
  hash: string;
}
