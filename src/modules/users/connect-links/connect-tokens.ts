import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { ConnectTokenRow } from './connect-token.entity.js';

/** A connect token that is handed out. Only its hash is kept. */
export interface NewConnectToken {
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string;
  /** Whom it signs in. */
  readonly userId: number;
  /** The administrator who made it. */
  readonly createdBy: number;
  /** Epoch milliseconds; from then on the token is refused. */
  readonly expiresAt: number;
}

/** Everything a connect token is judged by. */
export interface ConnectFacts {
  readonly userId: number;
  readonly expiresAt: number;
  /** Null while nobody has used it. */
  readonly redeemedAt: number | null;
}

/** The rows of connect tokens. Source: doc 3 section 1.9. */
@Injectable()
export class ConnectTokens {
  /** Keeps a token as the account's only one that can still be used: older unredeemed ones are deleted. */
  async replace(tx: WriteTx, token: NewConnectToken): Promise<void> {
    await tx.delete(ConnectTokenRow, { userId: token.userId, redeemedAt: IsNull() });
    await tx.insert(ConnectTokenRow, { ...token, redeemedAt: null });
  }

  /** What the token of this hash is judged by, or null when there is none. */
  async facts(tx: ReadTx, tokenHash: string): Promise<ConnectFacts | null> {
    const row = await tx.findOneBy(ConnectTokenRow, { tokenHash });
    return row && { userId: row.userId, expiresAt: row.expiresAt, redeemedAt: row.redeemedAt };
  }

  /** Accounts for which a link waits that could still be used at `now`. */
  async invitedAccounts(tx: ReadTx, now: number): Promise<ReadonlySet<number>> {
    const where = { redeemedAt: IsNull(), expiresAt: MoreThan(now) };
    const rows = await tx.find(ConnectTokenRow, { where, select: { tokenHash: true, userId: true } });
    return new Set(rows.map(({ userId }) => userId));
  }

  /** Does a link wait for this account that could still be used at `now`? */
  isInvited(tx: ReadTx, userId: number, now: number): Promise<boolean> {
    return tx.existsBy(ConnectTokenRow, { userId, redeemedAt: IsNull(), expiresAt: MoreThan(now) });
  }

  /** Notes that the token has been used. */
  async redeem(tx: WriteTx, tokenHash: string, redeemedAt: number): Promise<void> {
    await tx.update(ConnectTokenRow, { tokenHash }, { redeemedAt });
  }

  /**
   * Deletes tokens that expired at `moment` or before, used or not, at most `limit`.
   *
   * @returns whether more may be left
   */
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
