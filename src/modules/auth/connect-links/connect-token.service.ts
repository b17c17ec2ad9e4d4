import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { ConnectTokensRepository, type LinkIssuer } from '../../users/users.public.js';
import { tokenHash } from '../sessions/token-text.js';

/** 32 random bytes in hex; an id is as long. Source: doc 3 sections 0 and 1.6. */
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
export class ConnectTokenService {
  constructor(
    private readonly tokens: ConnectTokensRepository,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /**
   * A token that signs in as `userId`, in place of those that this account has not used.
   *
   * @param issuer null where a command on the server's own machine asks for it
   */
  async issue(tx: WriteTx, userId: number, issuer: LinkIssuer | null): Promise<ConnectToken> {
    const token = Secret.of(this.random.hex(TOKEN_BYTES));
    const id = this.random.hex(TOKEN_BYTES);
    const createdAt = this.clock.now();
    const expiresAt = createdAt + LIFETIME_MS;
    await this.tokens.replace(tx, { tokenHash: tokenHash(token), id, userId, issuer, createdAt, expiresAt });
    return { token, expiresAt };
  }
}
