import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { DownloadClientsService } from '../connections/download-clients.service.js';
import { InstanceClientsService } from '../connections/instance-clients.service.js';
import { MediaServerClientsService } from '../connections/media-servers.service.js';
import type { LinkOwner } from '../hub/hub-links.service.js';
import { ConnectionTestFailed, noMediaServer, sayOfTest, testFault } from '../instances.errors.js';
import { MediaRootsService } from '../media-paths/media-roots.service.js';
import {
  type DownloadConnection,
  judgeDownloadCandidate,
  judgeDownloadMove,
  judgeDownloadUpdate,
  judgeNewDownloadClient,
  type StoredDownloadClient,
} from '../registry/download-client-input.js';
import {
  type Connection,
  type InstanceInput,
  type InstanceUpdate,
  judgeCandidate,
  judgeInstanceUpdate,
  judgeMove,
  judgeNewInstance,
  judgeServiceType,
  type KeyedType,
  type NewInstance,
  judgeMediaServerUpdate,
  judgeNewMediaServer,
} from '../registry/instance-input.js';
import { recordOf } from '../registry/instance-record.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import type { ServerContent } from '../registry/media-server-config.js';
import type { ServiceInstanceRow } from '../registry/rows.js';
import {
  type DownloadClientType,
  factsOf,
  isDownloadClient,
  isLibraryManager,
  isMediaServer,
  type SelfHostedMediaServerType,
  type ServiceType,
} from '../service-kinds.js';
import { HubCandidatesService, type OfferedServers } from './hub-candidates.service.js';

type MediaServerConnection = Connection<SelfHostedMediaServerType>;

const LIBRARIES_MS = 15_000;

/** How long the test of a media server may take; the clients of all others have deadlines of their own. */
const TEST_MS = 10_000;

/**
 * What an administrator sends of an instance, judged and tried by its kind before anything is stored, outside of transactions. Methods
 * throw AppError 400 naming the first fault, ConnectionTestFailed 400, AppError 404 for a PIN that isn't the caller's, and
 * SecretUnreadable 503.
 */
@Injectable()
export class CandidatesService {
  constructor(
    private readonly managers: InstanceClientsService,
    private readonly downloadClients: DownloadClientsService,
    private readonly mediaServers: MediaServerClientsService,
    private readonly hub: HubCandidatesService,
    private readonly roots: MediaRootsService,
    private readonly rows: InstancesRepository,
    private readonly clock: Clock,
  ) {}

  async judgeNew(by: LinkOwner, input: InstanceInput): Promise<NewInstance> {
    const serviceType = judgeServiceType(input.serviceType);
    if (serviceType === 'hub') return this.hub.judgeNew(by, input);
    if (isDownloadClient(serviceType)) {
      const instance = judgeNewDownloadClient(input, serviceType);
      await this.testDownloadClient(instance);
      return instance;
    }
    if (!isLibraryManager(serviceType)) {
      const instance = judgeNewMediaServer(input, serviceType);
      await this.testMediaServer(instance);
      return instance;
    }
    const instance = judgeNewInstance(input, serviceType);
    await this.roots.requireFolders(instance.mediaPathMappings);
    await this.testManager(instance);
    return instance;
  }

  /** Changes after which the instance works. Where it is reached as before nothing is dialed. */
  async judgeChange(by: LinkOwner, input: InstanceInput, stored: ServiceInstanceRow): Promise<InstanceUpdate> {
    const { serviceType } = stored;
    if (serviceType === 'hub') return this.hub.judgeChange(by, input, stored);
    if (isDownloadClient(serviceType)) {
      const { changes, connection } = judgeDownloadUpdate(input, this.storedDownloadClient(stored, serviceType));
      if (connection) await this.testDownloadClient(connection);
      return changes;
    }
    if (!isLibraryManager(serviceType)) {
      const changes = judgeMediaServerUpdate(input, { ...recordOf(stored), serviceType });
      if (isMoved(changes, stored)) await this.testMediaServer(this.connectionAfter(changes, serviceType, stored));
      return changes;
    }
    const changes = judgeInstanceUpdate(input, recordOf(stored));
    await this.roots.requireFolders(changes.mediaPathMappings ?? []);
    if (isMoved(changes, stored)) await this.testManager(this.connectionAfter(changes, serviceType, stored));
    return changes;
  }

