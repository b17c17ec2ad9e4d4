import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import {
  AccountsRepository,
  ConnectTokensRepository,
  type Account,
  type DeviceClaim,
} from '../../users/users.public.js';
import { connectLinkExpired, connectLinkUsed, connectTokenNotFound } from '../auth.errors.js';
import { SessionIssuerService, type IssuedSession } from '../sessions/session-issuer.service.js';
import { tokenHash } from '../sessions/token-text.js';
import { SsoOnlyService } from '../sso-only/sso-only.service.js';
import { judgeConnect } from './connect-link.js';

const REFUSALS = { not_found: connectTokenNotFound, used: connectLinkUsed, expired: connectLinkExpired };

/** Signs people in by the link they were given. Source: doc 3 sections 1.1 and 1.9. */
@Injectable()
export class LinkRedemptionService {
  constructor(
    private readonly database: Database,
    private readonly tokens: ConnectTokensRepository,
    private readonly accounts: AccountsRepository,
    private readonly issuer: SessionIssuerService,
    private readonly ssoOnly: SsoOnlyService,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins a session and uses the token up, both or neither: of two who present it at once one gets in. While single sign-on
   * is required an invitation stays unused, for the sign-in that it begins. A link that a command made for an administrator on
   * the server's own machine signs in all the same: it is the way back while the provider is gone.
   *
   * A token that is refused on sight never waits for the writer: it is judged by a read first, and again inside the
   * write.
   *
   * @returns null where single sign-on is required
   * @throws AppError 400 for a token that is unknown, used or expired
   */
  async redeem(token: Secret, device: DeviceClaim): Promise<IssuedSession | null> {
    const { isContinued } = await this.database.read((tx) => this.invited(tx, token));
    if (isContinued) return null;
    return this.database.write(async (tx) => {
      const { account, isContinued: isContinuedNow } = await this.invited(tx, token);
      if (isContinuedNow) return null;
      const redeemedAt = this.clock.now();
      await this.tokens.redeem(tx, tokenHash(token), redeemedAt);
      return this.issuer.open(tx, account, device, redeemedAt);
    });
  }

  /** The account that this token signs in, or whose single sign-on it begins. */
  private async invited(
    tx: ReadTx,
    token: Secret,
  ): Promise<{ readonly account: Account; readonly isContinued: boolean }> {
    const facts = await this.tokens.facts(tx, tokenHash(token));
    const account = facts && (await this.accounts.byId(tx, facts.userId));
    const verdict = judgeConnect(facts, this.clock.now());
    if (verdict !== 'redeem') throw REFUSALS[verdict](account?.username);
    if (!account) throw connectTokenNotFound();
    const isRecovery = facts?.isByCommand === true && account.role === 'admin';
    return { account, isContinued: !isRecovery && (await this.ssoOnly.holds(tx)) };
  }
}
