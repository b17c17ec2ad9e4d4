import { Injectable } from '@nestjs/common';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import type { AppError } from '../../../core/errors/app-error.js';
import { Clock } from '../../../core/time/clock.js';
import { HubInstancesService } from '../../instances/instances.public.js';
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
import { ExternalAccountsService } from '../external/external-accounts.service.js';
import { SsoOnlyService } from '../sso-only/sso-only.service.js';
import type { HubPerson, HubPurpose } from './hub-attempt.js';
import { type HubAuth, HubAuthService } from './hub-auth.service.js';

/**
 * Decides, inside the write that signs them in, who may sign in by the hub: people who are linked and, where accounts are made, people with
 * access to a server of the household who were never linked here. An equal name or address proves nothing.
 */
@Injectable()
export class HubAdmissionService {
  constructor(
    private readonly database: Database,
    private readonly hubAuth: HubAuthService,
    private readonly ssoOnly: SsoOnlyService,
    private readonly accounts: AccountsRepository,
    private readonly devices: DevicesRepository,
    private readonly identities: HubIdentitiesRepository,
    private readonly known: KnownIdentitiesRepository,
    private readonly externals: ExternalAccountsService,
    private readonly members: HubInstancesService,
    private readonly clock: Clock,
  ) {}

  /** Refuses where nobody is linked and nobody new is let in, before the hub is asked. @throws AppError 403 with the cause */
  async requireAnybody(): Promise<void> {
    const refusal = await this.database.read(async (tx) =>
      (await this.identities.hasAny(tx)) ? null : this.refusalOfNewcomers(tx),
    );
    if (refusal) throw refusal;
  }

  /** Do the servers in which this account has a part decide whether it is let in? */
  needsServers(hubAccountId: string): Promise<boolean> {
    return this.database.read(
      async (tx) => !(await this.identities.find(tx, hubAccountId)) && (await this.refusalOfNewcomers(tx)) === null,
    );
  }

  /** A new account where there is none and accounts are made. @throws AppError 403 with its cause; UniqueViolation in a race */
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
    const shared = await this.members.instancesOf(tx, person.servers);
    if (shared.length === 0) throw noSharedServer();
    return this.create(tx, person, shared);
  }

  /** Once more changes nothing. @throws AppError 403 with its cause; 409 where either account is linked with another */
  async link(tx: WriteTx, person: HubPerson, { userId, deviceId }: HubPurpose & { kind: 'link' }): Promise<void> {
    await this.requireEnabled(tx);
    const account = await this.accounts.byId(tx, userId);
    if (!account || !(await this.devices.isUnrevoked(tx, deviceId))) throw linkingSessionEnded();
    await this.requireLocal(tx, account);
    const identity = await this.identities.find(tx, person.hubAccountId);
    if (identity && identity.userId !== userId) throw hubIdentityTaken();
    if (identity) return this.identities.update(tx, person.hubAccountId, person);
    if (await this.identities.ofUser(tx, userId)) throw hubAlreadyLinked();
    await this.addIdentity(tx, userId, person);
  }

  /** Why nobody new is let in, whatever they have a part in; null where that decides. */
  private async refusalOfNewcomers(tx: ReadTx): Promise<AppError | null> {
    const { autoCreate } = await this.hubAuth.read(tx);
    if (!autoCreate) return accountCreationOff();
    return (await this.members.hasServers(tx)) ? null : noSharedServer();
  }

  private async requireEnabled(tx: WriteTx): Promise<HubAuth> {
    const hubAuth = await this.hubAuth.read(tx);
    if (!hubAuth.enabled) throw hubSignInOff();
    return hubAuth;
  }

  /** While single sign-on is required, only administrators have any other way in. */
  private async requireLocal(tx: WriteTx, account: Account | null): Promise<void> {
    if (account?.role !== 'admin' && (await this.ssoOnly.holds(tx))) throw ssoRequired(account?.username);
  }

  /** Makes a regular account, for the owner of a server too, that may use the instances behind the hub it has a part in. */
  private async create(tx: WriteTx, person: HubPerson, instanceIds: readonly string[]): Promise<Account> {
    const { hubAccountId, username, email } = person;
    const account = await this.externals.create(tx, username || null, email);
    await this.addIdentity(tx, account.id, person);
    await this.members.admitMember(tx, { userId: account.id, hubAccountId, username, email, instanceIds });
    return account;
  }

  private async addIdentity(tx: WriteTx, userId: number, { hubAccountId, username, email }: HubPerson): Promise<void> {
    await this.identities.add(tx, { hubAccountId, userId, username, email, createdAt: this.clock.now() });
  }
}
