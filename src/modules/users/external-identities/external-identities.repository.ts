import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import {
  HubIdentityRow,
  KnownIdentityRow,
  LONGEST_ISSUER,
  LONGEST_SUBJECT,
  OidcIdentityRow,
} from '../tables/people.entity.js';

/**
 * Accounts outside that were ever linked here: none becomes a new account by itself, which would lack the limits and refused grants of the
 * one before. A hash of each stays for good, and says nothing of people who were deleted.
 */
@Injectable()
export class KnownIdentitiesRepository {
  isAnyKnown(tx: ReadTx, identities: readonly OutsideIdentity[]): Promise<boolean> {
    return tx.existsBy(KnownIdentityRow, { hash: In(identities.map(hashOf)) });
  }

  /** In the write that links it. */
  remember(tx: WriteTx, identity: OutsideIdentity): Promise<void> {
    return rememberIdentity(tx, identity);
  }
}

/** Remembers an identity, in the write that links it. */
async function rememberIdentity(tx: WriteTx, identity: OutsideIdentity): Promise<void> {
  await tx.upsert(KnownIdentityRow, { hash: hashOf(identity) }, ['hash']);
}

/** Whichever connection leads there; at the hub an invitation has its address as id. @param kind of the server, as instances name it */
export const mediaIdentity = (kind: string, id: string): OutsideIdentity => ({
  issuer: kind,
  subject: id.toLowerCase(),
});

/** An account at the hub, or the address of an invitation there, as an identity. */
export const hubSubject = (id: string): OutsideIdentity => mediaIdentity('hub', id);

const hashOf = ({ issuer, subject }: OutsideIdentity): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]), 'utf8')
    .digest('hex');

/** An account at an OpenID provider, and the account of ours that it signs in. */
export type OidcIdentity = Readonly<OidcIdentityRow>;

/** Who somebody is at an OpenID provider, whose address is spelled as in its own document. Both texts are compared character by character. */
export type OidcSubject = Pick<OidcIdentity, 'issuer' | 'subject'>;

/** An account outside: at an OpenID provider by its issuer, on a media server by the kind of it. */
type OutsideIdentity = OidcSubject;

/** The rows of accounts at OpenID providers. They fall with the account that they sign in. */
@Injectable()
export class OidcIdentitiesRepository {
  find(tx: ReadTx, { issuer, subject }: OidcSubject): Promise<OidcIdentity | null> {
    if (issuer.length > LONGEST_ISSUER || subject.length > LONGEST_SUBJECT) return Promise.resolve(null);
    return tx.findOneBy(OidcIdentityRow, { issuer, subject });
  }

  /** The identities of an account, the oldest first. */
  ofUser(tx: ReadTx, userId: number): Promise<readonly OidcIdentity[]> {
    return tx.find(OidcIdentityRow, { where: { userId }, order: { createdAt: 'ASC', issuer: 'ASC', subject: 'ASC' } });
  }

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

/** An account at the hub, and the account of ours that it signs in. */
export type HubIdentity = Readonly<HubIdentityRow>;

/** The rows of accounts at the hub. They fall with the account that they sign in. */
@Injectable()
export class HubIdentitiesRepository {
  find(tx: ReadTx, hubAccountId: string): Promise<HubIdentity | null> {
    return tx.findOneBy(HubIdentityRow, { hubAccountId });
  }

  ofUser(tx: ReadTx, userId: number): Promise<HubIdentity | null> {
    return tx.findOneBy(HubIdentityRow, { userId });
  }

  hasAny(tx: ReadTx): Promise<boolean> {
    return tx.existsBy(HubIdentityRow, {});
  }

  /** Every identity, by the account of ours that it signs in. */
  async all(tx: ReadTx): Promise<ReadonlyMap<number, HubIdentity>> {
    return new Map((await tx.find(HubIdentityRow)).map((row) => [row.userId, row]));
  }

  /** The identity is known from then on. @throws UniqueViolation, out of the whole write, when either account is linked already */
  async add(tx: WriteTx, { hubAccountId, userId, email, username, createdAt }: HubIdentity): Promise<void> {
    await tx.insert(HubIdentityRow, { hubAccountId, userId, email, username, createdAt });
    await rememberIdentity(tx, hubSubject(hubAccountId));
  }

  /** Keeps what the hub calls the account now. */
  async update(tx: WriteTx, hubAccountId: string, names: Pick<HubIdentity, 'email' | 'username'>): Promise<void> {
    await tx.update(HubIdentityRow, { hubAccountId }, { email: names.email, username: names.username });
  }

  /** Unlinks the account from the hub, and answers whether it was linked. */
  async remove(tx: WriteTx, userId: number): Promise<boolean> {
    const { affected } = await tx.delete(HubIdentityRow, { userId });
    return (affected ?? 0) > 0;
  }
}
