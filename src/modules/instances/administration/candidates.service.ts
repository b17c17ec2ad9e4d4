import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import type { LinkOwner } from '../hub/hub-links.service.js';
import { ConnectionTestFailed, NoMediaServer, sayOfTest } from '../instances.errors.js';
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
  isDownloadClient,
  isLibraryManager,
  isMediaServer,
  type SelfHostedMediaServerType,
} from '../service-kinds.js';
import { ConnectionProbeService } from './connection-probe.service.js';
import { HubCandidatesService, type OfferedServers } from './hub-candidates.service.js';

const LIBRARIES_MS = 15_000;

/**
 * What an administrator sends of an instance, judged and tried by its kind before anything is stored, outside of transactions. Methods
 * throw AppError 400 naming the first fault, ConnectionTestFailed 400, HubLinkExpired 404 for a PIN that isn't the caller's, and
 * SecretUnreadable 503.
 */
@Injectable()
export class CandidatesService {
  constructor(
    private readonly probe: ConnectionProbeService,
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
      await this.probe.testDownloadClient(instance);
      return instance;
    }
    if (!isLibraryManager(serviceType)) {
      const instance = judgeNewMediaServer(input, serviceType);
      await this.probe.testMediaServer(instance);
      return instance;
    }
    const instance = judgeNewInstance(input, serviceType);
    await this.roots.requireFolders(instance.mediaPathMappings);
    await this.probe.testManager(instance);
    return instance;
  }

  /** Changes after which the instance works. Where it is reached as before nothing is dialed. */
  async judgeChange(by: LinkOwner, input: InstanceInput, stored: ServiceInstanceRow): Promise<InstanceUpdate> {
    const { serviceType } = stored;
    if (serviceType === 'hub') return this.hub.judgeChange(by, input, stored);
    if (isDownloadClient(serviceType)) {
      const { changes, connection } = judgeDownloadUpdate(input, this.storedDownloadClient(stored, serviceType));
      if (connection) await this.probe.testDownloadClient(connection);
      return changes;
    }
    if (!isLibraryManager(serviceType)) {
      const changes = judgeMediaServerUpdate(input, { ...recordOf(stored), serviceType });
      if (isMoved(changes, stored))
        await this.probe.testMediaServer(this.connectionAfter(changes, serviceType, stored));
      return changes;
    }
    const changes = judgeInstanceUpdate(input, recordOf(stored));
    await this.roots.requireFolders(changes.mediaPathMappings ?? []);
    if (isMoved(changes, stored)) await this.probe.testManager(this.connectionAfter(changes, serviceType, stored));
    return changes;
  }

  /** @param stored what stands for a credential that isn't sent, and has the say about the kind; null for nothing */
  async test(by: LinkOwner, input: InstanceInput, stored: ServiceInstanceRow | null): Promise<void> {
    const serviceType = stored?.serviceType ?? judgeServiceType(input.serviceType);
    if (serviceType === 'hub') return this.hub.test(by, input, stored);
    if (isDownloadClient(serviceType))
      return this.probe.testDownloadClient(this.downloadConnection(input, serviceType, stored));
    if (!isLibraryManager(serviceType))
      return this.probe.testMediaServer(this.mediaServerConnection(input, serviceType, stored));
    if (!stored) return this.probe.testManager(judgeCandidate(input, serviceType));
    return this.probe.testManager(this.connectionAfter(judgeMove(input, recordOf(stored)), serviceType, stored));
  }

  /** The libraries that a media server reports within 15 seconds. @throws NoMediaServer 400 */
  async libraries(by: LinkOwner, input: InstanceInput, stored: ServiceInstanceRow | null): Promise<ServerContent> {
    const content = await within(this.clock, LIBRARIES_MS, this.content(by, input, stored));
    if (content === TOO_LATE) throw new ConnectionTestFailed('timed_out', sayOfTest('test_not_answered_in_time'));
    return content;
  }

  /** The servers of an account at the hub. @throws NoMediaServer 400; UpstreamError when the hub can't be asked */
  async hubServers(by: LinkOwner, input: InstanceInput, stored: ServiceInstanceRow | null): Promise<OfferedServers> {
    const serviceType = stored?.serviceType ?? judgeServiceType(input.serviceType ?? 'hub');
    if (serviceType !== 'hub') throw new NoMediaServer();
    return this.hub.servers(by, input, stored);
  }

  private async content(
    by: LinkOwner,
    input: InstanceInput,
    stored: ServiceInstanceRow | null,
  ): Promise<ServerContent> {
    const serviceType = stored?.serviceType ?? judgeServiceType(input.serviceType);
    if (!isMediaServer(serviceType)) throw new NoMediaServer();
    if (serviceType === 'hub') return this.hub.libraries(by, input, stored);
    return this.probe.content(this.mediaServerConnection(input, serviceType, stored));
  }

  /** A media server needs no address to be tested at the stored one. */
  private mediaServerConnection<Kind extends SelfHostedMediaServerType>(
    input: InstanceInput,
    serviceType: Kind,
    stored: ServiceInstanceRow | null,
  ): Connection<Kind> {
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

  private downloadConnection(
    input: InstanceInput,
    serviceType: DownloadClientType,
    stored: ServiceInstanceRow | null,
  ): DownloadConnection {
    if (!stored) return judgeDownloadCandidate(input, serviceType);
    return judgeDownloadMove(input, this.storedDownloadClient(stored, serviceType));
  }

  private storedDownloadClient(row: ServiceInstanceRow, serviceType: DownloadClientType): StoredDownloadClient {
    return {
      record: { ...recordOf(row), serviceType },
      open: () => ({ apiKey: this.rows.apiKeyOf(row), account: this.rows.accountOf(row) }),
    };
  }
}

const isMoved = ({ url, apiKey }: Pick<InstanceUpdate, 'url' | 'apiKey'>, stored: ServiceInstanceRow): boolean =>
  apiKey !== undefined || url !== stored.url;
