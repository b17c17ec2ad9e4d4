import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, LessThanOrEqual } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { PasskeySetupTokenRow } from '../tables/passkey.entity.js';

/** A token that is handed out. Only its hash is kept. */
export interface PasskeySetupToken {
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string;
  /** Whose passkey it registers. */
  readonly userId: number;
  /** The device that asked for it. */
  readonly deviceId: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds; from then on the token is refused. */
  readonly expiresAt: number;
}

/** The rows of tokens that register one passkey. They fall with their account and with their device. Source: doc 3 §1.6. */
@Injectable()
export class PasskeySetupTokensRepository {
  /** Keeps a token as its device's only one. */
  async replace(tx: WriteTx, token: PasskeySetupToken): Promise<void> {
    await dropSetupTokens(tx, { deviceId: token.deviceId });
    await tx.insert(PasskeySetupTokenRow, token);
  }

  /** The token of this hash, expired or not; or null. */
  find(tx: ReadTx, tokenHash: string): Promise<PasskeySetupToken | null> {
    return tx.findOneBy(PasskeySetupTokenRow, { tokenHash });
  }

  /** Uses the token up, and answers whether it was still there: of two writes at once one is answered true. */
  async use(tx: WriteTx, tokenHash: string): Promise<boolean> {
    const { affected } = await tx.delete(PasskeySetupTokenRow, { tokenHash });
    return (affected ?? 0) > 0;
  }

  /**
   * Deletes tokens that expired at `moment` or before, at most `limit`.
   *
   * @returns whether more may be left
   */
  async purgeExpired(tx: WriteTx, moment: number, limit: number): Promise<boolean> {
    const rows = await tx.find(PasskeySetupTokenRow, {
      where: { expiresAt: LessThanOrEqual(moment) },
      select: { tokenHash: true },
      take: limit,
    });
    await tx.delete(PasskeySetupTokenRow, { tokenHash: In(rows.map((row) => row.tokenHash)) });
    return rows.length === limit;
  }
}

/**
 * Deletes the tokens of this account or of these devices. What ends the right to a token calls this in the very write that
 * ends it. Source: doc 3 section 1.6, security 32.
 */
export async function dropSetupTokens(
  tx: WriteTx,
  whose: FindOptionsWhere<Pick<PasskeySetupTokenRow, 'userId' | 'deviceId'>>,
): Promise<void> {
  await tx.delete(PasskeySetupTokenRow, whose);
}
