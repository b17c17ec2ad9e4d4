import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import {
  type Account,
  AccountsRepository,
  ConnectTokensRepository,
  type LinkIssuer,
} from '../../users/users.public.js';
import { connectLinkExpired, connectLinkUsed, connectTokenNotFound } from '../auth.errors.js';
import { tokenHash } from '../sessions/token-text.js';
import { judgeConnect } from './connect-link.js';

/** 32 random bytes in hex; an id is as long. */
const TOKEN_BYTES = 32;

const LIFETIME_MS = 7 * 24 * 60 * 60_000;

const REFUSALS = { not_found: connectTokenNotFound, used: connectLinkUsed, expired: connectLinkExpired };

export interface ConnectToken {
  readonly token: Secret;
  readonly expiresAt: number;
}

/** A token that can be redeemed. */
interface RedeemableToken {
  readonly account: Account;
  readonly isByCommand: boolean;
}

/** Makes, judges and redeems connect tokens; only their hashes are kept. */
@Injectable()
export class ConnectTokenService {
  constructor(
    private readonly tokens: ConnectTokensRepository,
    private readonly accounts: AccountsRepository,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** Takes the place of the account's unused ones. @param issuer null for a command on the server's own machine */
  async issue(tx: WriteTx, userId: number, issuer: LinkIssuer | null): Promise<ConnectToken> {
    const token = Secret.of(this.random.hex(TOKEN_BYTES));
    const id = this.random.hex(TOKEN_BYTES);
    const createdAt = this.clock.now();
    const expiresAt = createdAt + LIFETIME_MS;
    await this.tokens.replace(tx, { tokenHash: tokenHash(token), id, userId, issuer, createdAt, expiresAt });
    return { token, expiresAt };
  }

  /** @throws AppError 400 for a token that is unknown, used or expired */
  async requireRedeemable(tx: ReadTx, token: Secret): Promise<RedeemableToken> {
    const facts = await this.tokens.facts(tx, tokenHash(token));
    const account = facts && (await this.accounts.byId(tx, facts.userId));
    const verdict = judgeConnect(facts, this.clock.now());
    if (verdict !== 'redeem') throw REFUSALS[verdict](account?.username);
    if (!facts || !account) throw connectTokenNotFound();
    return { account, isByCommand: facts.isByCommand };
  }

  /** Uses the token up. @returns the moment that is kept of it, in epoch milliseconds */
  async redeem(tx: WriteTx, token: Secret): Promise<number> {
    const redeemedAt = this.clock.now();
    await this.tokens.redeem(tx, tokenHash(token), redeemedAt);
    return redeemedAt;
  }
}
