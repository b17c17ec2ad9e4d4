import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, LessThan, LessThanOrEqual } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { PasskeySetupTokenRow, WebauthnCredentialRow } from '../tables/sign-in.entity.js';

/** A passkey of an account. */
export type Passkey = Readonly<WebauthnCredentialRow>;

/** What a sign-in with a passkey leaves on record; the backup flags may change with the authenticator's provider. */
export type PasskeyUse = Pick<Passkey, 'signCount' | 'backupEligible' | 'backupState'>;

/** A token that is handed out. Only its hash is kept. */
export type PasskeySetupToken = Readonly<PasskeySetupTokenRow>;

/** The rows of passkeys, and of the tokens that register one. They fall with their account, tokens with their device too. */
@Injectable()
export class PasskeysRepository {
  constructor(private readonly clock: Clock) {}

  find(tx: ReadTx, id: string): Promise<Passkey | null> {
    return tx.findOneBy(WebauthnCredentialRow, { id });
  }

  /** The account's passkeys that are good for this host, the newest first. */
  ofUser(tx: ReadTx, userId: number, rpId: string): Promise<readonly Passkey[]> {
    return tx.find(WebauthnCredentialRow, { where: { userId, rpId }, order: { createdAt: 'DESC', id: 'ASC' } });
  }

  /** How many passkeys has the account, for all hosts? */
  count(tx: ReadTx, userId: number): Promise<number> {
    return tx.countBy(WebauthnCredentialRow, { userId });
  }

  /** @throws UniqueViolation, out of the whole write, when anybody has registered this credential id before */
  async add(tx: WriteTx, passkey: Omit<Passkey, 'createdAt' | 'lastUsedAt'>): Promise<void> {
    await tx.insert(WebauthnCredentialRow, { ...passkey, createdAt: this.clock.now(), lastUsedAt: null });
  }

  /**
   * False, with nothing changed, unless the counter has advanced or the authenticator keeps none: of copies that use one counter, one is
   * noted. Source: Web Authentication Level 3 section 6.1.1.
   */
  async noteUse(tx: WriteTx, id: string, used: PasskeyUse): Promise<boolean> {
    const before = used.signCount === 0 ? 0 : LessThan(used.signCount);
    const { affected } = await tx.update(
      WebauthnCredentialRow,
      { id, signCount: before },
      { ...used, lastUsedAt: this.clock.now() },
    );
    return (affected ?? 0) > 0;
  }

  /** Deletes a passkey of this account, and answers whether it had one of this id. */
  async remove(tx: WriteTx, userId: number, id: string): Promise<boolean> {
    const { affected } = await tx.delete(WebauthnCredentialRow, { userId, id });
    return (affected ?? 0) > 0;
  }

  /** Keeps a token as its device's only one. */
  async replaceSetupToken(tx: WriteTx, token: PasskeySetupToken): Promise<void> {
    await dropSetupTokens(tx, { deviceId: token.deviceId });
    await tx.insert(PasskeySetupTokenRow, token);
  }

  /** The token of this hash, expired or not; or null. */
  findSetupToken(tx: ReadTx, tokenHash: string): Promise<PasskeySetupToken | null> {
    return tx.findOneBy(PasskeySetupTokenRow, { tokenHash });
  }

  /** Uses the token up, and answers whether it was still there: of two writes at once one is answered true. */
  async useSetupToken(tx: WriteTx, tokenHash: string): Promise<boolean> {
    const { affected } = await tx.delete(PasskeySetupTokenRow, { tokenHash });
    return (affected ?? 0) > 0;
  }

  /** Deletes at most `limit` tokens that expired at `moment` or before. @returns whether more may be left */
  async purgeSetupTokens(tx: WriteTx, moment: number, limit: number): Promise<boolean> {
    const rows = await tx.find(PasskeySetupTokenRow, {
      where: { expiresAt: LessThanOrEqual(moment) },
      select: { tokenHash: true },
      take: limit,
    });
    await tx.delete(PasskeySetupTokenRow, { tokenHash: In(rows.map((row) => row.tokenHash)) });
    return rows.length === limit;
  }
}

/** Deletes the passkeys of an account, and the tokens that would register another one. */
export async function dropPasskeys(tx: WriteTx, userId: number): Promise<void> {
  await tx.delete(WebauthnCredentialRow, { userId });
  await dropSetupTokens(tx, { userId });
}

/** Deletes tokens of an account or of devices. What ends the right to a token calls this in the same write. */
export async function dropSetupTokens(
  tx: WriteTx,
  whose: FindOptionsWhere<Pick<PasskeySetupTokenRow, 'userId' | 'deviceId'>>,
): Promise<void> {
  await tx.delete(PasskeySetupTokenRow, whose);
}
