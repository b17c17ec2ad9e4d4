import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ActingAdministrator } from '../../../core/access/caller.js';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { AccountProvisioningService } from '../../instances/instances.public.js';
import {
  type AdmittedPerson,
  PERSON_ADMISSION,
  type PersonAdmission,
  type PersonToAdmit,
} from '../../media-accounts/media-accounts.public.js';
import { ExternalAddressRepository, SETUP_STEPS } from '../../settings/settings.public.js';
import {
  type Account,
  AccountsRepository,
  ConnectTokensRepository,
  type PendingLink,
} from '../../users/users.public.js';
import { requireNewName } from '../accounts/account-name.js';
import { accountExists, noPendingLink } from '../auth.errors.js';
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

export type Inviter = Pick<ActingAdministrator, 'userId' | 'deviceId' | 'confirm'>;

export interface IssuedLink {
  /** Its holder can sign in as the invited account, once. */
  readonly link: Secret;
  readonly expiresAt: number;
  readonly originSource: LinkOrigin['source'];
  /** Was the account there before? Then the link signs somebody in who is known already. */
  readonly isExisting: boolean;
}

/** A link that can still be used, with the names of those whom it concerns. */
export interface ListedLink extends Pick<PendingLink, 'id' | 'createdAt' | 'expiresAt'> {
  readonly name: string;
  /** Who made it; null where a command on the server's own machine did. */
  readonly createdBy: string | null;
}

/** Invites people by a link, and knows the links that wait to be used. */
@Injectable()
export class InvitationsService implements OnModuleInit, PersonAdmission {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly provisioning: AccountProvisioningService,
    private readonly tokens: ConnectTokenService,
    private readonly links: ConnectTokensRepository,
    private readonly externalAddress: ExternalAddressRepository,
    private readonly ports: PortRegistry,
    private readonly clock: Clock,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.ports.register(PERSON_ADMISSION, this);
    this.ports.register(SETUP_STEPS, {
      key: 'people',
      title: 'Invite somebody',
      description: 'Everybody of the household gets an account by a link of their own.',
      optional: true,
      isConfigured: (tx) => this.accounts.areSeveral(tx),
    });
  }

  /**
   * Makes a regular account where there is none of this name; earlier unused links of the account are void. `isNewOnly` refuses before
   * anything changes: who limits an invited account must never limit somebody who was there before. @throws AppError 400; 409 for an
   * account that is there; 401 and 403 where the inviter has lost their rights meanwhile
   */
  async invite({ name, serverUrl, isNewOnly }: Invitation, inviter: Inviter): Promise<IssuedLink> {
    if (name.trim() === '') throw badRequest('required', 'name required', { name: 'name' });
    return privilegedWrite(this.database, inviter, async (tx) => {
      const { origin, source } = await this.origin(tx, serverUrl);
      const known = await this.accounts.byUsername(tx, name);
      if (known && isNewOnly) throw accountExists(known.id);
      const account = known ?? (await this.create(tx, name));
      const { token, expiresAt } = await this.tokens.issue(tx, account.id, inviter);
      const link = connectLink(token, origin + this.settings.basePath);
      return { link, expiresAt, originSource: source, isExisting: known !== null };
    });
  }

  /** The links that can still be used, the newest first. Each account has at most one, so the list is no longer than theirs. */
  list(): Promise<readonly ListedLink[]> {
    return this.database.read(async (tx) => {
      const links = await this.links.pending(tx, this.clock.now());
      const people = await this.accounts.byIds(tx, [
        ...new Set(links.flatMap(({ userId, createdBy }) => (createdBy === null ? [userId] : [userId, createdBy]))),
      ]);
      return links.map(({ id, userId, createdBy, createdAt, expiresAt }) => ({
        id,
        name: people.get(userId)?.username ?? '',
        createdBy: createdBy === null ? null : (people.get(createdBy)?.username ?? null),
        createdAt,
        expiresAt,
      }));
    });
  }

  /** Makes a link good for nothing. @throws AppError 404 where no usable link has this id; 401 and 403 when they may not any more */
  async takeBack(admin: Privileged, id: string): Promise<void> {
    await privilegedWrite(this.database, admin, async (tx) => {
      if (!(await this.links.takeBack(tx, id, this.clock.now()))) throw noPendingLink();
    });
  }

  async requireAddress(serverUrl: string): Promise<void> {
    await this.database.read((tx) => this.origin(tx, serverUrl));
  }

  /** Admits somebody whose account on a media server is taken over. Who is there already needs no link. */
  async admit(tx: WriteTx, { name, serverUrl }: PersonToAdmit, by: ActingAdministrator): Promise<AdmittedPerson> {
    const known = await this.accounts.byUsername(tx, name);
    if (known) return { userId: known.id, username: known.username, invitation: null };
    if (name.trim() === '') throw badRequest('required', 'name required', { name: 'name' });
    await requireNewName(tx, this.accounts, name);
    const { origin, source: originSource } = await this.origin(tx, serverUrl);
    const { id: userId, username } = await this.provisioning.create(tx, { username: name, role: 'user' });
    const { token } = await this.tokens.issue(tx, userId, by);
    const link = connectLink(token, origin + this.settings.basePath);
    return { userId, username, invitation: { link, originSource } };
  }

  private async create(tx: WriteTx, username: string): Promise<Account> {
    await requireNewName(tx, this.accounts, username);
    return this.provisioning.create(tx, { username, role: 'user' });
  }

  private async origin(tx: ReadTx, serverUrl: string): Promise<LinkOrigin> {
    return linkOrigin(await this.externalAddress.get(tx), serverUrl);
  }
}
