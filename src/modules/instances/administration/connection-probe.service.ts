import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { DownloadClientsService } from '../connections/download-clients.service.js';
import { InstanceClientsService } from '../connections/instance-clients.service.js';
import { MediaServerClientsService } from '../connections/media-servers.service.js';
import { ConnectionTestFailed, sayOfTest, testFault } from '../instances.errors.js';
import type { DownloadConnection } from '../registry/download-client-input.js';
import type { Connection } from '../registry/instance-input.js';
import type { ServerContent } from '../registry/media-server-config.js';
import { factsOf, type SelfHostedMediaServerType, type ServiceType } from '../service-kinds.js';

type MediaServerConnection = Connection<SelfHostedMediaServerType>;

/** How long the test of a media server may take; the clients of all others have deadlines of their own. */
const TEST_MS = 10_000;

/** Do this address and credential lead to a working instance? Redirects are not followed. Methods throw ConnectionTestFailed 400. */
@Injectable()
export class ConnectionProbeService {
  constructor(
    private readonly managers: InstanceClientsService,
    private readonly downloadClients: DownloadClientsService,
    private readonly mediaServers: MediaServerClientsService,
    private readonly clock: Clock,
  ) {}

  async testManager(connection: Connection): Promise<void> {
    const { serviceType } = connection;
    const { appName } = await orTestFault(() => this.managers.manager(serviceType, connection).testConnection());
    // The managers share their API, so another one than the chosen kind would pass for it.
    requireProduct(appName, serviceType);
  }

  /** By the same object that an instance with this credential has: after a refusal it rests, however often one tests. */
  async testDownloadClient(connection: DownloadConnection): Promise<void> {
    await orTestFault(() => this.downloadClients.clientAt(connection).client.testConnection());
  }

  async testMediaServer(connection: MediaServerConnection): Promise<void> {
    const answered = await orTestFault(() => within(this.clock, TEST_MS, this.identify(connection)));
    if (answered === TOO_LATE) throw new ConnectionTestFailed('timed_out', sayOfTest('test_not_answered_in_time'));
  }

  /** What the media server is and holds. It tests the connection besides. */
  async content(connection: MediaServerConnection): Promise<ServerContent> {
    return orTestFault(() => this.read(connection));
  }

  private async read(connection: MediaServerConnection): Promise<ServerContent> {
    const named = await this.identify(connection);
    const { serviceType } = connection;
    if (serviceType === 'audiobook_server') {
      const libraries = await this.mediaServers.audiobookServer(connection).libraries();
      return {
        ...named,
        libraries: libraries.map(({ id, name, mediaType }) => ({ id, name, collectionType: mediaType })),
      };
    }
    const client = await this.mediaServers.videoServer(serviceType, connection);
    const libraries = await client.libraries();
    return {
      ...named,
      libraries: libraries.map(({ id, name, collectionType }) => ({ id, name, collectionType: collectionType ?? '' })),
    };
  }

  private async identify(connection: MediaServerConnection): Promise<Omit<ServerContent, 'libraries'>> {
    const { serviceType } = connection;
    if (serviceType === 'audiobook_server') return this.identifyAudiobookServer(connection);
    const { name, version } = await (await this.mediaServers.videoServer(serviceType, connection)).probe();
    return { serverName: name, version };
  }

  /** The server tells everybody who it is, and has no name of its own: the key is tried apart from that. */
  private async identifyAudiobookServer(connection: MediaServerConnection): Promise<Omit<ServerContent, 'libraries'>> {
    const client = this.mediaServers.audiobookServer(connection);
    const { appName, version } = await client.testConnection();
    requireProduct(appName, connection.serviceType);
    const { isAdministrator, isActive } = await client.keyOwner();
    if (!isAdministrator || !isActive) {
      throw new ConnectionTestFailed('key_lacks_rights', sayOfTest('test_key_not_of_administrator'));
    }
    return { serverName: factsOf(connection.serviceType).product, version: version ?? '' };
  }
}

function requireProduct(appName: string, serviceType: ServiceType): void {
  const { product } = factsOf(serviceType);
  if (appName.toLowerCase() === product.toLowerCase()) return;
  throw new ConnectionTestFailed('wrong_app', sayOfTest('test_another_product', { product }));
}

async function orTestFault<T>(test: () => Promise<T>): Promise<T> {
  try {
    return await test();
  } catch (fault) {
    throw testFault(fault);
  }
}
