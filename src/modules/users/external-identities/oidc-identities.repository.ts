import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { LONGEST_ISSUER, LONGEST_SUBJECT, OidcIdentityRow } from '../tables/external-identity.entity.js';
import { rememberIdentity } from './known-identities.repository.js';

/** Who somebody is at an OpenID provider. Both texts are compared character by character. */
export interface OidcSubject {
  /** The issuer's address as its own document spells it, at most 2,048 characters. */
  readonly issuer: string;
  /** At most 255 characters. */
  readonly subject: string;
}

/** An account at an OpenID provider, and the account of ours that it signs in. */
export interface OidcIdentity extends OidcSubject {
  readonly userId: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** The rows of accounts at OpenID providers. They fall with the account that they sign in. Source: doc 3 section 9.3. */
@Injectable()
export class OidcIdentitiesRepository {
  /** The identity of this issuer and subject, or null. */
  find(tx: ReadTx, { issuer, subject }: OidcSubject): Promise<OidcIdentity | null> {
    if (issuer.length > LONGEST_ISSUER || subject.length > LONGEST_SUBJECT) return Promise.resolve(null);
    return tx.findOneBy(OidcIdentityRow, { issuer, subject });
  }

  /** The identities of an account, the oldest first. */
  ofUser(tx: ReadTx, userId: number): Promise<readonly OidcIdentity[]> {
    return tx.find(OidcIdentityRow, { where: { userId }, order: { createdAt: 'ASC', issuer: 'ASC', subject: 'ASC' } });
  }

  /** Is the account linked to any provider? */
  isLinked(tx: ReadTx, userId: number): Promise<boolean> {
    return tx.existsBy(OidcIdentityRow, { userId });
  }

  /** The identity is known from then on. @throws UniqueViolation, out of the whole write, when the identity is linked already */
  async add(tx: WriteTx, { issuer, subject, userId, createdAt }: OidcIdentity): Promise<void> {
    await tx.insert(OidcIdentityRow, { issuer, subject, userId, createdAt });
    await rememberIdentity(tx, { issuer, subject });
  }

  /** Unlinks the account from this issuer, and answers whether it was linked. */
  async removeIssuer(tx: WriteTx, userId: number, issuer: string): Promise<boolean> {
    const { affected } = await tx.delete(OidcIdentityRow, { userId, issuer });
    return (affected ?? 0) > 0;
  }
}
