import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../../core/database/portable-columns.js';
import { UserRow } from './user.entity.js';

/** The most characters of an issuer's address. Source: doc 3 section 12.2. */
export const LONGEST_ISSUER = 2048;

/** The most characters of a subject. Source: OpenID Connect Core 1.0 section 2, `sub`. */
export const LONGEST_SUBJECT = 255;

/**
 * An account at an OpenID provider that signs in an account of ours. Issuer and subject are compared character by character.
 * Source: doc 3 section 9.3.
 */
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

/** An account at the hub that signs in an account of ours: one for each, on both sides. Source: doc 3 section 9.3. */
@Entity({ name: 'hub_identities' })
@Index('ux_hub_identities_user', ['userId'], { unique: true })
export class HubIdentityRow {
  /** The hub's number of the account, as text. */
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

/** An account outside that was ever linked with one here. Source: security 37. */
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
