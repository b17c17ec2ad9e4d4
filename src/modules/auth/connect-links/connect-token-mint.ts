import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { ConnectTokens } from '../../users/users.public.js';
import { tokenHash } from '../sessions/token-text.js';

/** 32 random bytes in hex. Source: doc 3 section 1.6. */
const TOKEN_BYTES = 32;

/** Seven days. Source: doc 3 section 1.6. */
const LIFETIME_MS = 7 * 24 * 60 * 60_000;

/** A connect token on its way to whom it is for. */
export interface ConnectToken {
  readonly token: Secret;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Makes connect tokens; only their hashes are kept. */
@Injectable()
export class ConnectTokenMint {
  constructor(
    private readonly tokens: ConnectTokens,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** A token that signs in as `userId`, in place of those that this account has not used. */
  async issue(tx: WriteTx, userId: number, createdBy: number): Promise<ConnectToken> {
    const token = Secret.of(this.random.hex(TOKEN_BYTES));
    const expiresAt = this.clock.now() + LIFETIME_MS;
    await this.tokens.replace(tx, { tokenHash: tokenHash(token), userId, createdBy, expiresAt });
    return { token, expiresAt };
  }
}
