import { Injectable } from '@nestjs/common';
import type { ActingAdministrator } from '../../../core/access/caller.js';
import { privilegedWrite } from '../../../core/access/privileged-write.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { AccountProvisioningService } from '../../instances/instances.public.js';
import { ExternalAddressRepository } from '../../settings/settings.public.js';
import { type Account, AccountsRepository } from '../../users/users.public.js';
import { requireNewName } from '../accounts/account-name.js';
import { accountExists } from '../auth.errors.js';
import { connectLink, linkOrigin, type LinkOrigin } from './connect-link.js';
import { ConnectTokenService } from './connect-token.service.js';

/** Whom an administrator invites, and where their app finds the server. */
export interface Invitation {
  readonly name: string;
  /** Empty when the app doesn't say. */
  readonly serverUrl: string;
  /** Refuse a name that has an account already, instead of making a link for that account. */
  readonly isNewOnly: boolean;
}

/** The administrator who asks for a link. */
export type Inviter = Pick<ActingAdministrator, 'userId' | 'deviceId' | 'confirm'>;

/** A link to hand over. */
export interface IssuedLink {
  /** Whoever has it can sign in as the invited account, once. */
  readonly link: Secret;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly originSource: LinkOrigin['source'];
  /** Was the account there before? Then the link signs somebody in who is known already. */
  readonly isExisting: boolean;
}

/** Invites people by a link. Source: doc 3 section 1.9. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly provisioning: AccountProvisioningService,
    private readonly mint: ConnectTokenService,
    private readonly externalAddress: ExternalAddressRepository,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /**
   * A link that signs in the account of this name, which is made when there is none: a regular one without a
   * password. It is also the way back for somebody who has forgotten theirs. Earlier links of the account that nobody
   * has used are void from then on.
   *
   * With `isNewOnly` such an account is refused before anything of it changes. Who limits the account of an invitation, as a
   * child's, asks for that, so that nobody who was there is ever limited by it. Source: issue 43 A2.
   *
   * @param inviter the administrator who asks for it
   * @throws AppError 400, for a name that people would take for that of another account too; 401 and 403 where the inviter has lost their rights meanwhile; 409 for an account that is there
   */
  async invite({ name, serverUrl, isNewOnly }: Invitation, inviter: Inviter): Promise<IssuedLink> {
    if (name.trim() === '') throw badRequest('name required');
    return privilegedWrite(this.database, inviter, async (tx) => {
      const { origin, source } = linkOrigin(await this.externalAddress.get(tx), serverUrl);
      const known = await this.accounts.byUsername(tx, name);
      if (known && isNewOnly) throw accountExists(known.id);
      const account = known ?? (await this.make(tx, name));
      const { token, expiresAt } = await this.mint.issue(tx, account.id, inviter);
      const link = connectLink(token, origin + this.settings.basePath);
      return { link, expiresAt, originSource: source, isExisting: known !== null };
    });
  }

  private async make(tx: WriteTx, username: string): Promise<Account> {
    await requireNewName(tx, this.accounts, username);
    return this.provisioning.create(tx, { username, role: 'user' });
  }
}
