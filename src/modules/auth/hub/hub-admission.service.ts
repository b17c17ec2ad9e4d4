import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import {
  AccountsRepository,
  DevicesRepository,
  HubIdentitiesRepository,
  hubSubject,
  KnownIdentitiesRepository,
  type Account,
} from '../../users/users.public.js';
import {
  accountCreationOff,
  hubAlreadyLinked,
  hubIdentityTaken,
  hubSignInOff,
  identityKnown,
  linkingSessionEnded,
  noSharedServer,
  ssoRequired,
} from '../auth.errors.js';
import { SsoOnlyService } from '../sso-only/sso-only.service.js';
import type { HubPerson, HubPurpose } from './hub-attempt.js';
import { type HubAuth, HubAuthService } from './hub-auth.service.js';
import { HubSignUpsService } from './hub-sign-ups.service.js';

/**
 * Decides who may sign in by the hub, inside the write that signs them in: people with a linked identity and, where accounts
 * are made, people with access to a server of the household who were never linked with an account here, neither to sign in nor by
 * a share. An equal name or address proves nothing.
 * Source: doc 1 section 4, Hub sign-in; issue 19 section 3; security 37
 */
@Injectable()
export class HubAdmissionService {
  constructor(
    private readonly hubAuth: HubAuthService,
    private readonly ssoOnly: SsoOnlyService,
    private readonly accounts: AccountsRepository,
    private readonly devices: DevicesRepository,
    private readonly identities: HubIdentitiesRepository,
    private readonly known: KnownIdentitiesRepository,
    private readonly signUps: HubSignUpsService,
  ) {}

  /**
   * The account of this person; a new one where there is none and accounts are made.
   *
   * @throws AppError 403 with its cause
   */
  async admit(tx: WriteTx, person: HubPerson): Promise<Account> {
    const hubAuth = await this.requireEnabled(tx);
    const identity = await this.identities.find(tx, person.hubAccountId);
    const account = identity && (await this.accounts.byId(tx, identity.userId));
    await this.requireLocal(tx, account);
    if (account) {
      await this.identities.update(tx, person.hubAccountId, person);
      return account;
    }
    // The address is that of an invitation which was accepted and has not been followed yet.
    const outside = [person.hubAccountId, person.email].filter((id) => id !== '').map(hubSubject);
    if (await this.known.isAnyKnown(tx, outside)) throw identityKnown();
    if (!hubAuth.autoCreate) throw accountCreationOff();
    const shared = await this.signUps.sharedWith(tx, person);
    if (shared.length === 0) throw noSharedServer();
    return this.signUps.create(tx, person, shared);
  }

  /**
   * Signs the account that asked for it in by the hub from now on. Once more changes nothing.
   *
   * @throws AppError 403 with its cause, also where the session that asked has ended; 409 where either account is linked with
   *   another
   */
  async link(tx: WriteTx, person: HubPerson, { userId, deviceId }: HubPurpose & { kind: 'link' }): Promise<void> {
    await this.requireEnabled(tx);
    const account = await this.accounts.byId(tx, userId);
    if (!account || !(await this.devices.isUnrevoked(tx, deviceId))) throw linkingSessionEnded();
    await this.requireLocal(tx, account);
    const identity = await this.identities.find(tx, person.hubAccountId);
    if (identity && identity.userId !== userId) throw hubIdentityTaken();
    if (identity) return this.identities.update(tx, person.hubAccountId, person);
    if (await this.identities.ofUser(tx, userId)) throw hubAlreadyLinked();
    await this.signUps.link(tx, userId, person);
  }

  private async requireEnabled(tx: WriteTx): Promise<HubAuth> {
    const hubAuth = await this.hubAuth.held(tx);
    if (!hubAuth.enabled) throw hubSignInOff();
    return hubAuth;
  }

  /** While single sign-on is required, only administrators have any other way in. */
  private async requireLocal(tx: WriteTx, account: Account | null): Promise<void> {
    if (account?.role !== 'admin' && (await this.ssoOnly.holds(tx))) throw ssoRequired(account?.username);
  }
}
