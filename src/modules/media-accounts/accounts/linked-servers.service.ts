import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import {
  InstanceAccessService,
  MediaServerDirectoryService,
  type MediaServerRecord,
  type MediaServerType,
} from '../../instances/instances.public.js';
import type { Caller } from '../../../core/access/caller.js';
import { MediaAccountsRepository } from './media-accounts.repository.js';

/** A media server that somebody may use, with their account there. */
export interface LinkedServer<Type extends MediaServerType = MediaServerType> {
  readonly server: MediaServerRecord;
  readonly serviceType: Type;
  /** The server's own id of the account. */
  readonly remoteUserId: string;
}

/** On which media servers can somebody look something up? */
@Injectable()
export class LinkedServersService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly directory: MediaServerDirectoryService,
    private readonly accounts: MediaAccountsRepository,
  ) {}

  /**
   * The servers of these kinds that somebody may use now and has an account on, by service_type, sort_order, name, id. An
   * invitation that waits is no account. Source: doc 1 §4, eligible servers; issue 21.
   */
  of<Type extends MediaServerType>(caller: Caller, kinds: readonly Type[]): Promise<readonly LinkedServer<Type>[]> {
    return this.database.read(async (tx) => {
      const links = new Map((await this.accounts.ofUser(tx, caller.userId)).map((link) => [link.instanceId, link]));
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

  /**
   * Those of these servers that somebody still may use, at the same address and with the same account, as they are now. To be
   * asked once a look-up has taken its time.
   */
  async still<Type extends MediaServerType>(
    caller: Caller,
    asked: readonly LinkedServer<Type>[],
  ): Promise<ReadonlySet<string>> {
    if (asked.length === 0) return new Set();
    const kinds = [...new Set(asked.map(({ serviceType }) => serviceType))];
    const now = new Map((await this.of(caller, kinds)).map((linked) => [linked.server.id, linked]));
    const same = asked.filter(({ server, remoteUserId }) => {
      const linked = now.get(server.id);
      return linked?.remoteUserId === remoteUserId && linked.server.url === server.url;
    });
    return new Set(same.map(({ server }) => server.id));
  }
}
