import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { UserRow } from '../tables/people.entity.js';
import { ConnectTokenRow } from '../tables/sign-in.entity.js';

/** The administrator who makes a link, and the device on which they do. */
export interface LinkIssuer {
  readonly userId: number;
  readonly deviceId: string;
}

/** A connect token that is handed out. Only its hash is kept. */
interface NewConnectToken extends Readonly<
  Pick<ConnectTokenRow, 'tokenHash' | 'id' | 'userId' | 'createdAt' | 'expiresAt'>
> {
  /** Null where a command on the server's own machine makes it. */
  readonly issuer: LinkIssuer | null;
}

export interface ConnectFacts extends Readonly<Pick<ConnectTokenRow, 'userId' | 'expiresAt' | 'redeemedAt'>> {
  /** Was it made by an administrator who still is one, or by a command? False when that is unknown. */
  readonly issuerStands: boolean;
  /** Was it made by a command on the server's own machine? */
  readonly isByCommand: boolean;
}

/** A link that can still be used. */
export type PendingLink = Readonly<Pick<ConnectTokenRow, 'id' | 'userId' | 'createdBy' | 'createdAt' | 'expiresAt'>>;

@Injectable()
export class ConnectTokensRepository {
  /** Keeps a token as the account's only one that can still be used: older unredeemed ones are deleted. */
  async replace(tx: WriteTx, { issuer, ...token }: NewConnectToken): Promise<void> {
    await dropUnusedLinks(tx, { userId: token.userId });
    const { userId: createdBy = null, deviceId: createdDevice = null } = issuer ?? {};
    await tx.insert(ConnectTokenRow, { ...token, createdBy, createdDevice, redeemedAt: null });
  }

  /** What the token of this hash is judged by, or null when there is none. */
  async facts(tx: ReadTx, tokenHash: string): Promise<ConnectFacts | null> {
    const row = await tx.findOneBy(ConnectTokenRow, { tokenHash });
    if (!row) return null;
    const { userId, expiresAt, redeemedAt, createdBy } = row;
    const isByCommand = createdBy === null;
    return { userId, expiresAt, redeemedAt, isByCommand, issuerStands: await issuerStands(tx, row) };
  }

  /** The links that could still be used at `now`, the newest first. */
  pending(tx: ReadTx, now: number): Promise<readonly PendingLink[]> {
    return tx.find(ConnectTokenRow, { where: usableAt(now), order: { createdAt: 'DESC', id: 'ASC' } });
  }

  /** Deletes the link of this id if it could still be used at `now`, and answers whether there was such a one. */
  async takeBack(tx: WriteTx, id: string, now: number): Promise<boolean> {
    const { affected } = await tx.delete(ConnectTokenRow, { ...usableAt(now), id });
    return (affected ?? 0) > 0;
  }

  async redeem(tx: WriteTx, tokenHash: string, redeemedAt: number): Promise<void> {
    await tx.update(ConnectTokenRow, { tokenHash }, { redeemedAt });
  }

  /** Deletes at most `limit` tokens that expired at `moment` or before, used or not. @returns whether more may be left */
  async purgeExpired(tx: WriteTx, moment: number, limit: number): Promise<boolean> {
    const rows = await tx.find(ConnectTokenRow, {
      where: { expiresAt: LessThanOrEqual(moment) },
      select: { tokenHash: true },
      take: limit,
    });
    await tx.delete(ConnectTokenRow, { tokenHash: In(rows.map((row) => row.tokenHash)) });
    return rows.length === limit;
  }
}

/** Neither used nor expired, nor from before it was kept by whom. */
const usableAt = (now: number): FindOptionsWhere<ConnectTokenRow> => ({
  id: Not(''),
  redeemedAt: IsNull(),
  expiresAt: MoreThan(now),
});

async function issuerStands(tx: ReadTx, { id, createdBy }: ConnectTokenRow): Promise<boolean> {
  if (id === '') return false;
  return createdBy === null || tx.existsBy(UserRow, { id: createdBy, role: 'admin' });
}

/** Which links: those for an account, those by one, or those from devices. */
type WhoseLinks = FindOptionsWhere<Pick<ConnectTokenRow, 'userId' | 'createdBy' | 'createdDevice'>>;

/** Deletes unused links; used ones stay on record. What ends the right to a link calls this in the same write. */
export async function dropUnusedLinks(tx: WriteTx, whose: WhoseLinks): Promise<void> {
  await tx.delete(ConnectTokenRow, { ...whose, redeemedAt: IsNull() });
}
