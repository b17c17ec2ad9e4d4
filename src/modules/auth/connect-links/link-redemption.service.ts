import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { Secret } from '../../../core/secrets/secret.js';
import type { Account, DeviceClaim } from '../../users/users.public.js';
import { SessionIssuerService, type IssuedSession } from '../sessions/session-issuer.service.js';
import { SsoOnlyService } from '../sso-only/sso-only.service.js';
import { ConnectTokenService } from './connect-token.service.js';

@Injectable()
export class LinkRedemptionService {
  constructor(
    private readonly database: Database,
    private readonly tokens: ConnectTokenService,
    private readonly issuer: SessionIssuerService,
    private readonly ssoOnly: SsoOnlyService,
  ) {}

  /**
   * Begins a session and uses the token up, both or neither. While single sign-on is required an invitation stays unused, and null is
   * returned; an administrator's link by command signs in, as the way back while the provider is gone. @throws AppError 400
   */
  async redeem(token: Secret, device: DeviceClaim): Promise<IssuedSession | null> {
    const onSight = await this.database.read((tx) => this.accountToOpen(tx, token));
    if (!onSight) return null;
    return this.database.write(async (tx) => {
      const account = await this.accountToOpen(tx, token);
      if (!account) return null;
      const redeemedAt = await this.tokens.redeem(tx, token);
      return this.issuer.open(tx, account, device, redeemedAt);
    });
  }

  /** The account that this token signs in; null where it only begins a single sign-on. */
  private async accountToOpen(tx: ReadTx, token: Secret): Promise<Account | null> {
    const { account, isByCommand } = await this.tokens.requireRedeemable(tx, token);
    const isRecovery = isByCommand && account.role === 'admin';
    return isRecovery || !(await this.ssoOnly.holds(tx)) ? account : null;
  }
}
