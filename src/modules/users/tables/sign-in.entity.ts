import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { epochMs, largeCount } from '../../../core/database/portable-columns.js';
import { DeviceRow, UserRow } from './people.entity.js';

/** An access token of a device's session. The token itself is not kept. */
@Entity({ name: 'access_tokens' })
export class AccessTokenRow {
  @PrimaryColumn({ name: 'token_hash', type: 'varchar', length: 64, primaryKeyConstraintName: 'pk_access_tokens' })
  tokenHash: string;

  @Column({ name: 'device_id', type: 'varchar', length: 36 })
  @ForeignKey(() => DeviceRow, { name: 'fk_access_tokens_device', onDelete: 'CASCADE' })
  @Index('ix_access_tokens_device')
  deviceId: string;

  @Column({ name: 'user_id', type: 'integer' })
  @ForeignKey(() => UserRow, { name: 'fk_access_tokens_user', onDelete: 'CASCADE' })
  @Index('ix_access_tokens_user')
  userId: number;

  @Column({ name: 'expires_at', type: 'bigint', transformer: epochMs })
  @Index('ix_access_tokens_expiry')
  expiresAt: number;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;

  /** When the connect link was redeemed that opened this session; null for any other, and once it has set a password. */
  @Column({ name: 'link_redeemed_at', type: 'bigint', transformer: epochMs, nullable: true })
  linkRedeemedAt: number | null;
}

/** A refresh token of a device's session. The token itself is not kept. */
@Entity({ name: 'refresh_tokens' })
@Index('ix_refresh_tokens_superseded', ['namesDevice', 'supersededAt'])
export class RefreshTokenRow {
  @PrimaryColumn({ name: 'token_hash', type: 'varchar', length: 64, primaryKeyConstraintName: 'pk_refresh_tokens' })
  tokenHash: string;

  @Column({ name: 'device_id', type: 'varchar', length: 36 })
  @ForeignKey(() => DeviceRow, { name: 'fk_refresh_tokens_device', onDelete: 'CASCADE' })
  @Index('ix_refresh_tokens_device')
  deviceId: string;

  @Column({ name: 'user_id', type: 'integer' })
  @ForeignKey(() => UserRow, { name: 'fk_refresh_tokens_user', onDelete: 'CASCADE' })
  @Index('ix_refresh_tokens_user')
  userId: number;

  @Column({ name: 'expires_at', type: 'bigint', transformer: epochMs })
  @Index('ix_refresh_tokens_expiry')
  expiresAt: number;

  /** When the token was exchanged for the next one; null while it is the session's current one. */
  @Column({ name: 'superseded_at', type: 'bigint', transformer: epochMs, nullable: true })
  supersededAt: number | null;

  /** Does its text say whose device it is? Null for one of before, whose replay only this row gives away. */
  @Column({ name: 'names_device', type: 'boolean', nullable: true })
  namesDevice: boolean | null;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;

  /** When the connect link was redeemed that opened this session; null for any other, and once it has set a password. */
  @Column({ name: 'link_redeemed_at', type: 'bigint', transformer: epochMs, nullable: true })
  linkRedeemedAt: number | null;
}

/** The token of a connect link. The token itself is not kept. */
@Entity({ name: 'connect_tokens' })
export class ConnectTokenRow {
  @PrimaryColumn({ name: 'token_hash', type: 'varchar', length: 64, primaryKeyConstraintName: 'pk_connect_tokens' })
  tokenHash: string;

  /** By which administrators name the link; it says nothing of the token. Empty for an old link, which nobody can use any more. */
  @Column({ type: 'varchar', length: 64, default: '' })
  @Index('ix_connect_tokens_id')
  id: string;

  /** Whom the link signs in. */
  @Column({ name: 'user_id', type: 'integer' })
  @ForeignKey(() => UserRow, { name: 'fk_connect_tokens_user', onDelete: 'CASCADE' })
  @Index('ix_connect_tokens_user')
  userId: number;

