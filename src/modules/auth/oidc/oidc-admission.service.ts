import { Injectable } from '@nestjs/common';
import type { IdentifiedSubject } from '../../../clients/oidc/oidc.client.js';
import type { WriteTx } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import {
  type Account,
  AccountsRepository,
  DevicesRepository,
  KnownIdentitiesRepository,
  OidcIdentitiesRepository,
} from '../../users/users.public.js';
import { identityKnown } from '../auth.errors.js';
import { ConnectTokenService } from '../connect-links/connect-token.service.js';
import { ExternalAccountsService } from '../external/external-accounts.service.js';
import type { InitiatingSession } from './oidc-attempt.js';
import { accountCreationOff, identityConflict, initiatorEnded, invitationConflict } from './oidc.errors.js';

interface Admission {
  readonly invitation: Secret | null;
  readonly autoCreate: boolean;
}

/**
 * Whose is a person of the provider: the linked account's, that of an invitation, or a new one's? An equal name or address proves nothing.
 */
@Injectable()
export class OidcAdmissionService {
  constructor(
    private readonly identities: OidcIdentitiesRepository,
    private readonly known: KnownIdentitiesRepository,
    private readonly accounts: AccountsRepository,
    private readonly devices: DevicesRepository,
    private readonly tokens: ConnectTokenService,
    private readonly external: ExternalAccountsService,
    private readonly clock: Clock,
  ) {}

  /**
   * An invitation is used up. @throws AppError 400 for one that is not valid or another account's; 403 where there is no account and none
   * is made; UniqueViolation, out of the whole write, in a race
   */
  async admit(tx: WriteTx, person: IdentifiedSubject, { invitation, autoCreate }: Admission): Promise<Account> {
    const linked = await this.identities.find(tx, person);
    if (invitation) return this.admitInvited(tx, person, invitation, linked?.userId);
    if (linked) return this.accounts.require(tx, linked.userId);
    if (await this.known.isAnyKnown(tx, [person])) throw identityKnown();
    if (!autoCreate) throw accountCreationOff();
    const account = await this.external.create(tx, person.name);
    await this.add(tx, person, account.id);
    return account;
  }

  /** Once more changes nothing. @throws AppError 403 where the session has ended; 409 where either is linked otherwise; UniqueViolation */
  async link(tx: WriteTx, person: IdentifiedSubject, { userId, deviceId }: InitiatingSession): Promise<void> {
    if (!(await this.devices.isUnrevoked(tx, deviceId))) throw initiatorEnded();
    const linked = await this.identities.find(tx, person);
    if (linked?.userId === userId) return;
    if (linked || (await this.isLinkedAt(tx, userId, person.issuer))) throw identityConflict();
    await this.add(tx, person, userId);
  }

  private async admitInvited(
    tx: WriteTx,
    person: IdentifiedSubject,
    invitation: Secret,
    linkedTo: number | undefined,
  ): Promise<Account> {
    const { account } = await this.tokens.requireRedeemable(tx, invitation);
    if (linkedTo === undefined) {
      if (await this.isLinkedAt(tx, account.id, person.issuer)) throw invitationConflict(account.username);
      await this.add(tx, person, account.id);
    } else if (linkedTo !== account.id) throw invitationConflict(account.username);
    await this.tokens.redeem(tx, invitation);
    return account;
  }

  private async isLinkedAt(tx: WriteTx, userId: number, issuer: string): Promise<boolean> {
    return (await this.identities.ofUser(tx, userId)).some((one) => one.issuer === issuer);
  }

  private async add(tx: WriteTx, { issuer, subject }: IdentifiedSubject, userId: number): Promise<void> {
    await this.identities.add(tx, { issuer, subject, userId, createdAt: this.clock.now() });
  }
}
