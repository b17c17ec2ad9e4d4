import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { AppError, type RefusedSignIn, orUnavailable } from '../../../core/errors/app-error.js';
import type { Secret } from '../../../core/secrets/secret.js';
import {
  AccountsRepository,
  maySignInByPassword,
  type Account,
  type AccountWithPassword,
  type DeviceClaim,
} from '../../users/users.public.js';
import { invalidCredentials, ssoRequired } from '../auth.errors.js';
import { PasswordsService, requireHashablePassword } from './passwords.service.js';
import { SessionIssuerService, type IssuedSession } from '../sessions/session-issuer.service.js';
import { SsoOnlyService } from '../sso-only/sso-only.service.js';

export interface PasswordAttempt {
  readonly username: string;
  readonly password: Secret;
  readonly device: DeviceClaim;
}

interface Candidate {
  readonly account: Account;
  readonly passwordHash: string;
}

@Injectable()
export class PasswordSignInService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly passwords: PasswordsService,
    private readonly issuer: SessionIssuerService,
    private readonly ssoOnly: SsoOnlyService,
  ) {}

  /**
   * An unknown name, an account without password sign-in and a wrong password are indistinguishable by answer and time. Only who knows the
   * password learns that single sign-on is required. @throws AppError 401 when it was judged and refused, 403 for a regular account while
   * single sign-on is required, 503 when it couldn't be judged, 400 when it is longer than any password
   */
  async signIn({ username, password, device }: PasswordAttempt): Promise<IssuedSession> {
    requireHashablePassword(password);
    const known = await orUnavailable(this.database.read((tx) => this.accounts.withPassword(tx, username)));
    const candidate = candidateOf(known);
    const matches = await this.passwords.matches(password, candidate?.passwordHash ?? null);
    if (!candidate || !matches) throw invalidCredentials(refusalOf(known));
    const session = await orUnavailable(
      this.database.write(async (tx) => {
        // Hashing takes a while: what was compared with must still hold.
        const still = candidateOf(await this.accounts.withPassword(tx, username));
        if (still?.passwordHash !== candidate.passwordHash) return invalidCredentials(refusalOf(known));
        const { account } = still;
        if (!(await this.ssoOnly.allowsLocal(tx, account))) return ssoRequired(account.username);
        return this.issuer.open(tx, account, device);
      }),
    );
    if (session instanceof AppError) throw session;
    return session;
  }
}

function candidateOf(known: AccountWithPassword | null): Candidate | null {
  if (!known || known.passwordHash === null || !maySignInByPassword(known.account)) return null;
  return { account: known.account, passwordHash: known.passwordHash };
}

/** What the log says, which the answer doesn't. A name that nobody has may be anything, a password among it. */
function refusalOf(known: AccountWithPassword | null): RefusedSignIn {
  if (!known) return { reason: 'unknown_account' };
  const { username: account } = known.account;
  return { reason: candidateOf(known) ? 'wrong_password' : 'password_off', account };
}
