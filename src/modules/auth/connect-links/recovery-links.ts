import type { WriteTx } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import type { Clock } from '../../../core/time/clock.js';
import type { Random } from '../../../core/time/random.js';
import { ExternalAddressRepository, SettingsRepository } from '../../settings/settings.public.js';
import { AccountsRepository, ConnectTokensRepository, maySignInByPassword } from '../../users/users.public.js';
import { connectLink, linkOrigin } from './connect-link.js';
import { ConnectTokenService } from './connect-token.service.js';

/** Where links lead: the address to take where no external one is stored, and the path behind either. */
interface LinkDestination {
  /** An http or https address. */
  readonly fallback: string;
  readonly basePath: string;
}

/** A connect link for somebody who can't sign in by any other method. */
export interface RecoveryLink {
  readonly link: Secret;
  readonly account: string;
  readonly expiresAt: number;
  readonly server: string;
  /** Is that the external address, and not the fallback? */
  readonly isExternal: boolean;
  /** May the account set a password, once the link has signed it in? */
  readonly mayHavePassword: boolean;
}

/** Nobody is of the name. */
export class NobodyOfThisName extends Error {
  /** @param administrators the names of those who can help */
  constructor(readonly administrators: readonly string[]) {
    super('there is no account of this name');
  }
}

/** Makes connect links for a command on the server's own machine. They have no issuer. */
export class RecoveryLinks {
  private readonly accounts: AccountsRepository;
  private readonly mint: ConnectTokenService;
  private readonly externalAddress = new ExternalAddressRepository(new SettingsRepository());

  constructor(clock: Clock, random: Random) {
    this.accounts = new AccountsRepository(clock);
    this.mint = new ConnectTokenService(new ConnectTokensRepository(), this.accounts, clock, random);
  }

  /**
   * In place of the account's unused ones. @throws NobodyOfThisName; AppError 400 where the fallback is needed and no http or https address
   */
  async issue(tx: WriteTx, name: string, { fallback, basePath }: LinkDestination): Promise<RecoveryLink> {
    const account = await this.accounts.bySignInName(tx, name);
    if (!account) throw new NobodyOfThisName(await this.administrators(tx));
    const { origin, source } = linkOrigin(await this.externalAddress.get(tx), fallback);
    const server = origin + basePath;
    const { token, expiresAt } = await this.mint.issue(tx, account.id, null);
    return {
      link: connectLink(token, server),
      account: account.username,
      expiresAt,
      server,
      isExternal: source === 'external_address',
      mayHavePassword: maySignInByPassword(account),
    };
  }

  private async administrators(tx: WriteTx): Promise<readonly string[]> {
    return (await this.accounts.all(tx)).filter(({ role }) => role === 'admin').map(({ username }) => username);
  }
}
