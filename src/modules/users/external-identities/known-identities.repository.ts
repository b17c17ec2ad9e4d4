import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { KnownIdentityRow } from '../tables/external-identity.entity.js';

/** An account outside: at an OpenID provider by its issuer, on a media server by the kind of it. */
interface OutsideIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/**
 * Which accounts outside were ever linked with one here? None of them becomes a new account by itself: it would be one without
 * the limits, the allowance and the refused grants of the account before. Source: security 37.
 *
 * They are remembered in the write that links them, and never forgotten: whichever way a link ends, nothing has to be thought of
 * then. Of each a hash of 64 characters is kept, once, so the table has as many rows as people have had accounts elsewhere, and
 * says nothing of those who are deleted.
 */
@Injectable()
export class KnownIdentitiesRepository {
  /** Was one of these ever linked? */
  isAnyKnown(tx: ReadTx, identities: readonly OutsideIdentity[]): Promise<boolean> {
    return tx.existsBy(KnownIdentityRow, { hash: In(identities.map(hashOf)) });
  }

  /** In the write that links it. */
  remember(tx: WriteTx, identity: OutsideIdentity): Promise<void> {
    return rememberIdentity(tx, identity);
  }
}

/** Remembers an identity, in the write that links it. */
export async function rememberIdentity(tx: WriteTx, identity: OutsideIdentity): Promise<void> {
  await tx.upsert(KnownIdentityRow, { hash: hashOf(identity) }, ['hash']);
}

/**
 * An account on a media server as an identity, whichever connection leads there: ids are random on servers, numbers at the hub, where
 * an invitation has its address instead.
 *
 * @param kind the kind of the server, as instances name it
 */
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
