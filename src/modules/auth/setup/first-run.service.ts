import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { UniqueViolation } from '../../../core/database/storage-error.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { AccountProvisioningService } from '../../instances/instances.public.js';
import type { DeviceClaim } from '../../users/users.public.js';
import { requireAccountName } from '../accounts/account-name.js';
import { setupCompleted, usernameTaken, wrongSetupCode } from '../auth.errors.js';
import { requireNewPassword } from '../passwords/password-rules.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { SessionIssuerService, type IssuedSession } from '../sessions/session-issuer.service.js';
import { SetupCodeService } from './setup-code.service.js';
import { SetupStateService } from './setup-state.service.js';

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
export class FirstRunService {
  constructor(
    private readonly database: Database,
    private readonly state: SetupStateService,
    private readonly code: SetupCodeService,
    private readonly passwords: PasswordsService,
    private readonly provisioning: AccountProvisioningService,
    private readonly issuer: SessionIssuerService,
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
