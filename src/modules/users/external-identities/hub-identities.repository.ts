import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { hubSubject, rememberIdentity } from './known-identities.repository.js';
import { HubIdentityRow } from '../tables/external-identity.entity.js';

/** An account at the hub, and the account of ours that it signs in. */
export interface HubIdentity {
  /** The hub's number of the account, as text of at most 64 characters. */
  readonly hubAccountId: string;
  readonly userId: number;
  /** Empty for managed accounts of a home, which have none. At most 320 characters. */
  readonly email: string;
  /** At most 255 characters. */
  readonly username: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** The rows of accounts at the hub. They fall with the account that they sign in. Source: doc 3 section 9.3. */
@Injectable()
export class HubIdentitiesRepository {
  /** The identity of this account at the hub, or null. */
  find(tx: ReadTx, hubAccountId: string): Promise<HubIdentity | null> {
    return tx.findOneBy(HubIdentityRow, { hubAccountId });
  }

  /** The account's identity at the hub, or null. */
  ofUser(tx: ReadTx, userId: number): Promise<HubIdentity | null> {
    return tx.findOneBy(HubIdentityRow, { userId });
  }

  /** Is anybody signed in by the hub? */
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