  /** @param stored what stands for a credential that isn't sent, and has the say about the kind; null for nothing */
  async test(by: LinkOwner, input: InstanceInput, stored: ServiceInstanceRow | null): Promise<void> {
    const serviceType = stored?.serviceType ?? judgeServiceType(input.serviceType);
    if (serviceType === 'hub') return this.hub.test(by, input, stored);
    if (isDownloadClient(serviceType))
      return this.testDownloadClient(
        stored
          ? judgeDownloadMove(input, this.storedDownloadClient(stored, serviceType))
          : judgeDownloadCandidate(input, serviceType),
      );
    if (!isLibraryManager(serviceType))
      return this.testMediaServer(this.mediaServerConnection(input, serviceType, stored));
    if (!stored) return this.testManager(judgeCandidate(input, serviceType));
    return this.testManager(this.connectionAfter(judgeMove(input, recordOf(stored)), serviceType, stored));
  }

  /** The libraries that a media server reports within 15 seconds. @throws AppError 400 */
  async libraries(by: LinkOwner, input: InstanceInput, stored: ServiceInstanceRow | null): Promise<ServerContent> {
    const content = await within(this.clock, LIBRARIES_MS, this.content(by, input, stored));
    if (content === TOO_LATE) throw new ConnectionTestFailed('timed_out', sayOfTest('test_not_answered_in_time'));
    return content;
  }

  /** The servers of an account at the hub. @throws AppError 400; UpstreamError when the hub can't be asked */
  async hubServers(by: LinkOwner, input: InstanceInput, stored: ServiceInstanceRow | null): Promise<OfferedServers> {
    const serviceType = stored?.serviceType ?? judgeServiceType(input.serviceType ?? 'hub');
    if (serviceType !== 'hub') throw noMediaServer();
    return this.hub.servers(by, input, stored);
  }

  private async content(
    by: LinkOwner,
    input: InstanceInput,
    stored: ServiceInstanceRow | null,
  ): Promise<ServerContent> {
    const serviceType = stored?.serviceType ?? judgeServiceType(input.serviceType);
    if (!isMediaServer(serviceType)) throw noMediaServer();
    if (serviceType === 'hub') return this.hub.libraries(by, input, stored);
    const connection = this.mediaServerConnection(input, serviceType, stored);
    return orTestFault(() => this.readContent(connection));
  }

  /** A media server needs no address to be tested at the stored one. */
  private mediaServerConnection(
    input: InstanceInput,
    serviceType: SelfHostedMediaServerType,
    stored: ServiceInstanceRow | null,
  ): MediaServerConnection {
    if (!stored) return judgeCandidate(input, serviceType);
    const move = judgeMove({ ...input, url: input.url ?? stored.url }, recordOf(stored));
    return this.connectionAfter(move, serviceType, stored);
  }

  private connectionAfter<Kind extends KeyedType>(
    { url, apiKey }: Pick<InstanceUpdate, 'url' | 'apiKey'>,
    serviceType: Kind,
    stored: ServiceInstanceRow,
  ): Connection<Kind> {
    return { serviceType, url, apiKey: apiKey ?? this.rows.apiKeyOf(stored) };
  }

  private storedDownloadClient(row: ServiceInstanceRow, serviceType: DownloadClientType): StoredDownloadClient {
    return {
      record: { ...recordOf(row), serviceType },
      open: () => ({ apiKey: this.rows.apiKeyOf(row), account: this.rows.accountOf(row) }),
    };
  }

  private async testManager(connection: Connection): Promise<void> {
    const { serviceType } = connection;
    const { appName } = await orTestFault(() => this.managers.manager(serviceType, connection).testConnection());
    // The managers share their API, so another one than the chosen kind would pass for it.
    requireProduct(appName, serviceType);
  }

  /** By the same object that an instance with this credential has: after a refusal it rests, however often one tests. */
  private async testDownloadClient(connection: DownloadConnection): Promise<void> {
    await orTestFault(() => this.downloadClients.clientAt(connection).client.testConnection());
  }

  private async testMediaServer(connection: MediaServerConnection): Promise<void> {
    const answered = await orTestFault(() => within(this.clock, TEST_MS, this.identify(connection)));
    if (answered === TOO_LATE) throw new ConnectionTestFailed('timed_out', sayOfTest('test_not_answered_in_time'));
  }

  /** What the media server is and holds. It tests the connection besides. */
  private async readContent(connection: MediaServerConnection): Promise<ServerContent> {
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

const isMoved = ({ url, apiKey }: Pick<InstanceUpdate, 'url' | 'apiKey'>, stored: ServiceInstanceRow): boolean =>
  apiKey !== undefined || url !== stored.url;

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
