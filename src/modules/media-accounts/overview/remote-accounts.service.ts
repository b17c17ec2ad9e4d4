import { Injectable } from '@nestjs/common';
import { serverFault } from '../media-accounts.errors.js';
import type { RemoteAccount } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';

/** Which accounts has a server, linked or not? */
@Injectable()
export class RemoteAccountsService {
  constructor(private readonly servers: MediaServersService) {}

  /**
   * The accounts of a server in its order; on the hub the owner, the shares and the invitations. One that can't be read is
   * left out.
   *
   * @throws AppError 404 for an unknown instance, 400 for one that is no media server, 502 when the server can't be read
   */
  async of(instanceId: string): Promise<readonly RemoteAccount[]> {
    const { remote } = await this.servers.connectNamed(instanceId);
    try {
      return (await remote.accounts()).accounts;
    } catch (error) {
      throw serverFault(error);
    }
  }
}
