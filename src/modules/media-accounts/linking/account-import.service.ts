import { Injectable } from '@nestjs/common';
import type { ActingAdministrator } from '../../../core/access/caller.js';
import { privilegedWrite } from '../../../core/access/privileged-write.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { AppError } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Clock } from '../../../core/time/clock.js';
import {
  AssignmentsChanged,
  InstanceDirectoryService,
  InstanceGrantsService,
  type ServiceType,
} from '../../instances/instances.public.js';
import { AccountsRepository, KnownIdentitiesRepository, mediaIdentity } from '../../users/users.public.js';
import type { IdentityState } from '../accounts/hub-identity.js';
import { MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { AccountIntentsRepository } from '../accounts/account-intents.repository.js';
import { serverFault, serverListIncomplete } from '../media-accounts.errors.js';
import { MediaLinksChanged } from '../media-accounts.events.js';
import { type AdmittedPerson, PERSON_ADMISSION, type PersonAdmission } from '../media-accounts.ports.js';
import { isCalled, type RemoteAccount } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';
import { LinksService } from './links.service.js';

/**
 * Why an account of a server was not taken over.
 *
 * | error | meaning |
 * |---|---|
 * | not_found | the server has no such account |
 * | already_linked | somebody is linked with it, or it is just being made for somebody |
 * | user_failed | nobody of ours can bear its name, or nobody new may be made of it: see {@link ImportCode} |
 * | user_has_account | the person of its name has another account on this server |
 * | username_conflict | somebody of ours bears the name, which at the hub says nothing of who they are: link them by hand |
 * | link_failed | somebody else was faster, or the storage is in the way |
 */
export type ImportError =
  | 'not_found'
  | 'already_linked'
  | 'user_failed'
  | 'user_has_account'
  | 'username_conflict'
  | 'link_failed';

/**
 * Which `user_failed` it is, where it has a way out of its own: nobody bears the name, and the account was linked with somebody
 * before: invite them, then link it by hand. Apart from {@link ImportError}, of which clients know all.
 */
export type ImportCode = 'identity_known';

export interface ImportedPerson extends AdmittedPerson {
  readonly identity: IdentityState | null;
}

export type ImportRow =
  | { readonly remoteUserId: string; readonly remote: RemoteAccount; readonly person: ImportedPerson }
  | {
      readonly remoteUserId: string;
      readonly remote: RemoteAccount | null;
      readonly error: ImportError;
      readonly code?: ImportCode | undefined;
    };

export interface ImportOrder {
  readonly instanceId: string;
  /** The server's own ids, 1 to 200; at the hub addresses too, as its list of accounts has them. */
  readonly remoteUserIds: readonly string[];
  /** The address that the administrator's app uses; empty when it doesn't say. */
  readonly serverUrl: string;
  readonly manageAccess: boolean;
}

/** A row that isn't taken over, and what it had written is undone. */
class NotImported extends Error {
  constructor(
    readonly error: ImportError,
    readonly code?: ImportCode,
  ) {
    super(`not imported: ${error}`);
    this.name = 'NotImported';
  }
}

/** Administrators take accounts of a server over: as people of ours, who hold the server and are linked with them. */
@Injectable()
export class AccountImportService {
  constructor(
    private readonly database: Database,
    private readonly ports: PortRegistry,
    private readonly people: AccountsRepository,
    private readonly known: KnownIdentitiesRepository,
    private readonly instances: InstanceDirectoryService,
    private readonly grants: InstanceGrantsService,
    private readonly links: MediaAccountsRepository,
    private readonly intents: AccountIntentsRepository,
    private readonly linking: LinksService,
    private readonly servers: MediaServersService,
    private readonly events: EventBus,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * Takes each account over in a write of its own, in order: one that fails changes nothing. The server is asked once, for its list.
   * @throws AppError 404; 400 for no media server, and where no address is known for links; 502; 401 and 403 for a lost right
   */
  async import(by: ActingAdministrator, order: ImportOrder): Promise<readonly ImportRow[]> {
    const { instanceId, remoteUserIds, serverUrl } = order;
    const admission = this.ports.only(PERSON_ADMISSION);
    const there = await this.listAccounts(instanceId, remoteUserIds);
    await admission.requireAddress(serverUrl);
    const rows: ImportRow[] = [];
    try {
      for (const id of remoteUserIds) rows.push(await this.row(by, order, admission, id, calledBy(there, id)));
      return rows;
    } finally {
      await this.publish(instanceId, rows);
    }
  }

  private async listAccounts(instanceId: string, sought: readonly string[]): Promise<readonly RemoteAccount[]> {
    const { remote } = await this.servers.connectNamed(instanceId);
    const { accounts, isComplete } = await remote.accounts().catch((error: unknown) => {
      throw serverFault(error);
    });
    if (!isComplete && sought.some((id) => calledBy(accounts, id) === null)) throw serverListIncomplete();
    return accounts;
  }

  private async row(
    by: ActingAdministrator,
    order: ImportOrder,
    admission: PersonAdmission,
    remoteUserId: string,
    remote: RemoteAccount | null,
  ): Promise<ImportRow> {
    if (!remote) return { remoteUserId, remote, error: 'not_found' };
    try {
      const person = await privilegedWrite(this.database, by, (tx) => this.write(tx, by, order, admission, remote));
      return { remoteUserId, remote, person };
    } catch (error) {
      if (error instanceof NotImported) return { remoteUserId, remote, error: error.error, code: error.code };
      if (error instanceof AppError && (error.status === 401 || error.status === 403)) throw error;
      this.log.warn('an account of a media server could not be imported', { instance_id: order.instanceId, error });
      return { remoteUserId, remote, error: 'link_failed' };
    }
  }

  private async write(
    tx: WriteTx,
    by: ActingAdministrator,
    { instanceId, serverUrl, manageAccess }: ImportOrder,
    admission: PersonAdmission,
    remote: RemoteAccount,
  ): Promise<ImportedPerson> {
    const instance = await this.instances.require(tx, instanceId);
    const isLinked = await this.links.withRemote(tx, instanceId, remote.id);
    if (isLinked || (await this.intents.isMaking(tx, instanceId, remote))) throw new NotImported('already_linked');
    const isSomebody = (await this.people.byUsername(tx, remote.name)) !== null;
    if (instance.serviceType === 'hub' && isSomebody) throw new NotImported('username_conflict');
    if (!isSomebody && (await this.isKnown(tx, instance.serviceType, remote)))
      throw new NotImported('user_failed', 'identity_known');
    const person = await this.admit(tx, by, admission, { name: remote.name, serverUrl });
    const { userId } = person;
    if (await this.links.of(tx, userId, instanceId)) throw new NotImported('user_has_account');
    await this.grants.add(tx, instance, new Set([userId]));
    const manageFrom = manageAccess && !remote.isAdministrator ? this.clock.now() : null;
    const { serviceType } = instance;
    const link = { userId, instanceId, serviceType, remote, manageFrom, gone: null };
    const { identity } = await this.linking.link(tx, link);
    const { hubEmail } = await this.people.require(tx, userId);
    if (remote.email !== '' && hubEmail === '') await this.people.setHubEmail(tx, userId, remote.email);
    return { ...person, identity };
  }

  /** At the hub an accepted invitation may have been linked by its address alone. */
  private isKnown(tx: WriteTx, kind: ServiceType, { id, email }: RemoteAccount): Promise<boolean> {
    const ids = [id, email].filter((one) => one !== '');
    return this.known.isAnyKnown(
      tx,
      ids.map((one) => mediaIdentity(kind, one)),
    );
  }

  private async admit(
    tx: WriteTx,
    by: ActingAdministrator,
    admission: PersonAdmission,
    person: { readonly name: string; readonly serverUrl: string },
  ): Promise<AdmittedPerson> {
    try {
      return await admission.admit(tx, person, by);
    } catch (error) {
      throw error instanceof AppError && error.status === 400 ? new NotImported('user_failed') : error;
    }
  }

  private async publish(instanceId: string, rows: readonly ImportRow[]): Promise<void> {
    const userIds = rows.flatMap((row) => ('person' in row ? [row.person.userId] : []));
    if (userIds.length === 0) return;
    await this.events.publish(new AssignmentsChanged(instanceId));
    await this.events.publish(new MediaLinksChanged(instanceId, userIds));
  }
}

/** The account of this id; at the hub the one of this address too, as long as no id is the same. */
const calledBy = (accounts: readonly RemoteAccount[], asked: string): RemoteAccount | null =>
  accounts.find(({ id }) => id === asked) ?? accounts.find((account) => isCalled(account, asked)) ?? null;