  /** The administrator who made the link; null where a command on the server's own machine did. */
  @Column({ name: 'created_by', type: 'integer', nullable: true })
  @ForeignKey(() => UserRow, { name: 'fk_connect_tokens_creator', onDelete: 'CASCADE' })
  @Index('ix_connect_tokens_creator')
  createdBy: number | null;

  /** The device on which they made it; null where a command did, and for a link from before it was kept. */
  @Column({ name: 'created_device', type: 'varchar', length: 36, nullable: true })
  @ForeignKey(() => DeviceRow, { name: 'fk_connect_tokens_device', onDelete: 'CASCADE' })
  @Index('ix_connect_tokens_device')
  createdDevice: string | null;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs, default: 0 })
  createdAt: number;

  @Column({ name: 'expires_at', type: 'bigint', transformer: epochMs })
  @Index('ix_connect_tokens_expiry')
  expiresAt: number;

  @Column({ name: 'redeemed_at', type: 'bigint', transformer: epochMs, nullable: true })
  redeemedAt: number | null;
}

/** The most bytes of a credential id. Source: Web Authentication Level 3 section 4, Credential ID. */
const LONGEST_CREDENTIAL_ID = 1023;

/** A passkey of an account. */
@Entity({ name: 'webauthn_credentials' })
@Index('ix_webauthn_credentials_user', ['userId', 'rpId'])
export class WebauthnCredentialRow {
  @PrimaryColumn({
    type: 'varchar',
    length: 2 * LONGEST_CREDENTIAL_ID,
    primaryKeyConstraintName: 'pk_webauthn_credentials',
  })
  id: string;

  @Column({ name: 'user_id', type: 'integer' })
  @ForeignKey(() => UserRow, { name: 'fk_webauthn_credentials_user', onDelete: 'CASCADE' })
  userId: number;

  /** The COSE key in base64url. Source: RFC 9052 section 7. */
  @Column({ name: 'public_key', type: 'text' })
  publicKey: string;

  @Column({ name: 'attestation_type', type: 'varchar', length: 32 })
  attestationType: string;

  /** Which model of authenticator holds it, as a UUID; all zeros where it does not say. */
  @Column({ type: 'varchar', length: 36 })
  aaguid: string;

  /** The last value of the authenticator's counter, of 32 bits; 0 where it keeps none. */
  @Column({ name: 'sign_count', type: 'bigint', transformer: largeCount })
  signCount: number;

  /** Can it be copied to other devices of its owner? */
  @Column({ name: 'backup_eligible', type: 'boolean' })
  backupEligible: boolean;

  /** Has it been copied? */
  @Column({ name: 'backup_state', type: 'boolean' })
  backupState: boolean;

  /** The host that it is good for. */
  @Column({ name: 'rp_id', type: 'varchar', length: 255 })
  rpId: string;

  @Column({ type: 'varchar', length: 255 })
  name: string;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;

  @Column({ name: 'last_used_at', type: 'bigint', transformer: epochMs, nullable: true })
  lastUsedAt: number | null;
}

/** The token of a link that registers one passkey. The token itself is not kept. */
@Entity({ name: 'passkey_setup_tokens' })
export class PasskeySetupTokenRow {
  @PrimaryColumn({
    name: 'token_hash',
    type: 'varchar',
    length: 64,
    primaryKeyConstraintName: 'pk_passkey_setup_tokens',
  })
  tokenHash: string;

  @Column({ name: 'user_id', type: 'integer' })
  @ForeignKey(() => UserRow, { name: 'fk_passkey_setup_tokens_user', onDelete: 'CASCADE' })
  @Index('ix_passkey_setup_tokens_user')
  userId: number;

  /** The device that asked for it, and with which it ends. */
  @Column({ name: 'device_id', type: 'varchar', length: 36 })
  @ForeignKey(() => DeviceRow, { name: 'fk_passkey_setup_tokens_device', onDelete: 'CASCADE' })
  @Index('ix_passkey_setup_tokens_device')
  deviceId: string;

  @Column({ name: 'created_at', type: 'bigint', transformer: epochMs })
  createdAt: number;

  @Column({ name: 'expires_at', type: 'bigint', transformer: epochMs })
  @Index('ix_passkey_setup_tokens_expiry')
  expiresAt: number;
}
