import { Injectable } from '@nestjs/common';
import type { AudiobookshelfStatus } from '../../../clients/audiobookshelf/audiobookshelf.client.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { MediaServerClientsService } from '../connections/media-server-clients.service.js';
import { ConnectionTestFailed, testFault } from '../instances.errors.js';
import type { Connection } from '../registry/instance-input.js';
import type { ServerContent } from '../registry/server-content.js';
import { factsOf, type SelfHostedMediaServerType } from '../service-kinds.js';

type MediaServerConnection = Connection<SelfHostedMediaServerType>;

/** How long a connection test may take. Source: doc 3 section 3.2. */
const TEST_MS = 10_000;

/** Does this address and credential lead to a working media server of its kind, and what does it hold? Asked of the server itself. */
@Injectable()
export class MediaServerProbeService {
  constructor(
    private readonly clients: MediaServerClientsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves when the server has answered within 10 seconds; redirects are not followed. Source: doc 3 section 3.2.
   *
   * @throws ConnectionTestFailed 400 with the reason
   */
  async test(connection: MediaServerConnection): Promise<void> {
    const answered = await within(this.clock, TEST_MS, this.identify(connection)).catch(asTestFault);
    if (answered === TOO_LATE) throw new ConnectionTestFailed('timed_out', 'could not reach server: no answer in time');
  }

  /**
   * What the server is and holds. It tests the connection besides.
   *
   * @throws ConnectionTestFailed 400 with the reason
   */
  async content(connection: MediaServerConnection): Promise<ServerContent> {
    return this.read(connection).catch(asTestFault);
  }

  private async read(connection: MediaServerConnection): Promise<ServerContent> {
    const named = await this.identify(connection);
    const { serviceType } = connection;
    if (serviceType === 'audiobook_server') {
      const libraries = await this.clients.audiobookServer(connection).libraries();
      return {
        ...named,
        libraries: libraries.map(({ id, name, mediaType }) => ({ id, name, collectionType: mediaType })),
      };
    }
    const client = await this.clients.videoServer(serviceType, connection);
    const libraries = await client.libraries();
    return {
      ...named,
      libraries: libraries.map(({ id, name, collectionType }) => ({ id, name, collectionType: collectionType ?? '' })),
    };
  }

  /** Who answers, once it is known that it takes the key. */
  private async identify(connection: MediaServerConnection): Promise<Omit<ServerContent, 'libraries'>> {
    const { serviceType } = connection;
    if (serviceType === 'audiobook_server') return this.identifyAudiobookServer(connection);
    const { name, version } = await (await this.clients.videoServer(serviceType, connection)).probe();
    return { serverName: name, version };
  }

  /** The server says to everybody who it is, and has no name of its own: the key is tried apart from that. */
  private async identifyAudiobookServer(connection: MediaServerConnection): Promise<Omit<ServerContent, 'libraries'>> {
    const client = this.clients.audiobookServer(connection);
    const status = await client.testConnection();
    requireProduct(status, connection);
    const { isAdministrator, isActive } = await client.keyOwner();
    if (!isAdministrator || !isActive) {
      throw new ConnectionTestFailed('key_lacks_rights', 'the API key is not that of an administrator');
    }
    return { serverName: factsOf(connection.serviceType).product, version: status.version ?? '' };
  }
}

function requireProduct({ appName }: AudiobookshelfStatus, { serviceType }: MediaServerConnection): void {
  const { product } = factsOf(serviceType);
  if (appName.toLowerCase() === product.toLowerCase()) return;
  throw new ConnectionTestFailed('wrong_app', `the server is not ${product}`);
}

function asTestFault(fault: unknown): never {
  throw testFault(fault);
}
