import { Injectable } from '@nestjs/common';
import type { PlexServer } from '../../../clients/plex/plex.client.js';
import type { ServerContent } from '../registry/server-content.js';
import { HubClientsService, type HubConnection } from './hub-clients.service.js';

/** Which servers does a linked account own, and what do they hold? Throws UpstreamError when the hub can't be asked. */
@Injectable()
export class HubServersService {
  constructor(private readonly clients: HubClientsService) {}

  /** The servers that the account owns: what is shared with it is not its own to share. */
  async owned(connection: HubConnection): Promise<readonly PlexServer[]> {
    const servers = await this.clients.account(connection).servers();
    return servers.filter(({ owned }) => owned);
  }

  /** What a server that the account owns holds. */
  async content(connection: HubConnection, { machineIdentifier, name, version }: PlexServer): Promise<ServerContent> {
    const libraries = await this.clients.account(connection).libraries(machineIdentifier);
    return {
      serverName: name,
      version,
      libraries: libraries.map(({ id, title, type }) => ({ id, name: title, collectionType: type })),
    };
  }
}
