import type { KeyIssuer } from '../../../core/access/caller.js';
import type { Secret } from '../../../core/secrets/secret.js';
import type { Account } from '../../users/users.public.js';

export interface IssuedKey {
  readonly key: Secret;
  /** For whom its holder acts. */
  readonly issuerId: number;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
}

export type Issuer = Omit<KeyIssuer, 'confirm'>;

/** Issued by somebody who is still an administrator. */
export interface CurrentKey {
  readonly key: Secret;
  readonly issuer: Issuer;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
}

/** Null once the issuer is gone or no administrator. */
export function currentKey(issued: IssuedKey | null, issuer: Account | null): CurrentKey | null {
  if (!issued || issuer?.id !== issued.issuerId || issuer.role !== 'admin') return null;
  const { id: userId, username, role } = issuer;
  return { key: issued.key, issuer: { userId, username, role }, issuedAt: issued.issuedAt };
}

/** Null for any other text than the key. The time it takes says nothing about it. Source: doc 2, Compat key; security 18. */
export function issuerFor(brought: string, keyInUse: CurrentKey | null): Issuer | null {
  return brought !== '' && keyInUse?.key.equals(brought) ? keyInUse.issuer : null;
}
