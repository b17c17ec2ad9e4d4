import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { UniqueViolation } from '../../../core/database/storage-error.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { AccountProvisioning } from '../../instances/instances.public.js';
import type { DeviceClaim } from '../../users/users.public.js';
import { requireAccountName } from '../accounts/account-name.js';
import { setupCompleted, usernameTaken, wrongSetupCode } from '../auth.errors.js';
import { requireNewPassword } from '../passwords/password-rules.js';
import { Passwords } from '../passwords/passwords.js';
import { SessionIssuer, type IssuedSession } from '../sessions/session-issuer.js';
import { SetupCode } from './setup-code.js';
import { SetupState } from './setup-state.js';

/** What the first visitor says. */
export interface FirstVisitor {
  readonly username: string;
  readonly password: Secret;
  /** Empty when none was given. */
  readonly setupCode: string;
  readonly device: DeviceClaim;
}

/** Makes the first administrator. Source: doc 3 sections 1.1 and 1.7. */
@Injectable()
export class FirstRun {
  constructor(
    private readonly database: Database,
    private readonly state: SetupState,
    private readonly code: SetupCode,
    private readonly passwords: Passwords,
    private readonly provisioning: AccountProvisioning,
    private readonly issuer: SessionIssuer,
  ) {}

  /**
   * Makes the first administrator and signs them in. Of visitors who come at the same time one becomes it.
   *
   * @throws AppError 400 for a name or password that can't be taken, 409 when the setup is done, 403 for a wrong code
   */
  async setUp({ username, password, setupCode, device }: FirstVisitor): Promise<IssuedSession> {
    requireAccountName(username, 'username');
    requireNewPassword(password);
    if (await this.state.isComplete()) throw setupCompleted();
    if (!this.code.accepts(setupCode)) throw wrongSetupCode();
    const passwordHash = await this.passwords.hash(password);
    try {
      return await this.database.write(async (tx) => {
        if (!(await this.state.complete(tx))) throw setupCompleted();
        const account = await this.provisioning.create(tx, { username, role: 'admin', passwordHash });
        return this.issuer.open(tx, account, device);
      });
    } catch (fault) {
      throw fault instanceof UniqueViolation ? usernameTaken() : fault;
    }
  }
}
