import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import {
  InstanceAccessService,
  MediaServerDirectoryService,
  type MediaServerRecord,
  type MediaServerType,
} from '../../instances/instances.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { accountExists, serverNotGranted, wrongKind } from '../media-accounts.errors.js';

export interface PersonOnServer {
  readonly userId: number;
  readonly instanceId: string;
}

/** What somebody brings to get an account: a password, or on the hub an address. */
export type AccountMeans = 'password' | 'address';

export interface LinkedServer<Type extends MediaServerType = MediaServerType> {
  readonly server: MediaServerRecord;
  readonly serviceType: Type;
  readonly remoteUserId: string;
}

/** May somebody use a media server now, or get an account there? */
@Injectable()
export class ServerRightsService {
  constructor(
    private readonly people: AccountsRepository,
    private readonly access: InstanceAccessService,
    private readonly directory: MediaServerDirectoryService,
    private readonly links: MediaAccountsRepository,
    private readonly database: Database,
  ) {}

  /** @throws AppError 403, one for unknown instances and those that the person doesn't hold; 400 for no media server */
  async require(tx: ReadTx, userId: number, instanceId: string): Promise<MediaServerRecord> {
    if (!(await this.holds(tx, userId, instanceId))) throw serverNotGranted();
    const server = await this.directory.byId(tx, instanceId);
    if (!server) throw wrongKind();
    return server;
  }

  /** Administrators hold every instance, other people those that they are granted; nobody who is deleted does. */
  async holds(tx: ReadTx, userId: number, instanceId: string): Promise<boolean> {
    const person = await this.people.byId(tx, userId);
    return person !== null && this.access.mayUse(tx, userId, person.role, instanceId);
  }

  /** Whether they have an account there is judged elsewhere. @throws AppError as {@link require}; 400 `wrong_kind` */
  async requireServer(
    tx: ReadTx,
    { userId, instanceId }: PersonOnServer,
    means: AccountMeans,
  ): Promise<MediaServerRecord> {
    const server = await this.require(tx, userId, instanceId);
    if ((server.serviceType === 'hub') !== (means === 'address')) throw wrongKind();
    return server;
  }

  /** As {@link requireServer}, where they have no account there. @throws AppError as there; 409 `account_exists` */
  async requireWithoutAccount(tx: ReadTx, person: PersonOnServer, means: AccountMeans): Promise<MediaServerRecord> {
    const { userId, instanceId } = person;
    const server = await this.requireServer(tx, person, means);
    if (await this.links.of(tx, userId, instanceId)) throw accountExists();
    return server;
  }

  /** By service_type, sort_order, name, id. An invitation that waits is no account. */
  linkedServers<Type extends MediaServerType>(
    caller: Caller,
    kinds: readonly Type[],
  ): Promise<readonly LinkedServer<Type>[]> {
    return this.database.read(async (tx) => {
      const links = new Map((await this.links.ofUser(tx, caller.userId)).map((link) => [link.instanceId, link]));
      const found: LinkedServer<Type>[] = [];
      for (const server of links.size > 0 ? await this.directory.all(tx) : []) {
        const link = links.get(server.id);
        const serviceType = kinds.find((kind) => kind === server.serviceType);
        if (!link || link.isPending || serviceType === undefined) continue;
        if (!(await this.access.mayUse(tx, caller.userId, caller.role, server.id))) continue;
        found.push({ server, serviceType, remoteUserId: link.remoteUserId });
      }
      return found;
    });
  }

  /** Those at the same address, with the same account, that may still be used: asked once a look-up has taken its time. */
  async stillLinked<Type extends MediaServerType>(
    caller: Caller,
    asked: readonly LinkedServer<Type>[],
  ): Promise<ReadonlySet<string>> {
    if (asked.length === 0) return new Set();
    const kinds = [...new Set(asked.map(({ serviceType }) => serviceType))];
    const now = new Map((await this.linkedServers(caller, kinds)).map((linked) => [linked.server.id, linked]));
    const same = asked.filter(({ server, remoteUserId }) => {
      const linked = now.get(server.id);
      return linked?.remoteUserId === remoteUserId && linked.server.url === server.url;
    });
    return new Set(same.map(({ server }) => server.id));
  }
}
