import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { InstanceMissing, type MediaServerRecord } from '../../instances/instances.public.js';
import { LinksService } from './links.service.js';
import { ServerRightsService } from '../access/server-rights.service.js';
import { accountRefused, badCredentials, serverFault, serverNotGranted, wrongKind } from '../media-accounts.errors.js';
import { MediaLinksChanged } from '../media-accounts.events.js';
import type { RemoteAccount } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';

/** What somebody proves their account on a server by. It is asked for once and kept nowhere. */
export interface OwnCredentials {
  readonly username: string;
  readonly password: Secret;
}

export interface SelfLinked {
  readonly server: MediaServerRecord;
  readonly remote: RemoteAccount;
}

@Injectable()
export class SelfLinkService {
  constructor(
    private readonly database: Database,
    private readonly rights: ServerRightsService,
    private readonly servers: MediaServersService,
    private readonly linking: LinksService,
    private readonly events: EventBus,
  ) {}

  /**
   * Links the account that these credentials open, unmanaged. The server judges them once; rights are judged before, and in the write.
   * @throws AppError 403, one for unknown instances and those not held, before anybody is asked; 400 and 409 with a `code`; 502
   */
  async link(caller: Caller, instanceId: string, credentials: OwnCredentials): Promise<SelfLinked> {
    const { userId } = caller;
    const server = await this.database.read(async (tx) => {
      const held = await this.rights.require(tx, userId, instanceId);
      if (held.serviceType === 'hub') throw wrongKind();
      return held;
    });
    const gone = await this.askServer(() => this.linking.goneLink({ userId, instanceId }));
    const remote = await this.requireAccount(instanceId, credentials);
    await this.database.write(async (tx) => {
      const { serviceType } = await this.rights.require(tx, userId, instanceId);
      await this.linking.link(tx, { userId, instanceId, serviceType, remote, manageFrom: null, gone });
    });
    await this.events.publish(new MediaLinksChanged(instanceId, [userId]));
    return { server, remote };
  }

  private async requireAccount(instanceId: string, { username, password }: OwnCredentials): Promise<RemoteAccount> {
    const verdict = await this.askServer(async () => {
      const { remote } = await this.servers.connect(instanceId);
      return remote.checkPassword(username, password);
    });
    if (verdict.outcome === 'accepted') return verdict.account;
    throw verdict.outcome === 'bad_credentials' ? badCredentials() : accountRefused();
  }

  private async askServer<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof InstanceMissing ? serverNotGranted() : serverFault(error);
    }
  }
}
