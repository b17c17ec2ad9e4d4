import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { epochMs, largeCount } from '../../../core/database/portable-columns.js';
import { DeviceRow } from './device.entity.js';
import { UserRow } from './user.entity.js';

/** The most bytes of a credential id. Source: Web Authentication Level 3 section 4, Credential ID. */
const LONGEST_CREDENTIAL_ID = 1023;

/** A passkey of an account. Source: doc 3 sections 1.8 and 9.3. */
@Entity({ name: 'webauthn_credentials' })
@Index('ix_webauthn_credentials_user', ['userId', 'rpId'])
export class WebauthnCredentialRow {
  /** The credential id in lower-case hex. */
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

/** The token of a link that registers one passkey. The token itself is not kept. Source: doc 3 section 1.6. */
@Entity({ name: 'passkey_setup_tokens' })
export class PasskeySetupTokenRow {
  /** SHA-256 of the token, hex. */
  @PrimaryColumn({
    name: 'token_hash',
    type: 'varchar',
    length: 64,
    primaryKeyConstraintName: 'pk_passkey_setup_tokens',
  })
  tokenHash: string;

  /** Whose passkey it registers. */
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
