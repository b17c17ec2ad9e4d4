import type { KeyIssuer } from '../../../core/access/caller.js';
import type { Secret } from '../../../core/secrets/secret.js';
import type { Account } from '../../users/users.public.js';

/** The one key of this server as it was issued. */
export interface IssuedKey {
  readonly key: Secret;
  /** The account of the issuer, and for whom its holder acts. */
  readonly issuerId: number;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
}

/** An administrator in whose name a key was issued. */
export type Issuer = Omit<KeyIssuer, 'confirm'>;

/** A valid key: issued by somebody who is still an administrator. */
export interface CurrentKey {
  readonly key: Secret;
  readonly issuer: Issuer;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
}

/** Is an issued key still valid? Null once its issuer is gone or no administrator. */
export function currentKey(issued: IssuedKey | null, issuer: Account | null): CurrentKey | null {
  if (!issued || issuer?.id !== issued.issuerId || issuer.role !== 'admin') return null;
  const { id: userId, username, role } = issuer;
  return { key: issued.key, issuer: { userId, username, role }, issuedAt: issued.issuedAt };
}

/**
 * Returns the issuer for whom the holder of this key acts. Null for any other text than the key. The time it takes says nothing
 * about the key. Source: doc 2, Compat key; security 18.
 */
export function issuerFor(brought: string, keyInUse: CurrentKey | null): Issuer | null {
  return brought !== '' && keyInUse?.key.equals(brought) ? keyInUse.issuer : null;
}
